import { describe, expect, test } from 'vitest';
import { listed } from '../../app/kinds.ts';
import {
  clearedFilter,
  type FilterFacts,
  filterCount,
  findsNothing,
  isClearedOnly,
  noFilter,
  type OverviewFilter,
  orderOf,
  ownSort,
  tabsFor,
  tabsOf,
  whereOf,
} from './filter.ts';

const facts: FilterFacts = {
  userId: 7,
  persons: [7, 30],
  today: '2025-05-21',
  timeZone: 'Europe/Berlin',
  seesPrices: true,
  modules: ['procurement'],
  listed,
};
const { kinds } = listed;
const withAll: FilterFacts = { ...facts, modules: ['procurement', 'invoice', 'contract'] };

const isRequest = { kind: { _eq: 'procurement' } };
const isSubmitted = { status: { _neq: 'draft' } };

function where(change: Partial<OverviewFilter>, tab: Parameters<typeof whereOf>[0] = 'all', other = facts) {
  return whereOf(tab, { ...noFilter, ...change }, other)._and;
}

function references(change: Partial<OverviewFilter['references']>): Partial<OverviewFilter> {
  return { references: { ...noFilter.references, ...change } };
}

describe('OVW-01 documents of each tab', () => {
  test('all shows submitted documents of every kind', () => {
    expect(where({})).toEqual([isRequest, isSubmitted]);
    expect(where({}, 'all', withAll)).toEqual([
      { kind: { _in: ['procurement', 'invoice', 'contract'] } },
      isSubmitted,
    ]);
  });

  test('a tab of a kind shows that kind only', () => {
    expect(where({}, 'invoice', withAll)).toEqual([{ kind: { _eq: 'invoice' } }, isSubmitted]);
  });

  test('OVW-07 drafts shows the person’s own drafts', () => {
    expect(where({}, 'drafts', withAll)).toEqual([
      isRequest,
      { status: { _eq: 'draft' } },
      { creator_id: { _eq: 7 } },
    ]);
  });

  test('OVW-10, TASK-23 tasks are assigned to the person or their groups; questions and reminders to the person', () => {
    const isTask = { _or: [{ assignee_ids: { _contains: [7] } }, { assignee_ids: { _contains: [30] } }] };
    const isAnyones = { has_tasks: { _eq: true } };
    const hasQuestion = { _or: [{ asked_ids: { _contains: [7] } }] };
    const isReminded = { _or: [{ reminded_ids: { _contains: [7] } }] };
    expect(where({}, 'tasks')).toEqual([
      isRequest,
      isSubmitted,
      isAnyones,
      { _or: [isTask, hasQuestion, isReminded] },
    ]);
  });
});

describe('GEN-10 a switched-off module', () => {
  test('has no tabs, and its documents are not found', () => {
    const tabs = (modules: FilterFacts['modules'], hasRole = () => true) =>
      tabsFor(kinds, { modules, hasRole });
    expect(tabsOf(kinds)).toEqual(['tasks', 'all', 'procurement', 'invoice', 'drafts', 'contract']);
    expect(tabs(withAll.modules)).toEqual(tabsOf(kinds));
    expect(tabs(['procurement'])).toEqual(['tasks', 'all', 'procurement', 'drafts']);
    expect(tabs(['invoice'])).toEqual(['tasks', 'all', 'invoice']);
    expect(tabs([])).toEqual(['tasks', 'all']);
    expect(where({}, 'procurement', { ...facts, modules: ['invoice'] })).toContainEqual({ _or: [] });
    expect(findsNothing(whereOf('all', noFilter, { ...facts, modules: [] }))).toBe(true);
    expect(findsNothing(whereOf('all', noFilter, facts))).toBe(false);
  });

  test('ROLE-04 only people who may see contracts have their tab', () => {
    const tabs = tabsFor(kinds, { modules: withAll.modules, hasRole: () => false });
    expect(tabs).toEqual(['tasks', 'all', 'procurement', 'invoice', 'drafts']);
  });
});

describe('OVW-04 each filter', () => {
  test('statuses replace "submitted"; any of them matches', () => {
    expect(where({ status: ['approval', 'clearing'] })).toEqual([
      isRequest,
      { status: { _in: ['approval', 'clearing'] } },
    ]);
  });

  test.each(['client', 'department', 'cost_center', 'ledger_account', 'creator'] as const)('%s', (key) => {
    expect(where(references({ [key]: [3, 4] }))).toEqual([
      isRequest,
      isSubmitted,
      { [`${key}_id`]: { _in: [3, 4] } },
    ]);
  });

  test.each(['supplier', 'assignee'] as const)('any of several values of %s matches', (key) => {
    expect(where(references({ [key]: [9, 12] }))).toEqual([
      isRequest,
      isSubmitted,
      { _or: [{ [`${key}_ids`]: { _contains: [9] } }, { [`${key}_ids`]: { _contains: [12] } }] },
    ]);
  });

  test('kinds, limited to those of the tab', () => {
    expect(where({ kinds: ['procurement'] }, 'all', withAll)).toEqual([isRequest, isSubmitted]);
    expect(where({ kinds: ['invoice', 'contract'] }, 'all', withAll)).toEqual([
      { kind: { _in: ['invoice', 'contract'] } },
      isSubmitted,
    ]);
    expect(findsNothing(whereOf('all', { ...noFilter, kinds: ['invoice'] }, facts))).toBe(true);
  });

  test('category of the underlying contract, only where the contract module is on', () => {
    const change = { words: { contract_category: ['license', 'leasing'] } };
    const withContracts: FilterFacts = { ...facts, modules: ['procurement', 'contract'] };
    expect(where(change, 'procurement', withContracts)).toEqual([
      isRequest,
      isSubmitted,
      { under_contract_id: { _is_null: false } },
      { under_contract: { category: { _in: ['license', 'leasing'] } } },
    ]);
    expect(where(change)).toEqual([isRequest, isSubmitted]);
  });

  test('person responsible for the contract', () => {
    expect(where(references({ responsible: [3, 4] }), 'contract', withAll)).toEqual([
      { kind: { _eq: 'contract' } },
      isSubmitted,
      { under_contract_id: { _is_null: false } },
      { under_contract: { responsible_id: { _in: [3, 4] } } },
    ]);
  });

  test('contracts whose end or notice deadline is near: the longest chosen period counts', () => {
    const words = { contract_end: ['30'], contract_deadline: ['30', '90'] };
    expect(where({ words }, 'contract', withAll)).toEqual([
      { kind: { _eq: 'contract' } },
      isSubmitted,
      { under_contract_id: { _is_null: false } },
      { under_contract: { end_date: { _gte: '2025-05-21', _lte: '2025-06-20' } } },
      { due_date: { _gte: '2025-05-21', _lte: '2025-08-19' } },
    ]);
  });

  test('OVW-10 unpaid invoices with a discount that ends soon, including its last day', () => {
    const words = { discount: ['7'] };
    const soon = { _gte: '2025-05-21', _lte: '2025-05-28' };
    const discounted = [
      { invoice_id: { _is_null: false } },
      { status: { _nin: ['completed', 'declined', 'declined-exported'] } },
      {
        invoice: {
          paid: { _eq: false },
          discount_1_date: { _is_null: false },
          _or: [{ discount_1_date: soon }, { discount_2_date: soon }],
        },
      },
    ];
    expect(where({ words }, 'tasks', withAll)).toEqual(expect.arrayContaining(discounted));
    expect(where({ words }, 'invoice', withAll)).toEqual([
      { kind: { _eq: 'invoice' } },
      isSubmitted,
      ...discounted,
    ]);
    expect(where({ words })).toEqual([isRequest, isSubmitted]);
  });

  test('amounts compare in cents, both ends included', () => {
    expect(where({ amountFrom: '100.5', amountTo: '1234.567' })).toEqual([
      isRequest,
      isSubmitted,
      { company_netto_cents: { _gte: '10050' } },
      { company_netto_cents: { _lte: '123457' } },
    ]);
  });

  test('ROLE-07 ignores the amount of a shared link without the price role', () => {
    expect(where({ amountFrom: '1' }, 'all', { ...facts, seesPrices: false })).toEqual([
      isRequest,
      isSubmitted,
    ]);
  });

  test('OVW-03 a creation range runs from midnight to midnight in the tenant’s time zone', () => {
    expect(where({ range: 'last_month' })).toEqual([
      isRequest,
      isSubmitted,
      { created_at: { _gte: '2025-03-31T22:00:00.000Z', _lt: '2025-04-30T22:00:00.000Z' } },
    ]);
  });

  test('OVW-03 ranges of invoice dates and due dates compare days', () => {
    expect(where({ range: '2025-05-01..2025-05-02', dateField: 'invoice' })).toEqual([
      isRequest,
      isSubmitted,
      { invoice_date: { _gte: '2025-05-01', _lte: '2025-05-02' } },
    ]);
    expect(where({ range: 'today', dateField: 'due' })).toEqual([
      isRequest,
      isSubmitted,
      { due_date: { _gte: '2025-05-21', _lte: '2025-05-21' } },
    ]);
  });

  test('OVW-04 DASH-04 documents without a department, alone or together with some departments', () => {
    const of = (department: readonly number[]) =>
      where({ references: { ...noFilter.references, department } });
    expect(of([0])).toEqual([isRequest, isSubmitted, { department_id: { _is_null: true } }]);
    expect(of([0, 7])).toEqual([
      isRequest,
      isSubmitted,
      { _or: [{ department_id: { _is_null: true } }, { department_id: { _in: [7] } }] },
    ]);
  });

  test('OVW-03 a delivery range compares days', () => {
    expect(where({ range: 'this_week', dateField: 'delivery' })).toEqual([
      isRequest,
      isSubmitted,
      { delivery_date: { _gte: '2025-05-19', _lte: '2025-05-25' } },
    ]);
  });

  test('OVW-10 overdue tasks have an urgency day before today', () => {
    expect(where({ isOverdue: true }, 'tasks')).toContainEqual({ urgent_on: { _lt: '2025-05-21' } });
  });

  test('PROC-35 late documents have goods owed since before today', () => {
    expect(where({ isOverdue: true })).toEqual([isRequest, isSubmitted, { owed_on: { _lt: '2025-05-21' } }]);
  });

  test('PRICE-07 documents without a rate have no value in company currency, for people who see prices', () => {
    expect(where({ isWithoutRate: true })).toContainEqual({ company_netto_cents: { _is_null: true } });
    expect(where({ isWithoutRate: true }, 'procurement', { ...facts, seesPrices: false })).toHaveLength(2);
  });

  test('all filters apply together', () => {
    const all = where({ ...references({ client: [1], supplier: [2] }), status: ['open'], text: 'bohrer' });
    expect(all).toHaveLength(5);
  });
});

describe('OVW-08 INV-13 the filter "cleared"', () => {
  const invoices = kinds.find(({ name }) => name === 'invoice');
  const cleared = { clearedStatuses: invoices?.clearedStatuses ?? [] };

  test('toggles exported and discarded invoices', () => {
    const narrowed = clearedFilter({ status: ['approval'] }, cleared);
    expect(where(narrowed, 'invoice', withAll)).toContainEqual({
      status: { _in: ['completed', 'declined', 'declined-exported'] },
    });
    expect(isClearedOnly(narrowed, cleared)).toBe(true);
    expect(isClearedOnly({ status: ['completed'] }, cleared)).toBe(false);
    expect(clearedFilter(narrowed, cleared)).toEqual({ status: [] });
  });
});

describe('OVW-04 text search', () => {
  const contains = (text: string) => ({ search_text: { _like: text } });

  test.each([
    ['every word must occur', ' Bohrer  Edelstahl ', [contains('%bohrer%'), contains('%edelstahl%')]],
    ['one or two characters begin a word', 'A4 Papier', [contains('% a4%'), contains('%papier%')]],
    ['punctuation separates words', '100%_\\', [contains('%100%')]],
    ['a part of a number is a word', '57', [contains('% 57%')]],
    ['umlauts may be written either way', 'Buero', [{ _or: [contains('%buero%'), contains('%buro%')] }]],
    ['punctuation alone finds nothing', '%', [{ _or: [] }]],
    ['blanks count as no text', '   ', []],
  ])('%s', (_, text, expected) => {
    expect(where({ text })).toEqual([isRequest, isSubmitted, ...expected]);
  });
});

describe('LIST-02 the order', () => {
  test('a second key makes pages disjoint', () => {
    expect(orderOf('all', { key: 'name', isDescending: false }, true)).toEqual([
      { name: 'asc' },
      { timeline_id: 'asc' },
    ]);
    expect(orderOf('all', { key: 'created', isDescending: true }, true)).toEqual([
      { created_at: 'desc' },
      { timeline_id: 'desc' },
    ]);
  });

  test('OVW-10 tasks sort by urgency (urgency day, then waiting time) or by age alone', () => {
    expect(orderOf('tasks', ownSort('tasks'), true)).toEqual([
      { urgent_on: 'asc' },
      { waiting_since: 'asc' },
      { timeline_id: 'asc' },
    ]);
    expect(orderOf('tasks', { key: 'age', isDescending: false }, true)).toEqual([
      { waiting_since: 'asc' },
      { timeline_id: 'asc' },
    ]);
  });

  test('within a status the newest come first, or the oldest in descending order', () => {
    expect(orderOf('all', { key: 'status', isDescending: false }, true)).toEqual([
      { status: 'asc' },
      { created_at: 'desc' },
      { timeline_id: 'desc' },
    ]);
  });

  test('numbers sort within a kind', () => {
    expect(orderOf('all', { key: 'number', isDescending: true }, true)).toEqual([
      { kind: 'desc' },
      { running_number: 'desc' },
      { timeline_id: 'desc' },
    ]);
  });

  test('drafts without a value come last', () => {
    expect(orderOf('drafts', { key: 'delivery', isDescending: true }, true)[0]).toEqual({
      delivery_date: 'desc_nulls_last',
    });
  });

  test('ROLE-07 sorting by amount needs the price role', () => {
    const byAmount = { key: 'amount', isDescending: false } as const;
    expect(orderOf('all', byAmount, true)[0]).toEqual({ company_netto_cents: 'asc_nulls_first' });
    expect(orderOf('all', { ...byAmount, isDescending: true }, true)[0]).toEqual({
      company_netto_cents: 'desc_nulls_last',
    });
    expect(orderOf('all', byAmount, false)[0]).toEqual({ created_at: 'desc' });
  });

  test('PROC-43 documents by master data used in them or their lines', () => {
    const held = [
      'invoice.cost_center_id.4',
      'invoice_line.cost_center_id.4',
      'invoice_line.cost_center_id.5',
    ];
    expect(where({ held })).toContainEqual({
      _or: [
        { invoice: { cost_center_id: { _in: [4] } } },
        { invoice: { invoice_lines: { cost_center_id: { _in: [4, 5] } } } },
      ],
    });
    expect(where({ held: ['document.assignee_ids.7'] })).toContainEqual({
      _or: [{ _or: [{ assignee_ids: { _contains: [7] } }] }],
    });
  });

  test('CON-39 contracts sort and filter by their commitment, as their list shows it', () => {
    expect(orderOf('contract', { key: 'amount', isDescending: true }, true)).toEqual([
      { committed_cents: 'desc' },
      { timeline_id: 'desc' },
    ]);
    expect(where({ amountFrom: '100.5', amountTo: '1234.567' }, 'contract', withAll)).toEqual(
      expect.arrayContaining([
        { committed_cents: { _gte: '10050' } },
        { committed_cents: { _lte: '123457' } },
      ]),
    );
  });
});

test('OVW-04 counts filters, with both ends of an amount as one', () => {
  expect(filterCount(noFilter)).toBe(0);
  const change = { text: 'abc', amountFrom: '1', amountTo: '2', range: 'today', status: ['open'] } as const;
  const others = { kinds: ['procurement'], words: { contract_category: ['leasing'] } };
  expect(filterCount({ ...noFilter, ...change, ...references({ creator: [1] }) })).toBe(5);
  expect(filterCount({ ...noFilter, ...change, ...others })).toBe(6);
});
