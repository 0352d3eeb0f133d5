import { describe, expect, test } from 'vitest';
import type { ChildDraft, Draft } from './draft.ts';
import { rebased } from './rebase.ts';

function budget(id: number | null, name: string, stamp: string | null = null): ChildDraft {
  return { key: id === null ? 'new' : String(id), id, stamp, values: { name } };
}

const before: Draft = {
  values: { number: '4711', name: 'Prüffeld' },
  children: { budgets: [budget(1, 'Jahr', 'morning'), budget(2, 'Messe', 'morning')] },
  links: { clients: [3] },
};

describe('SHEET-16 what was typed stays on top of what others have saved', () => {
  test('a field follows unless it was changed here', () => {
    const now = { ...before, values: { number: '4712', name: 'Labor' } };
    const mine = { ...before, values: { ...before.values, name: 'Prüffeld Nord' } };
    expect(rebased(before, now, mine).values).toEqual({ number: '4712', name: 'Prüffeld Nord' });
  });

  test('links follow unless they were changed here', () => {
    const now = { ...before, links: { clients: [3, 4] } };
    expect(rebased(before, now, before).links).toEqual({ clients: [3, 4] });
    expect(rebased(before, now, { ...before, links: { clients: [] } }).links).toEqual({ clients: [] });
  });

  test('own rows carry the stamp of now, so that they can be saved; those that are gone stay gone', () => {
    const now = { ...before, children: { budgets: [budget(1, 'Jahr', 'noon')] } };
    const mine = {
      ...before,
      children: {
        budgets: [budget(1, 'Jahr 2027', 'morning'), budget(2, 'Messe', 'morning'), budget(null, 'Neu')],
      },
    };
    expect(rebased(before, now, mine).children.budgets).toEqual([
      budget(1, 'Jahr 2027', 'noon'),
      budget(null, 'Neu'),
    ]);
  });
});
