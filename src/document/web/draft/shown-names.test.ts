import { describe, expect, test } from 'vitest';
import { type NamedDraft, namedIds, type ShownNames, withShownNames } from './shown-names.ts';

const none = { department: null, cost_center: null, ledger_account: null };
const draft = {
  head: {
    ...none,
    department: { id: 1, name: 'Produktion' },
    cost_center: { id: 2, number: '2100', name: 'Instandhaltung' },
  },
  lines: [
    { cost_center: null, product_group: { id: 3, name: 'Arbeitsschutz' } },
    { cost_center: { id: 2, number: '2100', name: 'Instandhaltung' }, product_group: null },
    { cost_center: null, product_group: null },
  ],
} satisfies NamedDraft;

const english: ShownNames = {
  department: new Map([[1, 'Production']]),
  cost_center: new Map([[2, 'Maintenance']]),
  product_group: new Map([[3, 'Occupational safety']]),
};

describe('I18N-07 a draft after a language change', () => {
  test('lists each reference with translated names once', () => {
    expect(namedIds(draft)).toEqual({ department: [1], cost_center: [2], product_group: [3] });
    expect(namedIds({ head: none, lines: [] })).toEqual({
      department: [],
      cost_center: [],
      product_group: [],
    });
  });

  test('gets the names of the new language', () => {
    const named = withShownNames(draft, english);
    expect(named.head.department?.name).toBe('Production');
    expect(named.head.cost_center).toEqual({ id: 2, number: '2100', name: 'Maintenance' });
    expect(named.lines.map((line) => [line.product_group?.name, line.cost_center?.name])).toEqual([
      ['Occupational safety', undefined],
      [undefined, 'Maintenance'],
      [undefined, undefined],
    ]);
  });

  test('stays the same object if no name changes', () => {
    const unnamed: ShownNames = { department: new Map(), cost_center: new Map(), product_group: new Map() };
    expect(withShownNames(draft, unnamed)).toBe(draft);
    const named = withShownNames(draft, english);
    expect(withShownNames(named, english)).toBe(named);
    expect(named.lines[2]).toBe(draft.lines[2]);
  });
});
