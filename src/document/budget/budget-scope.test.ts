import { describe, expect, test } from 'vitest';
import { coveredBy, exceededBy, leftAfter } from './budget-scope.ts';

const total = { ledger_account_id: null, not_allocated: false };
const tools = { ledger_account_id: 4985, not_allocated: false };
const rest = { ledger_account_id: null, not_allocated: true };
const amounts = [
  { cost_center_id: 1, ledger_account_id: 4985, net: '10.00' },
  { cost_center_id: 1, ledger_account_id: 4930, net: '5.50' },
  { cost_center_id: 1, ledger_account_id: null, net: '1' },
  { cost_center_id: 2, ledger_account_id: 4985, net: '100' },
];

describe('BUD-02 the scope of a budget', () => {
  test('a total budget covers all amounts of its cost center', () => {
    expect(coveredBy(total, [total], 1, amounts)).toBe('16.50');
  });
  test('an account budget covers amounts of that account only', () => {
    expect(coveredBy(tools, [tools, rest], 1, amounts)).toBe('10.00');
  });
  test('the unallocated budget covers accounts without a budget of their own', () => {
    expect(coveredBy(rest, [tools, rest], 1, amounts)).toBe('6.50');
    expect(coveredBy(rest, [rest], 1, amounts)).toBe('16.50');
  });
  test('no amount of another cost center counts', () => {
    expect(coveredBy(total, [total], 3, amounts)).toBe('0.00');
  });
});

describe('BUD-06 an exceeded budget', () => {
  const budget = { value: '100.00', used: '80.00' };
  test('is exceeded when a document takes more than is left', () => {
    expect(exceededBy(budget, '20.00')).toBeNull();
    expect(exceededBy(budget, '20.01')).toBe('0.01');
  });
  test('is not exceeded by a document that takes nothing, even if it is negative', () => {
    expect(exceededBy({ ...budget, used: '150.00' }, '0.00')).toBeNull();
    expect(exceededBy({ ...budget, used: '150.00' }, '-5.00')).toBeNull();
    expect(exceededBy({ ...budget, used: '150.00' }, '5.00')).toBe('55.00');
  });
});

describe('DASH-09 what is left of amounts', () => {
  const months = ['2026-03-01', '2026-01-01', '2026-02-01'].map((day) => ({
    ...{ cost_center_id: 1, ledger_account_id: null, net: '100.00', day },
  }));
  const left = (net: string) => leftAfter(months, net).map(({ day, net: rest }) => [day, Number(rest)]);

  test('an amount is taken off the first days, whatever their order', () => {
    expect(left('150.00')).toEqual([
      ['2026-02-01', 50],
      ['2026-03-01', 100],
    ]);
    expect(left('300.00')).toEqual([]);
    expect(left('999.00')).toEqual([]);
  });
  test('a credit beyond all amounts adds nothing', () => {
    expect(left('-50.00').map(([, rest]) => rest)).toEqual([100, 100, 100]);
  });
});
