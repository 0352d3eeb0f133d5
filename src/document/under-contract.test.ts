import { describe, expect, it } from 'vitest';
import type { Amount } from '../base/money.ts';
import type { Spending } from './agreed.ts';
import { type ContractAbove, contractDoubtsOf, orderValueDoubts } from './under-contract.ts';

const above: ContractAbove = {
  number: 'CT-000007',
  is_in_force: true,
  start_date: '2025-01-01',
  end_date: '2026-12-31',
  supplier_id: 7,
  client_id: 1,
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

describe('CON-40 what is ordered or invoiced under a contract', () => {
  it('is in no doubt on its first and last day, with its supplier and its company', () => {
    expect(doubts({})).toEqual([]);
    expect(doubts({}, { day: '2025-01-01' })).toEqual([]);
    expect(doubts({}, { day: '2026-12-31' })).toEqual([]);
    expect(doubts({ start_date: null, end_date: null })).toEqual([]);
  });

  it.each([
    ['nobody has signed it', { is_in_force: false }, {}, 'contract_not_in_force'],
    ['it has not begun', {}, { day: '2024-12-31' }, 'contract_not_in_force'],
    ['it has ended', {}, { day: '2027-01-01' }, 'contract_not_in_force'],
    ['one of the suppliers is another', {}, { supplierIds: [7, 8] }, 'contract_other_supplier'],
    ['the company is another', {}, { clientId: 2 }, 'contract_other_company'],
  ])('is in doubt where %s', (_what, contract, document, code) => {
    expect(doubts(contract, document)).toEqual([code]);
  });

  it('is in doubt where an order alone costs more than is agreed for an interval', () => {
    expect(orderValueDoubts(above, ordered('900.00'))).toEqual([]);
    expect(orderValueDoubts({ ...above, lines: [] }, ordered('900.01'))).toEqual([]);
    expect(orderValueDoubts(above, ordered('900.01'))).toMatchObject([
      { code: 'order_exceeds_contract', amounts: { amount: '0.01' } },
    ]);
  });

  it('is in doubt where the orders of an interval together cost more than is agreed for it', () => {
    const beside = (...others: readonly Spending[]) =>
      orderValueDoubts(above, { ...ordered('450.00'), others }).map(({ amounts }) => amounts?.amount);
    expect(beside({ day: '2026-01-01', net: '450.00' })).toEqual([]);
    expect(beside({ day: '2026-01-01', net: '450.01' })).toEqual(['0.01']);
    expect(beside({ day: '2025-12-31', net: '900.00' })).toEqual([]);
  });

  it('CON-39 is in doubt where it costs more than is expected in a year of what is billed by use', () => {
    const byUse = { ...above, usage_type: 'usage_based' as const };
    expect(orderValueDoubts(byUse, ordered('900.00'))).toEqual([]);
    expect(orderValueDoubts(byUse, ordered('900.01'))).toMatchObject([{ amounts: { amount: '0.01' } }]);
  });

  it('is compared in the currency of the contract, and in doubt by so much of the company’s (PRICE-07)', () => {
    const inDollars = { ...above, currency: 'USD', exchange_rate: '0.9' };
    // The same price by a rate of another day is no excess.
    expect(orderValueDoubts(inDollars, ordered('900.00', 'USD', '0.95'))).toEqual([]);
    expect(orderValueDoubts(inDollars, ordered('810.00'))).toEqual([]);
    const excess = [{ code: 'order_exceeds_contract', amounts: { amount: '9.00' } }];
    expect(orderValueDoubts(inDollars, ordered('910.00', 'USD', '0.95'))).toMatchObject(excess);
    expect(orderValueDoubts(inDollars, ordered('819.00'))).toMatchObject(excess);
  });
});
