import { addDays, type Day } from '../../base/day.ts';
import { type Amount, round, times } from '../../base/money.ts';
import {
  draftStatus,
  hasDrafts,
  type Listed,
  type ListedKind,
  type Where,
} from '../../document/listed-kind.ts';
import { searchedFor } from '../../graphql/search-where.ts';
import type { Module } from '../../platform/modules.ts';
import { daysOfRange, startOfDay, type TimeRange } from './time-range.ts';

/** `tasks`, `all`, `drafts`, or the name of a kind whose documents alone are shown. */
export type OverviewTab = string;

/** All tabs there are, in their order (OVW-01). */
export function tabsOf(kinds: readonly ListedKind[]): readonly OverviewTab[] {
  const names = (isBehind: boolean): readonly OverviewTab[] =>
    kinds.filter(({ isBehindDrafts }) => isBehindDrafts === isBehind).map(({ name }) => name);
  return ['tasks', 'all', ...names(false), ...(kinds.some(hasDrafts) ? ['drafts'] : []), ...names(true)];
}

/** Who asks, as far as it decides which tabs he has. */
export interface TabFacts {
  readonly modules: readonly Module[];
  readonly hasRole: (role: string) => boolean;
}

/** The tabs that exist for a person: those of a switched-off module or without a right are missing (OVW-01, GEN-10). */
export function tabsFor(
  kinds: readonly ListedKind[],
  { modules, hasRole }: TabFacts,
): readonly OverviewTab[] {
  const on = kinds.filter(({ module }) => modules.includes(module));
  const hidden = on.filter(({ roles }) => roles.length > 0 && !roles.some(hasRole)).map(({ name }) => name);
  return tabsOf(on).filter((tab) => !hidden.some((name) => name === tab));
}

/** The kinds that a tab shows. */
export function kindsOf<Each extends ListedKind>(
  tab: OverviewTab,
  kinds: readonly Each[],
  modules: readonly Module[],
): readonly Each[] {
  const on = kinds.filter(({ module }) => modules.includes(module));
  if (tab === 'drafts') return on.filter(hasDrafts);
  return tab === 'tasks' || tab === 'all' ? on : on.filter(({ name }) => name === tab);
}

/** Filters that name records, by their key in the address. */
export const referenceFilters = [
  'client',
  'department',
  'cost_center',
  'ledger_account',
  'supplier',
  'creator',
  'assignee',
  'responsible',
  'document',
] as const;
export type ReferenceFilter = (typeof referenceFilters)[number];

/** Those that a document may be without; the id 0 stands for that. */
export const nullableReferences: readonly ReferenceFilter[] = [
  'client',
  'department',
  'cost_center',
  'ledger_account',
];
export const noReference = 0;

/** The days that a range may be about (OVW-03). */
export const dateFields = ['created', 'delivery', 'invoice', 'due'] as const;
export type DateField = (typeof dateFields)[number];

/** What a list is narrowed to (OVW-04). All parts hold at once; within one part any of the values will do. */
export interface OverviewFilter {
  /** Number, name, supplier, notes, line description. */
  readonly text: string;
  readonly status: readonly string[];
  /** By the names of the kinds. */
  readonly kinds: readonly string[];
  readonly references: Readonly<Record<ReferenceFilter, readonly number[]>>;
  /** Master data that documents or their lines hold, each as `relation.column.id`; any of it will do (PROC-43). */
  readonly held: readonly string[];
  /** The chosen words of the filters that modules add, by their keys. */
  readonly words: Readonly<Record<string, readonly string[]>>;
  /** Of the net total in the currency of the company, both ends included. */
  readonly amountFrom: Amount | null;
  readonly amountTo: Amount | null;
  readonly range: TimeRange | null;
  readonly dateField: DateField;
  /** Only what should have been delivered by now (OVW-10, PROC-35). */
  readonly isOverdue: boolean;
}

export const noFilter: OverviewFilter = {
  text: '',
  status: [],
  kinds: [],
  references: {
    client: [],
    department: [],
    cost_center: [],
    ledger_account: [],
    supplier: [],
    creator: [],
    assignee: [],
    responsible: [],
    document: [],
  },
  held: [],
  words: {},
  amountFrom: null,
  amountTo: null,
  range: null,
  dateField: 'created',
  isOverdue: false,
};

/** The heads of columns that sort, and the two orders of tasks (OVW-10). */
export const sortKeys = [
  'number',
  'name',
  'status',
  'created',
  'delivery',
  'amount',
  'urgency',
  'age',
] as const;
export type SortKey = (typeof sortKeys)[number];

export interface Sort {
  readonly key: SortKey;
  readonly isDescending: boolean;
}

const newestFirst: Sort = { key: 'created', isDescending: true };
const mostUrgentFirst: Sort = { key: 'urgency', isDescending: false };

/** The order of a list for which none was chosen. */
export function ownSort(tab: OverviewTab): Sort {
  return tab === 'tasks' ? mostUrgentFirst : newestFirst;
}

/** Who asks, when and where: what a filter means depends on it. */
export interface FilterFacts {
  readonly userId: number;
  /** The person and his task groups, whose tasks are his. */
  readonly persons: readonly number[];
  /** The tenant's day. */
  readonly today: Day;
  readonly timeZone: string;
  /** Without the role `user-price` amounts neither filter nor sort (ROLE-07). */
  readonly seesPrices: boolean;
  readonly modules: readonly Module[];
  readonly listed: Listed;
}

const nothing: readonly Where[] = [{ _or: [] }];

/** Whether it is clear without asking that there is no such document, such as those of a switched-off module. */
export function findsNothing({ _and: parts }: Where): boolean {
  return Array.isArray(parts) && parts.some(({ _or: any }: Where) => Array.isArray(any) && any.length === 0);
}

/** The documents of a tab that a filter leaves, as the API takes it. Drafts are the person's own (OVW-07). */
export function whereOf(tab: OverviewTab, filter: OverviewFilter, facts: FilterFacts): Where {
  const parts = [
    ...whereOfKind(tab, filter, facts),
    ...whereOfTab(tab, filter, facts),
    ...searchedFor(filter.text),
    ...referenceFilters.flatMap((key) => whereOfReference(key, filter.references[key])),
    ...whereOfHeld(filter.held),
    ...whereOfWords(filter, facts),
    ...(facts.seesPrices ? whereOfAmount(tab, filter) : []),
    ...whereOfRange(filter, facts),
    ...(filter.isOverdue ? whereOfOverdue(tab, facts) : []),
  ];
  return { _and: parts };
}

/** Only what is listed here is found, and nothing of a switched-off module (GEN-10). */
function whereOfKind(tab: OverviewTab, { kinds }: OverviewFilter, facts: FilterFacts): readonly Where[] {
  const shown = kindsOf(tab, facts.listed.kinds, facts.modules)
    .map(({ name }): string => name)
    .filter((name) => kinds.length === 0 || kinds.includes(name));
  if (shown.length === 0) return nothing;
  return [{ kind: shown.length === 1 ? { _eq: shown[0] } : { _in: shown } }];
}

/** Tasks by the day on which they are due; elsewhere what suppliers owe, by the day they promised for each line (PROC-35). */
function whereOfOverdue(tab: OverviewTab, { today }: FilterFacts): readonly Where[] {
  const isPast = { _lt: today };
  return [tab === 'tasks' ? { due_date: isPast } : { owed_on: isPast }];
}

function whereOfTab(tab: OverviewTab, { status }: OverviewFilter, facts: FilterFacts): readonly Where[] {
  if (tab === 'drafts') return [{ status: { _eq: draftStatus } }, { creator_id: { _eq: facts.userId } }];
  const inStatus = { status: status.length === 0 ? { _neq: draftStatus } : { _in: status } };
  if (tab !== 'tasks') return [inStatus];
  return [
    inStatus,
    // Says nothing new; by it the database knows that an index of tasks alone has them all.
    { has_tasks: { _eq: true } },
    {
      _or: [
        containsAny('assignee_ids', facts.persons),
        containsAny('asked_ids', [facts.userId]),
        containsAny('reminded_ids', [facts.userId]),
      ],
    },
  ];
}

/** Lists of ids in the document itself are searched by index; the API asks for them one by one. */
function containsAny(
  column: 'assignee_ids' | 'asked_ids' | 'reminded_ids' | 'supplier_ids',
  ids: readonly number[],
): Where {
  return { _or: ids.map((id) => ({ [column]: { _contains: [id] } })) };
}

function whereOfReference(key: ReferenceFilter, ids: readonly number[]): readonly Where[] {
  if (ids.length === 0) return [];
  if (key === 'supplier' || key === 'assignee') return [containsAny(`${key}_ids`, ids)];
  if (key === 'responsible') {
    return [{ under_contract_id: { _is_null: false } }, { under_contract: { responsible_id: { _in: ids } } }];
  }
  // Each has a timeline of its own, whatever its kind.
  const column = key === 'document' ? 'timeline_id' : `${key}_id`;
  const named = ids.filter((id) => id !== noReference);
  if (named.length === ids.length) return [{ [column]: { _in: ids } }];
  const without = { [column]: { _is_null: true } };
  return [named.length === 0 ? without : { _or: [without, { [column]: { _in: named } }] }];
}

/** What names master data that documents hold: a kind or its lines, one of their columns, and an id; of people their tasks. */
export const heldPattern =
  /^(?:(procurement|invoice|contract)(_line)?\.([a-z]\w{0,60}_id)|document\.assignee_ids)\.([1-9]\d{0,14})$/;

function whereOfHeld(held: readonly string[]): readonly Where[] {
  const ids = Map.groupBy(held, (one) => one.replace(/\.\d+$/, ''));
  const parts = [...ids.values()].flatMap((each) => {
    const [found, kind, line, column = ''] = heldPattern.exec(each[0] ?? '') ?? [];
    const named = each.map((one) => Number(one.split('.').at(-1)));
    if (found === undefined) return [];
    if (kind === undefined) return [containsAny('assignee_ids', named)];
    const holds = { [column]: { _in: named } };
    return [{ [kind]: line === undefined ? holds : { [`${kind}_lines`]: holds } }];
  });
  return parts.length === 0 ? [] : [{ _or: parts }];
}

function whereOfWords({ words }: OverviewFilter, { listed, modules, today }: FilterFacts): readonly Where[] {
  return listed.filters
    .filter(({ module }) => modules.includes(module))
    .flatMap(({ key, whereOf: whereOfChosen }) => {
      const chosen = words[key] ?? [];
      return chosen.length === 0 ? [] : whereOfChosen(chosen, today);
    });
}

/** The column of the amount that a list shows, in the currency of the company (PRICE-07): of contracts what each commits to, since intervals differ in length (CON-39). */
function amountColumn(tab: OverviewTab): string {
  return tab === 'contract' ? 'committed_cents' : 'company_netto_cents';
}

function whereOfAmount(tab: OverviewTab, { amountFrom, amountTo }: OverviewFilter): readonly Where[] {
  const column = amountColumn(tab);
  const cents = (amount: Amount): string => round(times(amount, '100'), 0);
  return [
    ...(amountFrom === null ? [] : [{ [column]: { _gte: cents(amountFrom) } }]),
    ...(amountTo === null ? [] : [{ [column]: { _lte: cents(amountTo) } }]),
  ];
}

function whereOfRange({ range, dateField }: OverviewFilter, facts: FilterFacts): readonly Where[] {
  if (range === null) return [];
  const { from, to } = daysOfRange(range, facts.today);
  if (dateField !== 'created') return [{ [`${dateField}_date`]: { _gte: from, _lte: to } }];
  const startsAt = startOfDay(from, facts.timeZone);
  const endsBefore = startOfDay(addDays(to, 1), facts.timeZone);
  return [{ created_at: { _gte: startsAt, _lt: endsBefore } }];
}

export type OrderBy = readonly Readonly<Record<string, string>>[];

/**
 * The order of a sorted list, so that an index serves it in both directions. Own drafts are few and sorted as they
 * are: what has no value yet comes last.
 */
export function orderOf(tab: OverviewTab, sort: Sort, seesPrices: boolean): OrderBy {
  const { key, isDescending } = sort.key === 'amount' && !seesPrices ? ownSort(tab) : sort;
  const direction = isDescending ? 'desc' : 'asc';
  const opposite = isDescending ? 'asc' : 'desc';
  const last = { timeline_id: direction };
  // Within a status the newest come first.
  if (key === 'status') return [{ status: direction }, { created_at: opposite }, { timeline_id: opposite }];
  // Of one day, what waits longest comes first.
  if (key === 'urgency') return [{ due_date: direction }, { waiting_since: direction }, last];
  // Each kind counts for itself.
  if (key === 'number') return [{ kind: direction }, { running_number: direction }, last];
  if (key === 'amount' && tab === 'contract') return [{ [amountColumn(tab)]: direction }, last];
  // What is worth nobody knows what counts as less than everything (PRICE-07).
  const unknownLast = isDescending ? 'desc_nulls_last' : 'asc_nulls_first';
  if (key === 'amount') return [{ [amountColumn(tab)]: unknownLast }, last];
  const isNullable = tab === 'drafts' && (key === 'name' || key === 'delivery');
  return [{ [columns[key]]: isNullable ? `${direction}_nulls_last` : direction }, last];
}

const columns: Readonly<Record<Exclude<SortKey, 'status' | 'urgency' | 'number' | 'amount'>, string>> = {
  name: 'name',
  created: 'created_at',
  delivery: 'delivery_date',
  age: 'waiting_since',
};

type Cleared = Pick<ListedKind, 'clearedStatuses'>;

/** Exactly what is over and done with is shown (OVW-08). */
export function isClearedOnly(
  { status }: Pick<OverviewFilter, 'status'>,
  { clearedStatuses }: Cleared,
): boolean {
  return status.length === clearedStatuses.length && clearedStatuses.every((one) => status.includes(one));
}

/** Narrows to what is over and done with, or no longer (OVW-08). */
export function clearedFilter(
  filter: Pick<OverviewFilter, 'status'>,
  kind: Cleared,
): Pick<OverviewFilter, 'status'> {
  return { status: isClearedOnly(filter, kind) ? [] : kind.clearedStatuses };
}

/** How many filters narrow the list; both ends of an amount count as one. */
export function filterCount(filter: OverviewFilter): number {
  const isSet = [
    filter.text.trim() !== '',
    filter.status.length > 0,
    filter.kinds.length > 0,
    ...Object.values(filter.words).map((words) => words.length > 0),
    ...referenceFilters.map((key) => filter.references[key].length > 0),
    filter.held.length > 0,
    filter.amountFrom !== null || filter.amountTo !== null,
    filter.range !== null,
    filter.isOverdue,
  ];
  return isSet.filter(Boolean).length;
}
