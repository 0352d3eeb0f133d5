import { describe, expect, test } from 'vitest';
import type { ChildDraft, Draft } from './draft.ts';
import { isUndecided, rebased, withStored } from './rebase.ts';

function budget(id: number | null, name: string, stamp: string | null = null): ChildDraft {
  return { key: id === null ? 'new' : String(id), id, stamp, values: { name } };
}

const before: Draft = {
  values: { number: '4711', name: 'Prüffeld' },
  children: { budgets: [budget(1, 'Jahr', 'morning'), budget(2, 'Messe', 'morning')] },
  links: { clients: [3] },
};

describe('SHEET-16 local changes are kept on top of what others saved', () => {
  test('a field follows the server unless it was changed locally', () => {
    const now = { ...before, values: { number: '4712', name: 'Labor' } };
    const mine = { ...before, values: { ...before.values, name: 'Prüffeld Nord' } };
    expect(rebased(before, now, mine).draft.values).toEqual({ number: '4712', name: 'Prüffeld Nord' });
  });

  test('links follow the server unless they were changed locally', () => {
    const now = { ...before, links: { clients: [3, 4] } };
    expect(rebased(before, now, before).draft.links).toEqual({ clients: [3, 4] });
    expect(rebased(before, now, { ...before, links: { clients: [] } }).draft.links).toEqual({ clients: [4] });
  });

  test('own rows carry the current stamp, so that they can be saved; deleted rows stay deleted', () => {
    const now = { ...before, children: { budgets: [budget(1, 'Jahr', 'noon')] } };
    const mine = {
      ...before,
      children: {
        budgets: [budget(1, 'Jahr 2027', 'morning'), budget(2, 'Messe', 'morning'), budget(null, 'Neu')],
      },
    };
    expect(rebased(before, now, mine).draft.children.budgets).toEqual([
      budget(1, 'Jahr 2027', 'noon'),
      budget(null, 'Neu'),
    ]);
  });

  test('a field that both changed keeps the typed value until the stored one is chosen', () => {
    const now = { ...before, values: { ...before.values, name: 'Labor' } };
    const mine = { ...before, values: { ...before.values, name: 'Prüffeld Nord' } };
    const { draft, conflicts } = rebased(before, now, mine);
    const [conflict] = conflicts;
    if (!conflict) throw new Error('no person is asked');
    expect(draft.values.name).toBe('Prüffeld Nord');
    expect(isUndecided(draft, conflict)).toBe(true);
    const chosen = withStored(draft, conflict);
    expect(chosen.values.name).toBe('Labor');
    expect(isUndecided(chosen, conflict)).toBe(false);
  });

  test('two people change two rows of one record', () => {
    const now = { ...before, children: { budgets: [budget(1, 'Jahr'), budget(2, 'Messe Ost', 'noon')] } };
    const mine = {
      ...before,
      children: { budgets: [budget(1, 'Jahr 2027', 'morning'), budget(2, 'Messe', 'morning')] },
    };
    const { draft, conflicts } = rebased(before, now, mine);
    expect(draft.children.budgets?.map(({ values }) => values.name)).toEqual(['Jahr 2027', 'Messe Ost']);
    expect(conflicts).toEqual([]);
  });

  test('a row that was deleted elsewhere and changed locally returns only when chosen', () => {
    const now = { ...before, children: { budgets: [budget(1, 'Jahr', 'noon')] } };
    const mine = { ...before, children: { budgets: [budget(1, 'Jahr'), budget(2, 'Messe Süd', 'morning')] } };
    const { draft, conflicts } = rebased(before, now, mine);
    const [conflict] = conflicts;
    if (!conflict) throw new Error('no person is asked');
    expect(isUndecided(draft, conflict)).toBe(true);
    expect(withStored(draft, conflict).children.budgets).toEqual([budget(1, 'Jahr', 'noon')]);
  });
});
