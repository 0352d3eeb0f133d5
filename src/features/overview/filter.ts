import { addDays, type Day, startOfDay } from '../../base/day.ts';
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
import { whereOfSearchedAmount } from './searched-amount.ts';
import { daysOfRange, type TimeRange } from './time-range.ts';

/** `tasks`, `all`, `drafts`, or the name of the only kind shown. */
export type OverviewTab = string;

/** All tabs in display order (OVW-01). */
export function tabsOf(kinds: readonly ListedKind[]): readonly OverviewTab[] {
  const names = (isBehind: boolean): readonly OverviewTab[] =>
    kinds.filter(({ isBehindDrafts }) => isBehindDrafts === isBehind).map(({ name }) => name);
  return ['tasks', 'all', ...names(false), ...(kinds.some(hasDrafts) ? ['drafts'] : []), ...names(true)];
}

/** Facts about the person that decide which tabs they have. */
export interface TabFacts {
  readonly modules: readonly Module[];
  readonly hasRole: (role: string) => boolean;
}

/** The tabs of a person, without those of switched-off modules or missing rights (OVW-01, GEN-10). */
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

/** Filters by referenced records, with their keys in the address. */
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

/** References that may be empty; the filter value 0 means empty. */
export const nullableReferences: readonly ReferenceFilter[] = [
  'client',
  'department',
  'cost_center',
  'ledger_account',
];
export const noReference = 0;

/** Dates that a range can apply to (OVW-03). */
export const dateFields = ['created', 'delivery', 'invoice', 'due'] as const;
export type DateField = (typeof dateFields)[number];

/** Filter of a list (OVW-04). All parts must match; within a part any value matches. */
export interface OverviewFilter {
  /** Searches number, name, supplier, notes and line descriptions. */
  readonly text: string;
  readonly status: readonly string[];
  readonly kinds: readonly string[];
  readonly references: Readonly<Record<ReferenceFilter, readonly number[]>>;
  /** Master data used by documents or their lines, each as `relation.column.id`; any of them matches (PROC-43). */
  readonly held: readonly string[];
  /** Chosen words of the filters added by modules, by filter key. */
  readonly words: Readonly<Record<string, readonly string[]>>;
  /** Net total in the company's currency, both ends included. */
  readonly amountFrom: Amount | null;
  readonly amountTo: Amount | null;
  readonly range: TimeRange | null;
  readonly dateField: DateField;
  /** Only overdue documents (OVW-10, PROC-35). */
  readonly isOverdue: boolean;
  /** Only documents that sums leave out because their rate is unknown (PRICE-07). */
  readonly isWithoutRate: boolean;
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
  isWithoutRate: false,
};

/** Sortable columns, and the two orders of tasks (OVW-10). */
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

/** Default order of a tab. */
export function ownSort(tab: OverviewTab): Sort {
  return tab === 'tasks' ? mostUrgentFirst : newestFirst;
}

/** Person, date and rights that the meaning of a filter depends on. */
export interface FilterFacts {
  readonly userId: number;
  /** Ids of the person and their task groups. */
  readonly persons: readonly number[];
  /** Today in the tenant's time zone. */
  readonly today: Day;
  readonly timeZone: string;
  /** Amounts neither filter nor sort without the role `user-price` (ROLE-07). */
  readonly seesPrices: boolean;
  readonly modules: readonly Module[];
  readonly listed: Listed;
}

const nothing: readonly Where[] = [{ _or: [] }];

/** Whether the filter cannot match, such as for a switched-off module. */
export function findsNothing({ _and: parts }: Where): boolean {
  return Array.isArray(parts) && parts.some(({ _or: any }: Where) => Array.isArray(any) && any.length === 0);
}

/** The filter of a tab as the API expects it. Drafts are limited to the person's own (OVW-07). */
export function whereOf(tab: OverviewTab, filter: OverviewFilter, facts: FilterFacts): Where {
  const parts = [
    ...whereOfKind(tab, filter, facts),
    ...whereOfTab(tab, filter, facts),
    ...whereOfText(filter.text, facts),
    ...referenceFilters.flatMap((key) => whereOfReference(key, filter.references[key])),
    ...whereOfHeld(filter.held),
    ...whereOfWords(filter, facts),
    ...(facts.seesPrices ? whereOfAmount(tab, filter) : []),
    ...(facts.seesPrices && filter.isWithoutRate ? [{ company_netto_cents: { _is_null: true } }] : []),
    ...whereOfRange(filter, facts),
    ...(filter.isOverdue ? whereOfOverdue(tab, facts) : []),
  ];
  return { _and: parts };
}

/** Documents with these words, or of this amount for people who see prices. */
function whereOfText(text: string, { seesPrices }: FilterFacts): readonly Where[] {
  const amount = seesPrices ? whereOfSearchedAmount(text) : null;
  const words = searchedFor(text);
  return amount === null ? words : [{ _or: [{ _and: words }, amount] }];
}

/** Limits hits to listed kinds whose modules are on (GEN-10). */
function whereOfKind(tab: OverviewTab, { kinds }: OverviewFilter, facts: FilterFacts): readonly Where[] {
  const shown = kindsOf(tab, facts.listed.kinds, facts.modules)
    .map(({ name }): string => name)
    .filter((name) => kinds.length === 0 || kinds.includes(name));
  if (shown.length === 0) return nothing;
  return [{ kind: shown.length === 1 ? { _eq: shown[0] } : { _in: shown } }];
}

/** Overdue tasks by their urgency day; other tabs by goods owed, by the day promised for each line (PROC-35). */
function whereOfOverdue(tab: OverviewTab, { today }: FilterFacts): readonly Where[] {
  const isPast = { _lt: today };
  return [tab === 'tasks' ? { urgent_on: isPast } : { owed_on: isPast }];
}

function whereOfTab(tab: OverviewTab, { status }: OverviewFilter, facts: FilterFacts): readonly Where[] {
  if (tab === 'drafts') return [{ status: { _eq: draftStatus } }, { creator_id: { _eq: facts.userId } }];
  const inStatus = { status: status.length === 0 ? { _neq: draftStatus } : { _in: status } };
  if (tab !== 'tasks') return [inStatus];
  return [
    inStatus,
    // Redundant, but lets the database use the partial index of tasks.
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

/** Tasks of these persons and groups and reminders to them, without the questions to them (TASK-23). */
export function whereOfOwn(persons: readonly number[]): Where {
  return { _or: [containsAny('assignee_ids', persons), containsAny('reminded_ids', persons)] };
}

/** One condition per id, so that the index on the document's id list is used. */
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
  // Documents of all kinds share the ids of timelines.
  const column = key === 'document' ? 'timeline_id' : `${key}_id`;
  const named = ids.filter((id) => id !== noReference);
  if (named.length === ids.length) return [{ [column]: { _in: ids } }];
  const without = { [column]: { _is_null: true } };
  return [named.length === 0 ? without : { _or: [without, { [column]: { _in: named } }] }];
}

/** Master data used by documents: a kind or its lines, a column and an id; for people also their tasks. */
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

/** Column of the shown amount in company currency (PRICE-07): for contracts the commitment, since their intervals differ (CON-39). */
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
 * A sort order that an index serves in both directions. Drafts are few and sorted without an index: empty values come
 * last.
 */
export function orderOf(tab: OverviewTab, sort: Sort, seesPrices: boolean): OrderBy {
  const { key, isDescending } = sort.key === 'amount' && !seesPrices ? ownSort(tab) : sort;
  const direction = isDescending ? 'desc' : 'asc';
  const opposite = isDescending ? 'asc' : 'desc';
  const last = { timeline_id: direction };
  // Newest first within a status.
  if (key === 'status') return [{ status: direction }, { created_at: opposite }, { timeline_id: opposite }];
  // Longest waiting first within a day.
  if (key === 'urgency') return [{ urgent_on: direction }, { waiting_since: direction }, last];
  // Numbers run per kind.
  if (key === 'number') return [{ kind: direction }, { running_number: direction }, last];
  if (key === 'amount' && tab === 'contract') return [{ [amountColumn(tab)]: direction }, last];
  // Unknown values sort below all others (PRICE-07).
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

/** Whether exactly the cleared statuses are chosen (OVW-08). */
export function isClearedOnly(
  { status }: Pick<OverviewFilter, 'status'>,
  { clearedStatuses }: Cleared,
): boolean {
  return status.length === clearedStatuses.length && clearedStatuses.every((one) => status.includes(one));
}

/** Toggles the filter to the cleared statuses (OVW-08). */
export function clearedFilter(
  filter: Pick<OverviewFilter, 'status'>,
  kind: Cleared,
): Pick<OverviewFilter, 'status'> {
  return { status: isClearedOnly(filter, kind) ? [] : kind.clearedStatuses };
}

/** Number of active filters; both ends of an amount count as one. */
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
    filter.isWithoutRate,
  ];
  return isSet.filter(Boolean).length;
}
