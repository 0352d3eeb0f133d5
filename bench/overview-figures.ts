import { listed } from '../src/app/kinds.ts';
import { contractCategories } from '../src/features/contract/enumerations.ts';
import {
  countQuery,
  fieldsOfList,
  pageRequest,
  pageSize,
  type Selection,
} from '../src/features/overview/documents-query.ts';
import {
  type FilterFacts,
  noFilter,
  type OverviewFilter,
  type OverviewTab,
  orderOf,
  ownSort,
  type ReferenceFilter,
  type Sort,
  sortKeys,
  whereOf,
} from '../src/features/overview/filter.ts';
import type { Context } from '../src/platform/context.ts';
import type { Tx } from '../src/platform/server/database.ts';
import { type Figure, requireEqual, type Side, scattered } from './figure.ts';
import type { Fixture } from './fixture.ts';
import { countByHand, type HandStatement, type HandView, rowsByHand } from './overview-by-hand.ts';

/** One filter or order of the overview. The values vary with `turn`, because people search for different things. */
export interface View {
  readonly name: string;
  readonly tab?: OverviewTab;
  readonly filter?: (turn: number) => Partial<OverviewFilter>;
  readonly sort?: Sort;
  readonly person?: (fixture: Fixture) => Context;
  /** A view that many people use all day: measured with as much concurrency as the other figures. */
  readonly isUsual?: boolean;
}

function tabOf({ tab = 'all' }: View): OverviewTab {
  return tab;
}

/** The number of records per kind and tenant: see `data/00-words.sql`. */
const perTenant: Readonly<Record<Exclude<ReferenceFilter, 'document'>, number>> = {
  client: 3,
  department: 12,
  cost_center: 40,
  ledger_account: 30,
  supplier: 80,
  creator: 60,
  assignee: 60,
  responsible: 60,
};

const words = [
  'notebook',
  'anlieferung kiel',
  'drehmoment',
  'wiechmann',
  'po-0123',
  'edelstahl schlauch',
  'xyzzy',
];

/** Each occurs in a ninth of all documents. */
const frequentWords = ['jahresbedarf', 'reparatur', 'umbau'];
const frequent = (turn: number): Partial<OverviewFilter> => ({
  text: frequentWords[turn % frequentWords.length] ?? '',
});

const referenceViews = Object.entries(perTenant).map(([key, count]): View => {
  const one = (turn: number) => 1 + scattered(turn, count);
  return { name: key, filter: (turn) => ({ references: { ...noFilter.references, [key]: [one(turn)] } }) };
});

/** Urgency and age order tasks, measured above. */
const columnKeys = sortKeys.filter((key) => key !== 'urgency' && key !== 'age');

const sortViews = columnKeys.flatMap((key) =>
  [false, true].map(
    (isDescending): View => ({
      name: `sort_${key}_${isDescending ? 'down' : 'up'}`,
      sort: { key, isDescending },
    }),
  ),
);

const views: readonly View[] = [
  { name: 'all' },
  { name: 'involved', person: ({ people }) => people.employee },
  { name: 'involved_in_many', person: ({ people }) => people.involved },
  { name: 'involved_in_none', person: ({ people }) => people.newcomer },
  { name: 'department_scope', person: ({ people }) => people.approver },
  { name: 'tasks', tab: 'tasks', person: ({ people }) => people.approver },
  { name: 'tasks_by_age', tab: 'tasks', sort: up('age'), person: ({ people }) => people.approver },
  {
    name: 'tasks_overdue',
    tab: 'tasks',
    filter: () => ({ isOverdue: true }),
    person: ({ people }) => people.approver,
  },
  { name: 'late', filter: () => ({ isOverdue: true }) },
  { name: 'drafts', tab: 'drafts', person: ({ people }) => people.employee },
  { name: 'text', filter: (turn) => ({ text: words[turn % words.length] ?? '' }) },
  { name: 'text_by_name', filter: (turn) => ({ text: words[turn % words.length] ?? '' }), sort: up('name') },
  {
    name: 'text_involved',
    filter: (turn) => ({ text: words[turn % words.length] ?? '' }),
    person: ({ people }) => people.employee,
  },
  { name: 'frequent', filter: frequent },
  { name: 'frequent_involved', filter: frequent, person: ({ people }) => people.employee },
  { name: 'frequent_involved_in_many', filter: frequent, person: ({ people }) => people.involved },
  { name: 'frequent_involved_in_none', filter: frequent, person: ({ people }) => people.newcomer },
  {
    name: 'status_involved',
    filter: () => ({ status: ['approval'] }),
    person: ({ people }) => people.employee,
  },
  { name: 'status', filter: (turn) => ({ status: [turn % 2 === 0 ? 'approval' : 'completed'] }) },
  { name: 'statuses', filter: () => ({ status: ['open', 'approval', 'clearing'] }) },
  ...referenceViews,
  {
    name: 'contract_category',
    filter: (turn) => ({
      words: { contract_category: [contractCategories[turn % contractCategories.length] ?? 'other'] },
    }),
  },
  { name: 'amount', filter: (turn) => amounts(turn) },
  { name: 'amount_by_amount', filter: (turn) => amounts(turn), sort: up('amount') },
  { name: 'created', filter: () => ({ range: 'this_year' }) },
  { name: 'created_week', filter: () => ({ range: 'last_week' }) },
  { name: 'delivery', filter: () => ({ range: 'last_month', dateField: 'delivery' }) },
  {
    name: 'combined',
    filter: (turn) => ({
      text: 'notebook',
      status: ['completed', 'ordered'],
      range: 'this_year',
      references: { ...noFilter.references, cost_center: [1 + scattered(turn, 40)] },
    }),
    sort: up('name'),
    isUsual: true,
  },
  ...sortViews,
];

function up(key: Sort['key']): Sort {
  return { key, isDescending: false };
}

function amounts(turn: number): Partial<OverviewFilter> {
  const from = 100 + scattered(turn, 5000);
  return { amountFrom: String(from), amountTo: String(from + 500) };
}

/**
 * Every filter and every order of the overview, with the page's own query, among all documents of the largest tenant.
 */
const rowFigures = views.map((view) => rowsOf(view, `overview_${view.name}`));

/** The first rows of a view. */
export function rowsOf(view: View, name: string): Figure {
  return viewFigure(view, {
    name,
    title: `overview: ${view.name.replaceAll('_', ' ')}, 50 rows`,
    request: (selection) => pageRequest(fieldsOfList(tabOf(view)), selection, [{}], pageSize),
    byHand: rowsByHand,
  });
}

/** The usual counts: everything, tasks, a status, and words with many hits. */
const counted = [
  'all',
  'involved_in_many',
  'tasks',
  'text',
  'frequent',
  'frequent_involved_in_many',
  'status',
];

/** The number of hits, which the page requests separately so that rows do not wait for it. */
const countFigures = views
  .filter(({ name }) => counted.includes(name))
  .map((view) => countsOf(view, `overview_count_${view.name}`));

/** The number of hits of a view. */
export function countsOf(view: View, name: string): Figure {
  return viewFigure(view, {
    name,
    title: `overview: number of hits of ${view.name.replaceAll('_', ' ')}`,
    request: ({ where }) => ({ query: countQuery, variables: { where } }),
    byHand: countByHand,
  });
}

export const overviewFigures: readonly Figure[] = [...rowFigures, ...countFigures];

interface Asked {
  readonly name: string;
  readonly title: string;
  readonly request: (selection: Selection) => {
    readonly query: string;
    readonly variables: Readonly<Record<string, unknown>>;
  };
  readonly byHand: (view: HandView) => HandStatement;
}

function viewFigure(view: View, { name, title, request, byHand }: Asked): Figure {
  const person = view.person ?? (({ people }: Fixture) => people.buyer);
  return {
    name,
    title,
    aimP95: 100,
    ...(view.isUsual ? {} : { concurrencies: [1] }),
    person,
    sides: async (fixture) => {
      const context = person(fixture);
      const isInvolvedOnly = involvedOnly(fixture).includes(context);
      const product: Side = (turn) => {
        const { query, variables } = request(selectionOf(view, context, turn));
        return fixture.ask(context, query, variables);
      };
      const hand: Side = async (turn) => {
        const { sql, values } = byHand({ ...shownBy(view, context, turn), isInvolvedOnly });
        const run = (tx: Tx) => tx.query<{ body: string }>(sql, [...values]);
        const rows = await fixture.database.inTenant(context, run, { planMode: 'force_custom_plan' });
        return rows[0]?.body ?? '';
      };
      for (let turn = 0; turn < 3; turn += 1) await requireEqual(name, product, hand, turn);
      return { product, hand };
    },
  };
}

/** A person who sees only own documents. */
function involvedOnly({ people }: Fixture): readonly Context[] {
  return [people.employee, people.involved, people.newcomer, people.invoiceApprover];
}

function selectionOf(view: View, context: Context, turn: number): Selection {
  const { tab, filter, facts, order } = shownBy(view, context, turn);
  return { where: whereOf(tab, filter, facts), order_by: order };
}

function shownBy(view: View, context: Context, turn: number): Omit<HandView, 'isInvolvedOnly'> {
  const tab = tabOf(view);
  const filter = { ...noFilter, ...view.filter?.(turn) };
  const facts: FilterFacts = {
    userId: context.userId,
    persons: [context.userId],
    today: new Date().toISOString().slice(0, 10),
    timeZone: 'Europe/Berlin',
    seesPrices: true,
    modules: tab === 'invoice' ? ['invoice'] : ['procurement', 'contract'],
    listed,
  };
  return { tab, filter, facts, order: orderOf(tab, view.sort ?? ownSort(tab), true) };
}
