import { describe, expect, it } from 'vitest';
import type { Amount } from '../base/money.ts';
import type { Spending } from './agreed.ts';
import { type ContractAbove, contractDoubtsOf, netUnder, orderValueDoubts } from './under-contract.ts';

const above: ContractAbove = {
  number: 'CT-000007',
  is_in_force: true,
  start_date: '2025-01-01',
  end_date: '2026-12-31',
  supplier_id: 7,
  client_id: 1,
  company_currency: 'EUR',
  usage_type: 'yearly',
  lines: [{ total: '900.00', usage_type: null }],
  currency: 'EUR',
  exchange_rate: null,
};
const order = { day: '2026-06-30', supplierIds: [7], clientId: 1 };
const ordered = (total_netto: Amount, currency = 'EUR', exchange_rate: Amount | null = null) => ({
  ...{ total_netto, currency, exchange_rate, day: order.day, others: [] as readonly Spending[] },
});
const doubts = (contract: Partial<ContractAbove>, document: Partial<typeof order> = {}) =>
  contractDoubtsOf({ ...above, ...contract }, { ...order, ...document }).map(({ code }) => code);

describe('CON-40 a document under a contract', () => {
  it('has no doubts on the first and last day, with the right supplier and company', () => {
    expect(doubts({})).toEqual([]);
    expect(doubts({}, { day: '2025-01-01' })).toEqual([]);
    expect(doubts({}, { day: '2026-12-31' })).toEqual([]);
    expect(doubts({ start_date: null, end_date: null })).toEqual([]);
  });

  it.each([
    ['the contract is not signed', { is_in_force: false }, {}, 'contract_not_in_force'],
    ['the contract has not begun', {}, { day: '2024-12-31' }, 'contract_not_in_force'],
    ['the contract has ended', {}, { day: '2027-01-01' }, 'contract_not_in_force'],
    ['one supplier differs', {}, { supplierIds: [7, 8] }, 'contract_other_supplier'],
    ['the company differs', {}, { clientId: 2 }, 'contract_other_company'],
  ])('has a doubt where %s', (_what, contract, document, code) => {
    expect(doubts(contract, document)).toEqual([code]);
  });

  it('has a doubt where one order exceeds the agreed value of an interval', () => {
    expect(orderValueDoubts(above, ordered('900.00'))).toEqual([]);
    expect(orderValueDoubts({ ...above, lines: [] }, ordered('900.01'))).toEqual([]);
    expect(orderValueDoubts(above, ordered('900.01'))).toMatchObject([
      { code: 'order_exceeds_contract', amounts: { amount: '0.01' } },
    ]);
  });

  it('has a doubt where the orders of an interval together exceed its agreed value', () => {
    const beside = (...others: readonly Spending[]) =>
      orderValueDoubts(above, { ...ordered('450.00'), others }).map(({ amounts }) => amounts?.amount);
    expect(beside({ day: '2026-01-01', net: '450.00' })).toEqual([]);
    expect(beside({ day: '2026-01-01', net: '450.01' })).toEqual(['0.01']);
    expect(beside({ day: '2025-12-31', net: '900.00' })).toEqual([]);
  });

  it('CON-39 has a doubt above the expected yearly value of usage billing', () => {
    const byUse = { ...above, usage_type: 'usage_based' as const };
    expect(orderValueDoubts(byUse, ordered('900.00'))).toEqual([]);
    expect(orderValueDoubts(byUse, ordered('900.01'))).toMatchObject([{ amounts: { amount: '0.01' } }]);
  });

  it('is compared in the contract’s currency, with the excess in the company’s (PRICE-07)', () => {
    const inDollars = { ...above, currency: 'USD', exchange_rate: '0.9' };
    // The same price at the rate of another day is no excess.
    expect(orderValueDoubts(inDollars, ordered('900.00', 'USD', '0.95'))).toEqual([]);
    expect(orderValueDoubts(inDollars, ordered('810.00'))).toEqual([]);
    const excess = [{ code: 'order_exceeds_contract', amounts: { amount: '9.00' } }];
    expect(orderValueDoubts(inDollars, ordered('910.00', 'USD', '0.95'))).toMatchObject(excess);
    expect(orderValueDoubts(inDollars, ordered('819.00'))).toMatchObject(excess);
  });

  it('PRICE-07 is not compared while a rate is unknown', () => {
    const unknown = { ...above, currency: 'USD' };
    expect(orderValueDoubts(unknown, ordered('900.01'))).toEqual([]);
    expect(orderValueDoubts(above, ordered('900.01', 'USD'))).toEqual([]);
    const row = { status: 'approval', created_at: '2026-06-30', invoice_date: null, total_netto: 500 };
    const inPounds = { ...row, currency: 'GBP', company_netto: null, company_currency: 'EUR' };
    expect(netUnder(inPounds, above)).toBeNull();
    expect(netUnder({ ...inPounds, company_netto: 600 }, above)).toBe('600');
    expect(netUnder({ ...inPounds, currency: 'EUR', company_netto: 500 }, unknown)).toBeNull();
  });
});
