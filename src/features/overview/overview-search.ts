import { type Amount, amountOf, isAmount } from '../../base/money.ts';
import { type Listed, submittedStatuses } from '../../document/listed-kind.ts';
import {
  type DateField,
  dateFields,
  heldPattern,
  noFilter,
  noReference,
  nullableReferences,
  type OverviewFilter,
  type OverviewTab,
  type ReferenceFilter,
  referenceFilters,
  type Sort,
  sortKeys,
  tabsOf,
} from './filter.ts';
import { rangeIn } from './time-range.ts';

/** State of the overview. */
export interface OverviewView {
  readonly tab: OverviewTab;
  readonly filter: OverviewFilter;
  /** Null for the tab's default order: tasks by urgency, documents by creation. */
  readonly sort: Sort | null;
  /** Null for the mode last used (LIST-01). */
  readonly viewMode: ViewMode | null;
}

export const viewModes = ['list', 'table'] as const;
export type ViewMode = (typeof viewModes)[number];

/**
 * A view in the address, without default values: lists are joined by commas, a descending order starts with `-`.
 * Filters added by modules appear next to these parts under their own keys.
 */
export interface OverviewSearch {
  readonly tab?: OverviewTab;
  /** The selected document. */
  readonly id?: number;
  /** Its kind, unless it is the first listed one. */
  readonly of?: string;
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
  /** Limits the list to documents with these timelines. */
  readonly document?: IdList;
  /** Limits the list to documents that use this master data, as `relation.column.id` (PROC-43). */
  readonly held?: string;
  readonly amount_from?: number;
  readonly amount_to?: number;
  readonly range?: string;
  readonly date?: Exclude<DateField, 'created'>;
  readonly due?: 'overdue';
  readonly rate?: 'unknown';
  readonly sort?: string;
  readonly viewMode?: ViewMode;
}

/** A single id stays a number, so that the address shows it without quotes. */
type IdList = number | string;

const longestText = 200;
const maxValues = 50;
/** Limit of the length of an address. */
export const maxHeld = 100;

/** The view of an address; unknown values are dropped. */
export function viewOf(search: Readonly<Record<string, unknown>>, listed: Listed): OverviewView {
  const chosen = (known: readonly string[], value: unknown): readonly string[] =>
    known.filter((word) => valuesIn(value).includes(word));
  const words = listed.filters.map(({ key, words: known }) => [key, chosen(known, search[key])] as const);
  return {
    tab: oneOf(tabsOf(listed.kinds), search.tab) ?? 'tasks',
    filter: {
      text: String(search.q ?? '').slice(0, longestText),
      status: chosen(submittedStatuses(listed.kinds), search.status),
      kinds: chosen(
        listed.kinds.map(({ name }) => name),
        search.kind,
      ),
      references: referencesOf(search),
      held: valuesIn(search.held, maxHeld).filter((one) => heldPattern.test(one)),
      words: Object.fromEntries(words.filter(([, those]) => those.length > 0)),
      amountFrom: amountIn(search.amount_from),
      amountTo: amountIn(search.amount_to),
      range: rangeIn(search.range),
      dateField: oneOf(dateFields, search.date) ?? 'created',
      isOverdue: search.due === 'overdue',
      isWithoutRate: search.rate === 'unknown',
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

/** Filters and order only, as stored in a saved filter. */
export function searchOfFilter(filter: OverviewFilter, sort: Sort | null): OverviewSearch {
  const { text, status, kinds, held, amountFrom, amountTo, range, dateField, isOverdue } = filter;
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
    ...(held.length === 0 ? {} : { held: held.join(',') }),
    ...Object.fromEntries(
      Object.entries(filter.words).flatMap(([key, words]) =>
        words.length === 0 ? [] : [[key, words.join(',')]],
      ),
    ),
    ...(amountFrom === null ? {} : { amount_from: Number(amountFrom) }),
    ...(amountTo === null ? {} : { amount_to: Number(amountTo) }),
    ...(range === null ? {} : { range }),
    ...(dateField !== 'created' && range !== null ? { date: dateField } : {}),
    ...(isOverdue ? { due: 'overdue' } : {}),
    ...(filter.isWithoutRate ? { rate: 'unknown' } : {}),
    ...(sort === null ? {} : { sort: `${sort.isDescending ? '-' : ''}${sort.key}` }),
  };
}

/** Validates the address of the overview. */
export function validOverviewSearch(
  search: Readonly<Record<string, unknown>>,
  listed: Listed,
): OverviewSearch {
  const id = Number(search.id);
  const isKey = Number.isSafeInteger(id) && id > 0;
  const kind = listed.kinds.find(({ name }) => name === search.of)?.name;
  return {
    ...searchOf(viewOf(search, listed)),
    ...(isKey ? selectedIn({ id, kind: kind ?? listed.kinds[0]?.name }, listed) : {}),
  };
}

/** The part of the address that selects a document. */
export function selectedIn(
  { id, kind }: { readonly id: number; readonly kind: string | undefined },
  listed: Listed,
): Pick<OverviewSearch, 'id' | 'of'> {
  return { id, ...(kind === undefined || kind === listed.kinds[0]?.name ? {} : { of: kind }) };
}

/** The order after a click on a column head: ascending, descending, then the tab's default. */
export function nextSort(sort: Sort | null, key: Sort['key']): Sort | null {
  if (sort?.key !== key) return { key, isDescending: false };
  return sort.isDescending ? null : { key, isDescending: true };
}

function referencesOf(search: Readonly<Record<string, unknown>>): OverviewFilter['references'] {
  const ids = (key: ReferenceFilter): readonly number[] => {
    const least = nullableReferences.includes(key) ? noReference : 1;
    const numbers = valuesIn(search[key])
      .filter((text) => text !== '')
      .map(Number);
    return [...new Set(numbers)].filter((id) => Number.isSafeInteger(id) && id >= least);
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
  // Limit of the generated column in the table.
  return isAmount(text) && text.replace(/\..*/, '').length <= 13 ? amountOf(text) : null;
}

function valuesIn(value: unknown, maxCount = maxValues): readonly string[] {
  return (Array.isArray(value) ? value.map(String) : String(value ?? '').split(',')).slice(0, maxCount);
}

function oneOf<T extends string>(known: readonly T[], value: unknown): T | null {
  return known.find((each) => each === value) ?? null;
}
