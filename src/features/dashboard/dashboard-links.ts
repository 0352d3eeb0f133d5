import type { Day } from '../../base/day.ts';
import { noFilter, type OverviewFilter } from '../overview/filter.ts';
import { type OverviewSearch, searchOf } from '../overview/overview-search.ts';
import { type DayRange, daysOfRange } from '../overview/time-range.ts';
import { type DashboardView, overviewFilter } from './dashboard-search.ts';
import { type Dimension, nearDays } from './model.ts';
import type { DashboardReference } from './references.ts';

/** The overview filtered to exactly the documents of a chart's part (DASH-04). */
export function overviewOf(
  view: Pick<DashboardView, 'range' | 'references'>,
  kind: string,
  part: { readonly dimension: Dimension; readonly key: string | null } | null,
): OverviewSearch {
  const filter = overviewFilter(view);
  return searchOf({ tab: kind, filter: narrowedTo(filter, part), sort: null, viewMode: null });
}

function narrowedTo(filter: OverviewFilter, part: Parameters<typeof overviewOf>[2]): OverviewFilter {
  if (part === null) return filter;
  if (part.dimension === 'status') return { ...filter, status: part.key === null ? [] : [part.key] };
  const id = Number(part.key ?? 0);
  return { ...filter, references: { ...filter.references, [part.dimension]: [id] } };
}

/** The overview filtered to contracts with a near notice deadline, independent of the dashboard's days (DASH-04). */
export function nearDeadlinesOf({ references }: Pick<DashboardView, 'references'>): OverviewSearch {
  const filter = {
    ...noFilter,
    references: { ...noFilter.references, ...references },
    words: { contract_deadline: [String(nearDays)] },
  };
  return searchOf({ tab: 'contract', filter, sort: null, viewMode: null });
}

/** The view's days and filters for the API. */
export function questionOf(view: Pick<DashboardView, 'range' | 'references'>, today: Day): DashboardQuestion {
  const { client, department, cost_center } = view.references;
  return { ...daysOfRange(view.range, today), client, department, cost_center };
}

export interface DashboardQuestion
  extends DayRange,
    Readonly<Record<DashboardReference, readonly number[]>> {}
