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

type Chosen = Pick<DashboardView, 'references'>;
/** The overview filtered to the documents of a figure that it leaves out because their rate is unknown (PRICE-07). */
export function withoutRate(
  view: Pick<DashboardView, 'range' | 'references'>,
  kind: string,
  statuses: readonly string[],
): OverviewSearch {
  const filter = { ...overviewFilter(view), status: statuses, isWithoutRate: true };
  return searchOf({ tab: kind, filter, sort: null, viewMode: null });
}

/** The overview filtered to contracts with a near notice deadline, independent of the dashboard's days (DASH-04). */
export function nearDeadlinesOf(view: Chosen): OverviewSearch {
  return contractsOf(view, { contract_deadline: [String(nearDays)] });
}

/** The overview filtered to contracts with a yearly cost, independent of the dashboard's days (DASH-10, CON-27). */
export function runningContractsOf(view: Chosen): OverviewSearch {
  return contractsOf(view, { contract_in_force: ['costs'] });
}

/** Those of them whose cost is left out because their rate is unknown (PRICE-07). */
export function contractsWithoutRate(view: Chosen): OverviewSearch {
  return contractsOf(view, { contract_in_force: ['costs'] }, true);
}

function contractsOf(
  { references }: Chosen,
  words: OverviewFilter['words'],
  isWithoutRate = false,
): OverviewSearch {
  const filter = { ...noFilter, references: { ...noFilter.references, ...references }, words, isWithoutRate };
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
  readonly list: 'budget_use' | 'product_lines';
  readonly day: Day;
  readonly from?: Day;
  readonly product?: string;
}

/** The documents that use the budgets valid on a day; null where no list shows exactly these (DASH-10). */
export function budgetRowsOf(view: Chosen, day: Day): RowsAddress | null {
  const scope = scopeOf(view);
  return scope && { list: 'budget_use', day, ...scope };
}

/** The lines of a product in the days of the view; null where no list shows exactly these (DASH-10). */
export function productRowsOf(view: Chosen, { from, to }: DayRange, product: string): RowsAddress | null {
  const scope = scopeOf(view);
  return scope && { list: 'product_lines', from, day: to, product, ...scope };
}

/** The filters of a list of the month end; null where it cannot narrow to several records. */
function scopeOf({ references }: Chosen): Readonly<Partial<Record<DashboardReference, number>>> | null {
  const chosen = dashboardReferences.map((key) => [key, references[key]] as const);
  if (chosen.some(([, ids]) => ids.length > 1)) return null;
  return Object.fromEntries(chosen.flatMap(([key, [id]]) => (id === undefined ? [] : [[key, id]])));
}
