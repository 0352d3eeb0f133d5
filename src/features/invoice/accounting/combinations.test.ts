import { describe, expect, it } from 'vitest';
import { emptyStored } from '../../../document/fields.ts';
import { invoiceFields, invoiceLineFields } from '../fields.ts';
import type { AllowedCombination } from '../model.ts';
import { combinationProblems } from './combinations.ts';

const head = { ...emptyStored(invoiceFields), cost_center_id: 2 };
const line = { ...emptyStored(invoiceLineFields), ledger_account_id: 1 };
const any: AllowedCombination = { ledger_account_id: null, cost_center_id: null, profit_center_id: null };
const found = (...allowed: AllowedCombination[]) =>
  combinationProblems(head, [line], { target: 'ms365', allowed }).map(
    ({ field, code }) => `${field} ${code}`,
  );

describe('VAL-20 EXP-15 allowed combinations of Dynamics 365', () => {
  it('accepts a line with presets of its head; a null field matches any value', () => {
    expect(found({ ...any, ledger_account_id: 1, cost_center_id: 2 })).toEqual([]);
    expect(found({ ...any, ledger_account_id: 1 })).toEqual([]);
  });
  it('refuses another cost center or account, or a missing profit center', () => {
    const problem = ['lines.0.ledger_account_id combination_not_allowed'];
    expect(found({ ...any, ledger_account_id: 1, cost_center_id: 3 })).toEqual(problem);
    expect(found({ ...any, ledger_account_id: 9 })).toEqual(problem);
    expect(found({ ...any, ledger_account_id: 1, profit_center_id: 4 })).toEqual(problem);
    expect(found()).toEqual(problem);
  });
  it('checks nothing if the company sets none or uses another target', () => {
    expect(combinationProblems(head, [line], { target: 'ms365', allowed: null })).toEqual([]);
    expect(combinationProblems(head, [line], { target: 'datev', allowed: [] })).toEqual([]);
  });
  it('checks an invoice without lines as a whole', () =>
    expect(combinationProblems(head, [], { target: 'ms365', allowed: [] })).toEqual([
      { field: 'ledger_account_id', code: 'combination_not_allowed' },
    ]));
});
