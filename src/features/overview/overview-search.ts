import { type Amount, amountOf, isAmount } from '../../base/money.ts';
import { contractCategories } from '../contract/model.ts';
import {
  filterStatuses,
  listedKinds,
  noFilter,
  type OverviewFilter,
  type OverviewTab,
  overviewTabs,
  type ReferenceFilter,
  referenceFilters,
  type Sort,
  sortKeys,
} from './filter.ts';
import { timeRanges } from './time-range.ts';

/** Everything that decides what the overview shows. */
export interface OverviewView {
  readonly tab: OverviewTab;
  readonly filter: OverviewFilter;
  /** Null is the order of the tab itself: tasks by urgency, documents by creation. */
  readonly sort: Sort | null;
  /** Null is as the person had it last (LIST-01). */
  readonly viewMode: ViewMode | null;
}

export const viewModes = ['list', 'table'] as const;
export type ViewMode = (typeof viewModes)[number];

/**
 * A view as it stands in the address, without what is the default: lists are joined by a comma, a descending order
 * starts with `-`.
 */
export interface OverviewSearch {
  readonly tab?: OverviewTab;
  /** The selected document. */
  readonly id?: number;
  readonly q?: string;
  readonly status?: string;
  readonly kind?: string;
  readonly client?: IdList;
  readonly department?: IdList;
  readonly cost_center?: IdList;
  readonly ledger_account?: IdList;
  readonly supplier?: IdList;
  readonly creator?: IdList;
  readonly assignee?: IdList;
  readonly contract_category?: string;
  readonly amount_from?: number;
  readonly amount_to?: number;
  readonly range?: string;
  readonly date?: 'delivery';
  readonly due?: 'overdue';
  readonly sort?: string;
  readonly viewMode?: ViewMode;
}

/** One id stays a number, so that the address shows it without quotes. */
type IdList = number | string;

const longestText = 200;
const mostValues = 50;

/** What an address asks for; whatever in it has no meaning is left out. */
export function viewOf(search: Readonly<Record<string, unknown>>): OverviewView {
  return {
    tab: oneOf(overviewTabs, search.tab) ?? 'tasks',
    filter: {
      text: String(search.q ?? '').slice(0, longestText),
      status: filterStatuses.filter((status) => listed(search.status).includes(status)),
      kinds: listedKinds.filter((kind) => listed(search.kind).includes(kind)),
      references: referencesOf(search),
      contractCategories: contractCategories.filter((category) =>
        listed(search.contract_category).includes(category),
      ),
      amountFrom: amountIn(search.amount_from),
      amountTo: amountIn(search.amount_to),
      range: oneOf(timeRanges, search.range),
      dateField: search.date === 'delivery' ? 'delivery' : 'created',
      isOverdue: search.due === 'overdue',
    },
    sort: sortIn(search.sort),
    viewMode: oneOf(viewModes, search.viewMode),
  };
}

/** The shortest address of a view. */
export function searchOf({ tab, filter, sort, viewMode }: OverviewView): OverviewSearch {
  return {
    ...(tab === 'tasks' ? {} : { tab }),
    ...searchOfFilter(filter, sort),
    ...(viewMode === null ? {} : { viewMode }),
  };
}

/** Filters and order alone: what is saved under a name. */
export function searchOfFilter(
  filter: OverviewFilter,
  sort: Sort | null,
): Omit<OverviewSearch, 'tab' | 'id' | 'viewMode'> {
  const { text, status, kinds, amountFrom, amountTo, range, dateField, isOverdue } = filter;
  return {
    ...(text.trim() === '' ? {} : { q: text.trim() }),
    ...(status.length === 0 ? {} : { status: status.join(',') }),
    ...(kinds.length === 0 ? {} : { kind: kinds.join(',') }),
    ...Object.fromEntries(
      referenceFilters.flatMap((key) => {
        const ids = filter.references[key];
        return ids.length === 0 ? [] : [[key, ids.length === 1 ? ids[0] : ids.join(',')]];
      }),
    ),
    ...(filter.contractCategories.length === 0
      ? {}
      : { contract_category: filter.contractCategories.join(',') }),
    ...(amountFrom === null ? {} : { amount_from: Number(amountFrom) }),
    ...(amountTo === null ? {} : { amount_to: Number(amountTo) }),
    ...(range === null ? {} : { range }),
    ...(dateField === 'delivery' && range !== null ? { date: dateField } : {}),
    ...(isOverdue ? { due: 'overdue' } : {}),
    ...(sort === null ? {} : { sort: `${sort.isDescending ? '-' : ''}${sort.key}` }),
  };
}

/** Reads the address of the overview for the router. */
export function validOverviewSearch(search: Readonly<Record<string, unknown>>): OverviewSearch {
  const id = Number(search.id);
  return { ...searchOf(viewOf(search)), ...(Number.isSafeInteger(id) && id > 0 ? { id } : {}) };
}

/** The order after a click on a column's head: ascending, descending, and the tab's own again. */
export function nextSort(sort: Sort | null, key: Sort['key']): Sort | null {
  if (sort?.key !== key) return { key, isDescending: false };
  return sort.isDescending ? null : { key, isDescending: true };
}

function referencesOf(search: Readonly<Record<string, unknown>>): OverviewFilter['references'] {
  const ids = (key: ReferenceFilter): readonly number[] => {
    const numbers = listed(search[key]).map(Number);
    return [...new Set(numbers)].filter((id) => Number.isSafeInteger(id) && id > 0);
  };
  const entries = referenceFilters.map((key) => [key, ids(key)] as const);
  return { ...noFilter.references, ...Object.fromEntries(entries) };
}

function sortIn(value: unknown): Sort | null {
  const text = String(value ?? '');
  const isDescending = text.startsWith('-');
  const key = oneOf(sortKeys, isDescending ? text.slice(1) : text);
  return key === null ? null : { key, isDescending };
}

function amountIn(value: unknown): Amount | null {
  const text = typeof value === 'number' && Number.isFinite(value) ? amountOf(value) : String(value ?? '');
  // What the generated column of the table can hold.
  return isAmount(text) && text.replace(/\..*/, '').length <= 13 ? amountOf(text) : null;
}

function listed(value: unknown): readonly string[] {
  return (Array.isArray(value) ? value.map(String) : String(value ?? '').split(',')).slice(0, mostValues);
}

function oneOf<T extends string>(known: readonly T[], value: unknown): T | null {
  return known.find((each) => each === value) ?? null;
}
