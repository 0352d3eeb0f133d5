import { expect, it } from 'vitest';
import type { Figure } from '../model.ts';
import { figuresText } from './download-figures.ts';

const question = {
  ...{ from: '2026-01-01', to: '2026-12-31' },
  ...{ client: [], department: [], cost_center: [] },
};
const figure = (change: Partial<Figure>): Figure => ({
  ...{ kind: 'invoice', currency: 'EUR', dimension: 'status', key: 'approval', number: null, name: null },
  ...{ is_rest: false, count: 1, net: '10.00', without_rate: 0 },
  ...change,
});
const noBudgets = { day: '2026-12-31', cost_centers: [], months: [], without_rate: [] };
const nothing = { figures: [], budgets: noBudgets, products: [] };

/** The rows of the file without its head, by their text keys. */
function rowsOf(figures: Partial<Parameters<typeof figuresText>[0]>): readonly string[] {
  const t = ((key: string) => key) as never;
  const text = figuresText({ ...nothing, contracts: null, ...figures }, question, t);
  return text.trimEnd().split('\r\n').slice(1);
}

it('DASH-05 the total of a kind in the file is that of its headline, without declined and discarded documents', () => {
  const rows = rowsOf({
    figures: [
      figure({ count: 3, net: '30.00' }),
      figure({ key: 'declined', count: 2, net: '99.00' }),
      figure({ key: 'declined-exported', count: 1, net: '7.00' }),
      figure({ dimension: null, key: null, count: 6, net: '136.00' }),
    ],
  });
  expect(rows).toContain('01.01.2026;31.12.2026;overview.tab.invoice;dashboard.csv.all;;;3;30;EUR;0');
  expect(rows).toContain(
    '01.01.2026;31.12.2026;overview.tab.invoice;overview.column.status;;status.invoice.declined;2;99,00;EUR;0',
  );
});

it('DASH-04 CON-37 PRICE-07 the file has budgets, products and the yearly value of contracts, each with its currency and the number without a rate', () => {
  const rows = rowsOf({
    budgets: {
      ...noBudgets,
      cost_centers: [
        {
          ...{ id: 1, number: '4100', name: 'Werkstatt', currency: 'CHF', without_rate: 2 },
          ...{ value: '100.00', invoiced: '20.00', committed: '30.00' },
        },
      ],
    },
    products: [
      {
        ...{ key: '[1]', name: 'Schraube', item_number: 'S-1', unit: 'Stk', currency: 'EUR' },
        ...{ quantity: '5', net: '12.50', by_value: 1, by_quantity: 1, without_rate: 3 },
      },
    ],
    contracts: { active: [{ currency: 'CHF', count: 4, yearly: '1200.00', without_rate: 1 }] },
  });
  const days = '01.01.2026;31.12.2026';
  expect(rows).toEqual([
    `${days};overview.tab.contract;dashboard.contracts.yearly;;;4;1200,00;CHF;1`,
    ...[
      ['value', '100,00'],
      ['invoiced', '20,00'],
      ['committed', '30,00'],
      ['free', '50,00'],
    ].map(
      ([column, amount]) =>
        `${days};dashboard.budget.title;dashboard.budget.column.${column};4100;Werkstatt;;${amount};CHF;2`,
    ),
    `${days};dashboard.products.title;Stk;S-1;Schraube;5;12,50;EUR;3`,
  ]);
});
