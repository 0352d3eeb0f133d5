import { describe, expect, it } from 'vitest';
import { totals } from '../../../../document/totals.ts';
import {
  type Draft,
  emptyDraft,
  type LineDraft,
  newLine,
  withNewSupplier,
  withPrice,
  withSupplier,
} from '../draft/draft.ts';
import { draftGroups } from './draft-groups.ts';
import type { Grouping } from './line-groups.ts';

const wuerth = { id: 1, name: 'Osterkamp' };
const priced = (key: string, price: string): LineDraft =>
  withPrice({ ...newLine(key, null), description: key }, { price }, 2);

const draft: Draft = {
  ...emptyDraft,
  head: { ...emptyDraft.head, cost_center: { id: 9, number: '4210', name: 'Prüffeld' } },
  lines: [
    withSupplier(priced('a', '10'), wuerth),
    withNewSupplier(priced('b', '20.50'), 'Meier'),
    { ...withSupplier(priced('c', '5'), wuerth), cost_center: { id: 8, number: '1100', name: 'IT' } },
    withNewSupplier(priced('d', '1'), 'MEIER'),
    priced('e', '2'),
    newLine('blank', null),
  ],
};

function shown(grouping: Grouping): string[] {
  return draftGroups(draft, totals(draft.lines), grouping).map(
    ({ name, lines, net }) => `${name} ${[...lines].join('')} ${net}`,
  );
}

describe('PROC-10 tabs with line count and subtotal', () => {
  it('by supplier, new ones by their names', () => {
    expect(shown('supplier')).toEqual(['Osterkamp ac 15', 'Meier bd 21.5', 'null e 2']);
  });

  it('by cost center, that of the request where a line has none', () => {
    expect(shown('cost_center')).toEqual(['4210 Prüffeld abde 33.5', '1100 IT c 5']);
  });

  it('by product group', () => {
    expect(shown('product_group')).toEqual(['null abcde 38.5']);
  });

  it('a line that is added under a tab belongs there', () => {
    const [first] = draftGroups(draft, totals(draft.lines), 'supplier');
    expect(first?.fill(newLine('new', null)).supplier).toEqual(wuerth);
  });
});
