import type { Day } from '../../base/day.ts';
import { noFilter, type OverviewFilter } from '../overview/filter.ts';
import { type OverviewSearch, searchOf } from '../overview/overview-search.ts';
import { type DayRange, daysOfRange } from '../overview/time-range.ts';
import { type DashboardView, overviewFilter } from './dashboard-search.ts';
import { type Dimension, nearDays } from './model.ts';
import { type DashboardReference, dashboardReferences } from './references.ts';

/** A part of a chart, or the documents in some statuses. */
type Part =
  | { readonly dimension: Dimension; readonly key: string | null }
  | { readonly statuses: readonly string[] };

/** The overview filtered to exactly the documents of a figure (DASH-04, DASH-10). */
export function overviewOf(
  view: Pick<DashboardView, 'range' | 'references'>,
  kind: string,
  part: Part,
): OverviewSearch {
  const filter = overviewFilter(view);
  return searchOf({ tab: kind, filter: narrowedTo(filter, part), sort: null, viewMode: null });
}

function narrowedTo(filter: OverviewFilter, part: Part): OverviewFilter {
  if ('statuses' in part) return { ...filter, status: part.statuses };
  if (part.dimension === 'status') return { ...filter, status: part.key === null ? [] : [part.key] };
  const id = Number(part.key ?? 0);
  return { ...filter, references: { ...filter.references, [part.dimension]: [id] } };
}

/** The overview filtered to the documents of a figure that it leaves out because their rate is unknown (PRICE-07). */
export function withoutRate(
  view: Pick<DashboardView, 'range' | 'references'>,
  kind: string,
  statuses: readonly string[],
): OverviewSearch {
  const filter = { ...overviewFilter(view), status: statuses, isWithoutRate: true };
  return searchOf({ tab: kind, filter, sort: null, viewMode: null });
}

/** The same for contracts in force, independent of the dashboard's days. */
export function contractsWithoutRate({ references }: Pick<DashboardView, 'references'>): OverviewSearch {
  const filter = {
    ...noFilter,
    references: { ...noFilter.references, ...references },
    status: ['active', 'completed', 'inactive'],
    isWithoutRate: true,
  };
  return searchOf({ tab: 'contract', filter, sort: null, viewMode: null });
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

/** The address of a month-end list that holds the rows of a figure. */
export interface RowsAddress extends Readonly<Partial<Record<DashboardReference, number>>> {
  readonly list: string;
  readonly day: Day;
  readonly from?: Day;
  readonly product?: string;
}

/** The filters of a list of the month end; null where it cannot narrow to several records. */
export function scopeOf({
  references,
}: Pick<DashboardView, 'references'>): Readonly<Partial<Record<DashboardReference, number>>> | null {
  const chosen = dashboardReferences.map((key) => [key, references[key]] as const);
  if (chosen.some(([, ids]) => ids.length > 1)) return null;
  return Object.fromEntries(chosen.flatMap(([key, [id]]) => (id === undefined ? [] : [[key, id]])));
}
