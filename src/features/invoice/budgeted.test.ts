import { describe, expect, test } from 'vitest';
import { bookedAmounts } from './budgeted.ts';

const head = { cost_center_id: 7, ledger_account_id: 9, total_netto: '100' };

describe('BUD-03 the budget use of an invoice', () => {
  test('without lines is one booking of its head, in company currency', () => {
    expect(bookedAmounts({ head, lines: [] }, '0.5')).toEqual([
      { cost_center_id: 7, ledger_account_id: 9, net: '50' },
    ]);
  });

  test('is each line on its own cost center and account, else on those of the head', () => {
    const lines = [
      { cost_center_id: 8, ledger_account_id: null, total_netto: '60' },
      { cost_center_id: null, ledger_account_id: 3, total_netto: null },
    ];
    expect(bookedAmounts({ head, lines }, '1')).toEqual([
      { cost_center_id: 8, ledger_account_id: 9, net: '60' },
      { cost_center_id: 7, ledger_account_id: 3, net: '0' },
    ]);
  });
});
