import { describe, expect, test } from 'vitest';
import { listed } from '../../app/kinds.ts';
import { noFilter } from './filter.ts';
import { nextSort, type OverviewView, searchOf, validOverviewSearch, viewOf } from './overview-search.ts';

describe('OVW-04 filters in the address', () => {
  const view: OverviewView = {
    tab: 'all',
    filter: {
      text: 'bohrer 6 mm',
      status: ['approval', 'clearing'],
      kinds: ['procurement'],
      references: { ...noFilter.references, supplier: [3], cost_center: [4, 5] },
      held: ['procurement.cost_center_id.12', 'procurement_line.cost_center_id.12'],
      words: { contract_category: ['license', 'leasing'] },
      amountFrom: '100.5',
      amountTo: '2000',
      range: 'last_month',
      dateField: 'delivery',
      isOverdue: true,
      isWithoutRate: true,
    },
    sort: { key: 'amount', isDescending: true },
    viewMode: 'table',
  };

  test('every part has a short name', () => {
    expect(searchOf(view)).toEqual({
      tab: 'all',
      q: 'bohrer 6 mm',
      status: 'approval,clearing',
      kind: 'procurement',
      supplier: 3,
      cost_center: '4,5',
      held: 'procurement.cost_center_id.12,procurement_line.cost_center_id.12',
      contract_category: 'license,leasing',
      amount_from: 100.5,
      amount_to: 2000,
      range: 'last_month',
      date: 'delivery',
      due: 'overdue',
      rate: 'unknown',
      sort: '-amount',
      viewMode: 'table',
    });
  });

  test('an address restores its view', () => {
    expect(viewOf({ ...searchOf(view) }, listed)).toEqual(view);
  });

  test('the default view has an empty address', () => {
    expect(searchOf({ tab: 'tasks', filter: noFilter, sort: null, viewMode: null })).toEqual({});
  });

  test.each([
    ['an unknown tab', { tab: 'cleared' }],
    ['an unknown status, and drafts', { status: 'draft,lost' }],
    ['an unknown kind', { kind: 'letter' }],
    ['an unknown contract category', { contract_category: 'marriage' }],
    ['invalid ids of held master data', { held: 'tenant.id.1,invoice.name.2,invoice_line.cost_center_id.0' }],
    ['invalid ids', { supplier: 'x,-1,0,1.5,' }],
    ['invalid amounts', { amount_from: '1e9', amount_to: 'many' }],
    ['impossible amounts', { amount_from: 1e20 }],
    ['an unknown range', { range: 'next_year' }],
    ['a date field without a range', { date: 'delivery' }],
    ['an unknown order', { sort: 'secret' }],
    ['an invalid document', { id: 'x' }],
    ['unknown parameters', { where: '{}' }],
  ])('drops %s', (_, search) => {
    expect(validOverviewSearch(search, listed)).toEqual({});
  });

  test('reads a number in the address as text', () => {
    expect(validOverviewSearch({ q: 4711, id: 12 }, listed)).toEqual({ q: '4711', id: 12 });
  });

  test('names the kind of the selected document unless it is the first one', () => {
    const read = (of: string) => validOverviewSearch({ id: 12, of }, listed);
    expect(read('invoice')).toEqual({ id: 12, of: 'invoice' });
    expect(read('procurement')).toEqual({ id: 12 });
    expect(read('letter')).toEqual({ id: 12 });
  });

  test('accepts the statuses and kinds that are listed', () => {
    const search = { tab: 'invoice', status: 'approval,accounting,draft', kind: 'invoice' };
    expect(validOverviewSearch(search, listed)).toEqual({
      ...search,
      status: 'approval,accounting',
    });
  });
});

test('LIST-02 a column sorts up, down, and not at all', () => {
  const up = nextSort(null, 'name');
  expect(up).toEqual({ key: 'name', isDescending: false });
  const down = nextSort(up, 'name');
  expect(down).toEqual({ key: 'name', isDescending: true });
  expect(nextSort(down, 'name')).toBeNull();
  expect(nextSort(down, 'number')).toEqual({ key: 'number', isDescending: false });
});
