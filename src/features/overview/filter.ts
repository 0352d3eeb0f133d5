import { addDays, type Day } from '../../base/day.ts';
import { type Amount, round, times } from '../../base/money.ts';
import type { Module } from '../../platform/modules.ts';
import { procurementStatuses } from '../../timeline/kinds.ts';
import type { ContractCategory } from '../contract/model.ts';
import { daysOfRange, startOfDay, type TimeRange } from './time-range.ts';

export const overviewTabs = ['tasks', 'all', 'procurement', 'drafts'] as const;
export type OverviewTab = (typeof overviewTabs)[number];

/** The tabs that exist for a tenant: those of a switched-off module are missing (OVW-01, GEN-10). */
export function tabsFor(modules: readonly Module[]): readonly OverviewTab[] {
  const hasRequests = modules.includes('procurement');
  return overviewTabs.filter((tab) => hasRequests || tab === 'tasks' || tab === 'all');
}

/** Statuses to filter by; drafts have a tab of their own. */
export const filterStatuses = procurementStatuses.filter((status) => status !== 'draft');
export type FilterStatus = (typeof filterStatuses)[number];

/** The kinds of documents that the overview lists; each of them is a module, too. */
export const listedKinds = ['procurement'] as const satisfies readonly Module[];
export type ListedKind = (typeof listedKinds)[number];

/** Filters that name records, by their key in the address. */
export const referenceFilters = [
  'client',
  'department',
  'cost_center',
  'ledger_account',
  'supplier',
  'creator',
  'assignee',
] as const;
export type ReferenceFilter = (typeof referenceFilters)[number];

export const dateFields = ['created', 'delivery'] as const;
export type DateField = (typeof dateFields)[number];

/** What a list is narrowed to (OVW-04). All parts hold at once; within one part any of the values will do. */
export interface OverviewFilter {
  /** Number, name, supplier, notes, line description. */
  readonly text: string;
  readonly status: readonly FilterStatus[];
  readonly kinds: readonly ListedKind[];
  readonly references: Readonly<Record<ReferenceFilter, readonly number[]>>;
  /** Of the contract that was ordered from. */
  readonly contractCategories: readonly ContractCategory[];
  /** Of the net total, both ends included. */
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
  },
  contractCategories: [],
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
}

/** A `procurement_bool_exp` or a part of it. */
export type Where = Readonly<Record<string, unknown>>;

/** Fewer characters find nothing in particular and no index. */
const shortestSearch = 3;

const nothing: readonly Where[] = [{ _or: [] }];

/** Whether it is clear without asking that there is no such document, such as those of a switched-off module. */
export function findsNothing({ _and: parts }: Where): boolean {
  return Array.isArray(parts) && nothing.some((part) => parts.includes(part));
}

/** The documents of a tab that a filter leaves, as the API takes it. Drafts are the person's own (OVW-07). */
export function whereOf(tab: OverviewTab, filter: OverviewFilter, facts: FilterFacts): Where {
  const parts = [
    // Nothing of a switched-off module is found (GEN-10).
    ...(facts.modules.includes('procurement') ? [] : nothing),
    ...(filter.kinds.length === 0 || filter.kinds.includes('procurement') ? [] : nothing),
    ...whereOfTab(tab, filter, facts),
    ...whereOfText(tab, filter.text),
    ...referenceFilters.flatMap((key) => whereOfReference(key, filter.references[key])),
    ...(facts.modules.includes('contract') ? whereOfContract(filter) : []),
    ...(facts.seesPrices ? whereOfAmount(filter) : []),
    ...whereOfRange(filter, facts),
    ...(filter.isOverdue ? whereOfOverdue(tab, facts) : []),
  ];
  return { _and: parts };
}

/** Tasks by the day of the whole order; elsewhere what suppliers owe, by the day they promised for each line (PROC-35). */
function whereOfOverdue(tab: OverviewTab, { today }: FilterFacts): readonly Where[] {
  const isPast = { _lt: today };
  if (tab === 'tasks') return [{ delivery_date: isPast }];
  return [{ status: { _eq: 'ordered' } }, { owed_on: isPast }];
}

function whereOfTab(tab: OverviewTab, { status }: OverviewFilter, facts: FilterFacts): readonly Where[] {
  if (tab === 'drafts') return [{ status: { _eq: 'draft' } }, { creator_id: { _eq: facts.userId } }];
  const inStatus = { status: status.length === 0 ? { _neq: 'draft' } : { _in: status } };
  if (tab !== 'tasks') return [inStatus];
  return [
    inStatus,
    { _or: [containsAny('assignee_ids', facts.persons), containsAny('asked_ids', [facts.userId])] },
  ];
}

/** Lists of ids in the document itself are searched by index; the API asks for them one by one. */
function containsAny(column: 'assignee_ids' | 'asked_ids' | 'supplier_ids', ids: readonly number[]): Where {
  return { _or: ids.map((id) => ({ [column]: { _contains: [id] } })) };
}

/**
 * Every word must occur, in any order; a text with shorter words must occur as it stands, because a word of one or
 * two letters alone would find nearly everything. The number of a draft stands in no index of its own: only in the
 * person's own drafts is it looked for.
 */
function whereOfText(tab: OverviewTab, text: string): readonly Where[] {
  const wanted = text.trim().toLowerCase();
  if (wanted.length < shortestSearch) return [];
  const words = wanted.split(/\s+/);
  const parts = words.every((word) => word.length >= shortestSearch) ? words : [wanted];
  return parts.map((part) => {
    const contains = { _ilike: `%${part.replaceAll(/[\\%_]/g, (sign) => `\\${sign}`)}%` };
    const inText = { search_text: contains };
    return tab === 'drafts' ? { _or: [inText, { draft_number_formatted: contains }] } : inText;
  });
}

function whereOfReference(key: ReferenceFilter, ids: readonly number[]): readonly Where[] {
  if (ids.length === 0) return [];
  if (key === 'supplier' || key === 'assignee') return [containsAny(`${key}_ids`, ids)];
  return [{ [`${key}_id`]: { _in: ids } }];
}

/** Few requests come from a contract: the first part leads the search to the index of those. */
function whereOfContract({ contractCategories }: OverviewFilter): readonly Where[] {
  if (contractCategories.length === 0) return [];
  return [{ contract_id: { _is_null: false } }, { contract: { category: { _in: contractCategories } } }];
}

function whereOfAmount({ amountFrom, amountTo }: OverviewFilter): readonly Where[] {
  const cents = (amount: Amount): string => round(times(amount, '100'), 0);
  return [
    ...(amountFrom === null ? [] : [{ total_netto_cents: { _gte: cents(amountFrom) } }]),
    ...(amountTo === null ? [] : [{ total_netto_cents: { _lte: cents(amountTo) } }]),
  ];
}

function whereOfRange({ range, dateField }: OverviewFilter, facts: FilterFacts): readonly Where[] {
  if (range === null) return [];
  const { from, to } = daysOfRange(range, facts.today);
  if (dateField === 'delivery') return [{ delivery_date: { _gte: from, _lte: to } }];
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
  // Within a status the newest come first.
  if (key === 'status') return [{ status: direction }, { created_at: opposite }, { id: opposite }];
  // Purchase requests are due on their day of delivery; of one day, what waits longest comes first.
  if (key === 'urgency')
    return [{ delivery_date: direction }, { waiting_since: direction }, { id: direction }];
  const isNullable = tab === 'drafts' && (key === 'name' || key === 'delivery');
  return [{ [columnOf(tab, key)]: isNullable ? `${direction}_nulls_last` : direction }, { id: direction }];
}

function columnOf(tab: OverviewTab, key: Exclude<SortKey, 'status' | 'urgency'>): string {
  if (key === 'number') return tab === 'drafts' ? 'draft_number' : 'number';
  if (key === 'created') return 'created_at';
  if (key === 'age') return 'waiting_since';
  if (key === 'delivery') return 'delivery_date';
  return key === 'amount' ? 'total_netto_cents' : 'name';
}

/** How many filters narrow the list; both ends of an amount count as one. */
export function filterCount(filter: OverviewFilter): number {
  const isSet = [
    filter.text.trim() !== '',
    filter.status.length > 0,
    filter.kinds.length > 0,
    filter.contractCategories.length > 0,
    ...referenceFilters.map((key) => filter.references[key].length > 0),
    filter.amountFrom !== null || filter.amountTo !== null,
    filter.range !== null,
    filter.isOverdue,
  ];
  return isSet.filter(Boolean).length;
}
