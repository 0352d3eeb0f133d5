import { describe, expect, it } from 'vitest';
import { totals } from '../../../../document/totals.ts';
import { draftGroups } from '../../../../document/web/lines/line-groups.ts';
import {
  type Draft,
  emptyDraft,
  isBlankLine,
  type LineDraft,
  newLine,
  withNewSupplier,
  withPrice,
  withSupplier,
} from '../draft/draft.ts';
import { alike, type Grouping, groupOf } from './groupings.ts';

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

const groups = (name: Grouping) =>
  draftGroups(
    draft.lines,
    totals(draft.lines),
    { isBlank: isBlankLine },
    {
      name,
      label: name,
      groupOf: (line) => groupOf(line, name, draft.head.cost_center),
      alike: (line, model) => alike(line, model, name),
    },
  );

function shown(grouping: Grouping): string[] {
  return groups(grouping).map(({ name, lines, net }) => `${name} ${[...lines].join('')} ${net}`);
}

describe('PROC-10 tabs with line count and subtotal', () => {
  it('by supplier, new suppliers by name', () => {
    expect(shown('supplier')).toEqual(['Osterkamp ac 15', 'Meier bd 21.5', 'null e 2']);
  });

  it('by cost center, with that of the request as default', () => {
    expect(shown('cost_center')).toEqual(['4210 Prüffeld abde 33.5', '1100 IT c 5']);
  });

  it('by product group', () => {
    expect(shown('product_group')).toEqual(['null abcde 38.5']);
  });

  it('a line added under a tab belongs to its group', () => {
    const [first] = groups('supplier');
    expect(first?.fill(newLine('new', null)).supplier).toEqual(wuerth);
  });
});
