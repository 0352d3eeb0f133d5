import { describe, expect, it } from 'vitest';
import { costCentersOf, plannedAmounts } from './planned-amounts.ts';

const stock = { id: 7, number: '7', name: 'Lager' };
const office = { id: 8, number: '8', name: 'Büro' };
const tools = { id: 9, number: '9', name: 'Werkzeug' };

const line = {
  quantity: '4',
  price_netto: '25',
  price_brutto: '29.75',
  price_mode: 'net',
  tax: '19',
  cost_center: null,
  ledger_account: null,
} as const;

describe('BUD-03 the planned amounts of a document', () => {
  const head = { cost_center: stock, ledger_account: tools };

  it('uses each line’s own cost center and account, else those of the head', () => {
    const lines = [line, { ...line, cost_center: office }];
    expect(plannedAmounts({ head, lines }, '1')).toMatchObject([
      { cost_center_id: 7, ledger_account_id: 9 },
      { cost_center_id: 8, ledger_account_id: 9 },
    ]);
  });

  it('converts to company currency', () => {
    expect(plannedAmounts({ head, lines: [line] }, '0.5').map(({ net }) => Number(net))).toEqual([50]);
  });
});

it('PROC-15 shows the budgets of each used cost center once, the head’s first', () => {
  const on = (cost_center: typeof stock | null) => ({ cost_center });
  expect(costCentersOf({ head: on(stock), lines: [on(office), on(null), on(stock), on(office)] })).toEqual([
    stock,
    office,
  ]);
});
