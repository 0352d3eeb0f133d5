import { describe, expect, it } from 'vitest';
import {
  bankDoubt,
  bankProblems,
  differingSellerData,
  isTransferred,
  paidBy,
  sellerData,
} from './bank-data.ts';

const head = {
  payment_method: 'BANK_TRANSFER',
  paid: false,
  total_brutto: '119.00',
  iban: 'DE89370400440532013000',
  bic: null,
} as const;
const supplier = { iban: 'DE29200505501280046915', bic: 'HASPDEHHXXX', country: 'DE', confirmed: [] };

describe('INV-21 the account of an invoice', () => {
  it.each([
    ['differs from that of the supplier', head, supplier, 'bank_data_differs', false],
    ['the first of the supplier', head, { ...supplier, iban: null }, 'bank_data_first', false],
    [
      'the supplier’s, unconfirmed (INV-33)',
      { ...head, iban: supplier.iban },
      supplier,
      'bank_data_first',
      false,
    ],
    [
      'the supplier’s',
      { ...head, iban: supplier.iban },
      { ...supplier, confirmed: [supplier.iban] },
      undefined,
      undefined,
    ],
    ['abroad', { ...head, iban: 'LT121000011101001000' }, supplier, 'bank_data_differs', true],
    [
      'the supplier’s, abroad',
      head,
      { ...supplier, iban: head.iban, country: 'AT' },
      'bank_data_foreign',
      true,
    ],
    [
      'the supplier’s, abroad and confirmed',
      head,
      { ...supplier, iban: head.iban, country: 'AT', confirmed: [head.iban] },
      undefined,
      undefined,
    ],
    [
      'of a direct debit',
      { ...head, payment_method: 'AUTOMATIC_DEBIT' as const },
      supplier,
      'bank_data_differs',
      false,
    ],
    [
      'paid online',
      { ...head, payment_method: 'ONLINE_PAYMENT' as const },
      supplier,
      'bank_data_differs',
      false,
    ],
    ['of a credit note', { ...head, total_brutto: '-5.00' }, supplier, 'bank_data_differs', false],
    ['of a paid invoice', { ...head, paid: true }, supplier, 'bank_data_differs', false],
    ['no account on the invoice', { ...head, iban: null }, supplier, undefined, undefined],
    ['without supplier', head, null, undefined, undefined],
  ])('%s', (_, invoice, seller, code, isForeign) => {
    const doubt = bankDoubt(invoice, seller);
    expect([doubt?.code, doubt?.isForeign]).toEqual([code, isForeign]);
  });

  it('VAL-17 is required only for transfers', () => {
    const without = { ...head, iban: null };
    expect(bankProblems(without)).toMatchObject([{ field: 'iban', code: 'specific_field_required' }]);
    expect(bankProblems({ ...without, payment_method: null })).toHaveLength(1);
    for (const payment_method of ['AUTOMATIC_DEBIT', 'CREDIT_CARD', 'ONLINE_PAYMENT'] as const)
      expect(isTransferred({ ...without, payment_method })).toBe(false);
  });

  it('VAL-29 a wrong check digit and a wrong BIC are problems', () => {
    const wrong = { ...head, iban: 'DE89370400440532013001', bic: 'KURZ' };
    expect(bankProblems(wrong).map(({ code }) => code)).toEqual(['iban_invalid', 'bic_invalid']);
  });
});

describe('INV-06 a direct debit marks the invoice as paid', () => {
  it('a transfer marks it as open again; a credit note is never paid', () => {
    const debited = { ...head, payment_method: 'AUTOMATIC_DEBIT' } as const;
    expect(paidBy(debited, null)).toBe(true);
    expect(paidBy({ ...debited, total_brutto: '-1.00' }, null)).toBe(false);
    expect(paidBy({ ...head, paid: true }, 'CREDIT_CARD')).toBe(false);
    expect(paidBy({ ...head, paid: true }, 'BANK_TRANSFER')).toBe(true);
  });
});

describe('INV-05 seller data of an invoice', () => {
  const record = { vat_number: 'DE812659031', payment_method: 'BANK_TRANSFER', ...supplier } as const;

  it('takes missing values from the supplier, the BIC only with the supplier’s account', () => {
    const nothing = { vat_number: null, iban: null, bic: null };
    expect(sellerData(nothing, record)).toMatchObject({ iban: supplier.iban, bic: supplier.bic });
    expect(sellerData({ ...nothing, iban: head.iban }, record)).toMatchObject({ iban: head.iban, bic: null });
    expect(sellerData({ ...nothing, iban: supplier.iban }, record).bic).toBe(supplier.bic);
  });

  it('differs from the record only in values that the invoice states', () => {
    expect(differingSellerData({ vat_number: null, payment_method: 'CREDIT_CARD' }, record)).toEqual({
      payment_method: 'CREDIT_CARD',
    });
  });
});
