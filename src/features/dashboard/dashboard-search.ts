import type { Listed } from '../../document/listed-kind.ts';
import { noFilter, type OverviewFilter } from '../overview/filter.ts';
import { type OverviewSearch, searchOfFilter, viewOf } from '../overview/overview-search.ts';
import type { TimeRange } from '../overview/time-range.ts';
import type { DashboardSearch } from './dashboard-address.ts';
import { type DashboardReference, dashboardReferences } from './references.ts';

/** What charts measure: net value or number of documents (DASH-03). */
export const measures = ['value', 'count'] as const;
export type Measure = (typeof measures)[number];

/** State of the dashboard (DASH-02). */
export interface DashboardView {
  readonly range: TimeRange;
  readonly references: Readonly<Record<DashboardReference, readonly number[]>>;
  readonly measure: Measure;
  /** Null for the currency with the most documents. */
  readonly currency: string | null;
}

const defaultRange: TimeRange = 'this_month';

const nothingListed: Listed = { kinds: [], filters: [] };

/** The view of an address; unknown values are dropped. The overview uses the same parameters (DASH-05). */
export function dashboardViewOf(search: Readonly<Record<string, unknown>>): DashboardView {
  const { filter } = viewOf(search, nothingListed);
  const named = (key: DashboardReference) => filter.references[key].filter((id) => id > 0);
  return {
    range: filter.range ?? defaultRange,
    references: {
      client: named('client'),
      department: named('department'),
      cost_center: named('cost_center'),
    },
    measure: search.show === 'count' ? 'count' : 'value',
    currency: /^[A-Z]{3}$/.test(String(search.currency)) ? String(search.currency) : null,
  };
}

/** The shortest address of a view. */
export function dashboardSearchOf({ range, references, measure, currency }: DashboardView): DashboardSearch {
  const { range: shown, ...others } = searchOfFilter(overviewFilter({ range, references }), null);
  return {
    ...(range === defaultRange || shown === undefined ? {} : { range: shown }),
    ...pick(others, dashboardReferences),
    ...(measure === 'count' ? { show: measure } : {}),
    ...(currency === null ? {} : { currency }),
  };
}

function pick<Key extends keyof OverviewSearch>(search: OverviewSearch, keys: readonly Key[]) {
  return Object.fromEntries(keys.flatMap((key) => (search[key] === undefined ? [] : [[key, search[key]]])));
}

/** The overview filter for the same documents. */
export function overviewFilter({
  range,
  references,
}: Pick<DashboardView, 'range' | 'references'>): OverviewFilter {
  return { ...noFilter, range, references: { ...noFilter.references, ...references } };
}
