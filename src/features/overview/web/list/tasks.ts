import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { taskRefreshMs } from '../../../../platform/constants.ts';
import { countedAtMost } from '../../documents-query.ts';
import { type FilterFacts, noFilter, type OverviewFilter, whereOf } from '../../filter.ts';
import { useFilterFacts } from '../use-overview-view.ts';
import { countHits, countOptions } from './documents.ts';

/** How many tasks wait for the person, or how many of them a filter leaves. Waits while the facts are null. */
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

/** How many tasks wait for the person; null while unknown. Asked anew every minute (OVW-10). */
export function useTaskCount(): number | null {
  return useQuery(taskCountOptions(useFilterFacts())).data ?? null;
}

/** How many of them a filter leaves; null while unknown. */
export function useNarrowedTaskCount(narrowed: Partial<OverviewFilter>): number | null {
  return useQuery(taskCountOptions(useFilterFacts(), narrowed)).data ?? null;
}

/** How many drafts the person has; null while unknown. Asked once where the tab of the drafts shows them. */
export function useDraftCount(): number | null {
  const facts = useFilterFacts();
  return useQuery(countOptions(facts && whereOf('drafts', noFilter, facts))).data ?? null;
}

/** A badge has room for few digits. */
export function shownCount(count: number): string {
  return count > countedAtMost ? `${countedAtMost}+` : String(count);
}
