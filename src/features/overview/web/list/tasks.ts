import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { taskRefreshMs } from '../../../../platform/constants.ts';
import { countedAtMost } from '../../documents-query.ts';
import { type FilterFacts, noFilter, type OverviewFilter, whereOf } from '../../filter.ts';
import { useFilterFacts } from '../use-overview-view.ts';
import { countHits, countOptions } from './documents.ts';

/** Number of the person's tasks, optionally filtered. Disabled while the facts are null. */
export function taskCountOptions(facts: FilterFacts | null, narrowed: Partial<OverviewFilter> = {}) {
  const where = facts && whereOf('tasks', { ...noFilter, ...narrowed }, facts);
  return queryOptions({
    queryKey: ['tasks', 'count', where],
    queryFn: ({ signal }) => countHits(where, signal),
    enabled: where !== null,
    refetchInterval: taskRefreshMs,
    placeholderData: keepPreviousData,
  });
}

/** Number of the person's tasks, refreshed every minute; null while unknown (OVW-10). */
export function useTaskCount(): number | null {
  return useQuery(taskCountOptions(useFilterFacts())).data ?? null;
}

/** Number of the person's tasks whose urgency day has come or passed; null while unknown (OVW-10). */
export function useUrgentTaskCount(): number | null {
  const facts = useFilterFacts();
  const where = facts && whereOf('tasks', noFilter, facts);
  const urgent = where && { _and: [where, { urgent_on: { _lte: facts.today } }] };
  return useQuery(countOptions(urgent)).data ?? null;
}

/** Number of filtered tasks; null while unknown. */
export function useNarrowedTaskCount(narrowed: Partial<OverviewFilter>): number | null {
  return useQuery(taskCountOptions(useFilterFacts(), narrowed)).data ?? null;
}

/** Number of the person's drafts, loaded once for the tab of drafts; null while unknown. */
export function useDraftCount(): number | null {
  const facts = useFilterFacts();
  return useQuery(countOptions(facts && whereOf('drafts', noFilter, facts))).data ?? null;
}

/** The count for a badge, with few digits. */
export function shownCount(count: number): string {
  return count > countedAtMost ? `${countedAtMost}+` : String(count);
}
