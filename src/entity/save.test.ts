import { describe, expect, test } from 'vitest';
import { client } from '../features/master-data/client.ts';
import { costCenter } from '../features/master-data/cost-center.ts';
import { user } from '../features/people/user.ts';
import {
  type ChildDraft,
  changeCount,
  changedInChildren,
  type Draft,
  draftProblems,
  newDraft,
  newValues,
  normalDraft,
  retiredRows,
  type StoredRecord,
} from './draft.ts';
import { saveRequest } from './save.ts';

const budgetFields = costCenter.children.budgets?.fields ?? {};

function budget(key: string, id: number | null, values: object = {}): ChildDraft {
  const filled = { name: 'Jahr', value: '100', start: '2027-01-01', end: '2027-12-31', ...values };
  return {
    key,
    id,
    stamp: id === null ? null : `stamp ${id}`,
    values: { ...newValues(budgetFields), ...filled },
  };
}

const stored: StoredRecord = {
  id: 7,
  stamp: '2026-11-21T08:00:00Z',
  ...newDraft(costCenter),
  values: { number: '4711', name: 'Prüffeld', translations: [], active: true },
  children: {
    budgets: [budget('1', 1), budget('2', 2, { start: '2028-01-01', end: '2028-12-31' })],
    approvers: [],
  },
  links: { ...newDraft(costCenter).links, clients: [3, 4] },
};

describe('PROC-43 the rows that a change deactivates', () => {
  const off = (draft: Draft, name: string): Draft['children'] => ({
    ...draft.children,
    [name]: (draft.children[name] ?? []).map((row) => ({ ...row, values: { ...row.values, active: false } })),
  });
  const budgets = [budget('1', 1, { active: true }), budget('2', 2, { active: true })];
  const before: StoredRecord = { ...stored, children: { ...stored.children, budgets } };

  test('are the record and rows of each child table', () => {
    const after: Draft = {
      ...before,
      values: { ...before.values, active: false },
      children: off(before, 'budgets'),
    };
    expect(retiredRows(costCenter, before, after)).toEqual([
      { table: 'cost_center', ids: [7] },
      { table: 'budget', ids: [1, 2] },
    ]);
  });
  test('are none where nothing is switched off', () =>
    expect(retiredRows(costCenter, before, before)).toEqual([]));
});

describe('PROC-43 the changes in the rows of a record', () => {
  const changed = (budgets: readonly ChildDraft[]) =>
    changedInChildren(costCenter, stored, { ...stored, children: { ...stored.children, budgets } });
  const [first, second] = stored.children.budgets as readonly [ChildDraft, ChildDraft];
  const all = Object.keys(budgetFields).map((field) => `budget.${field}`);

  test('are the fields that differ', () => {
    const higher = { ...first, values: { ...first.values, value: '200' } };
    expect(changed([higher, second])).toEqual(['budget.value']);
    expect(changed([second, first])).toEqual([]);
  });
  test('are all fields of an added or removed row', () => {
    expect(changed([first])).toEqual(all);
    expect(changed([first, second, budget('new', null)])).toEqual(all);
  });
});

describe('SHEET-15 one mutation saves everything', () => {
  test('a new record includes its children and links, and leaves defaults to the database', () => {
    const draft: Draft = {
      ...newDraft(costCenter),
      values: { number: '1', name: 'Neu', translations: [], active: true },
      children: { budgets: [budget('new', null)], approvers: [] },
      links: { ...newDraft(costCenter).links, clients: [3] },
    };
    const { query, variables } = saveRequest(costCenter, null, draft);
    expect(query).not.toContain('delete_');
    expect(variables.object).toEqual({
      number: '1',
      name: 'Neu',
      translations: [],
      active: true,
      budgets: {
        data: [
          {
            name: 'Jahr',
            value: '100',
            start: '2027-01-01',
            end: '2027-12-31',
            not_allocated: false,
            active: true,
          },
        ],
        on_conflict: expect.objectContaining({ constraint: 'budget_pkey' }),
      },
      cost_center_clients: { data: [{ client_id: 3 }] },
    });
  });

  test('a stored record sends its changes with the stamps it was read with, and deletes first', () => {
    const draft: Draft = {
      ...stored,
      values: { ...stored.values, name: 'Prüffeld Nord' },
      children: { budgets: [budget('1', 1, { value: '150' })], approvers: [] },
      links: { ...stored.links, clients: [4, 5] },
    };
    const { query, variables } = saveRequest(costCenter, stored, draft, ['0123456789abcdef']);
    expect(variables).toEqual({
      object: {
        id: 7,
        updated_at: stored.stamp,
        name: 'Prüffeld Nord',
        budgets: {
          data: [{ id: 1, updated_at: 'stamp 1', value: '150' }],
          on_conflict: { constraint: 'budget_pkey', update_columns: ['value'] },
        },
        cost_center_clients: { data: [{ client_id: 5 }] },
      },
      gone_budgets: [2],
      unlinked_clients: [3],
      confirmations: ['0123456789abcdef'],
    });
    expect(query).toContain('confirmations: $confirmations');
    expect(query.indexOf('delete_budget')).toBeLessThan(query.indexOf('insert_cost_center_one'));
    expect(query).toContain('update_columns: [name]');
    expect(query).toContain('cost_center_id: { _eq: 7 }');
  });

  test('a new row has the constants of its entity', () => {
    expect(saveRequest(user, null, newDraft(user)).variables.object).toMatchObject({ is_group: false });
  });

  test('the old default row is written before the new one', () => {
    const address = (key: string, id: number, is_default: boolean): ChildDraft => ({
      key,
      id,
      stamp: 's',
      values: { ...newValues(client.children.client_addresses?.fields ?? {}), is_default },
    });
    const before = { id: 1, stamp: 's', ...newDraft(client) };
    const rows = (first: boolean) => ({
      ...before,
      children: { client_addresses: [address('1', 1, first), address('2', 2, !first)] },
    });
    const { object } = saveRequest(client, rows(false), rows(true)).variables;
    expect(object).toHaveProperty('client_addresses.data.0.is_default', false);
    expect(object).toHaveProperty('client_addresses.data.1.id', 1);
  });
});

describe('VAL-45 all problems of a draft', () => {
  test('new rows that were left blank are dropped', () => {
    const blank = { key: 'new', id: null, stamp: null, values: newValues(budgetFields) };
    const draft = { ...stored, children: { ...stored.children, budgets: [blank] } };
    expect(normalDraft(costCenter, draft).children.budgets).toEqual([]);
    expect(draftProblems(costCenter, normalDraft(costCenter, draft))).toEqual([]);
  });

  test('BUD-01 rows are checked against each other and named by their keys', () => {
    const draft = {
      ...stored,
      values: { ...stored.values, number: '' },
      children: { approvers: [], budgets: [budget('1', 1), budget('new', null, { name: 'Zweites' })] },
    };
    expect(draftProblems(costCenter, normalDraft(costCenter, draft)).map(({ field }) => field)).toEqual([
      'number',
      'budgets.1.start',
      'budgets.new.start',
    ]);
  });

  test('ADM-07 a person can be approver only once', () => {
    const approver = (key: string): ChildDraft => ({
      key,
      id: null,
      stamp: null,
      values: { lb_user_id: 5, is_required: false },
    });
    const draft = { ...stored, children: { budgets: [], approvers: [approver('a'), approver('b')] } };
    expect(draftProblems(costCenter, draft).map(({ field, code }) => `${field} ${code}`)).toEqual([
      'approvers.a.lb_user_id unique_violation',
      'approvers.b.lb_user_id unique_violation',
    ]);
  });

  test('fields, children and links count as changes', () => {
    expect(changeCount(costCenter, stored, stored)).toBe(0);
    const links = { ...stored.links, clients: [] };
    expect(
      changeCount(costCenter, stored, { ...stored, links, values: { ...stored.values, name: 'x' } }),
    ).toBe(2);
  });
});
