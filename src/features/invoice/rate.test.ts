import { describe, expect, it } from 'vitest';
import { emptyReading, read } from '../../../tests/support/readings.ts';
import { targets } from '../export-target/targets.ts';
import { rateProblem, readRate, statedRate } from './rate.ts';

describe('PRICE-07 the rate of an invoice', () => {
  it.each([
    ['0.921659', 'datev', null],
    // 9999.000100 dong for a euro.
    ['0.000101', 'datev', null],
    ['0.000100', 'datev', 'exchange_rate_unwritable'],
    ['0.000058', 'datev-csv', 'exchange_rate_unwritable'],
    ['3000000', 'datev', 'exchange_rate_unwritable'],
    ['0.000058', 'ms365', null],
    [null, 'datev', 'specific_field_required'],
    [null, 'ms365', 'specific_field_required'],
  ] as const)('of %s for %s: %s', (rate, target, code) => {
    expect(
      rateProblem({ currency: 'VND', exchange_rate: rate }, 'EUR', targets[target].rate)?.code ?? null,
    ).toBe(code);
    expect(rateProblem({ currency: 'EUR', exchange_rate: null }, 'EUR', targets[target].rate)).toBeNull();
  });

  it('names the rate that DATEV would show', () => {
    const foreign = { currency: 'VND', exchange_rate: '0.000058' };
    expect(rateProblem(foreign, 'EUR', targets.datev.rate)).toMatchObject({
      values: { rate: '0.000058', written: '17241.379310' },
    });
  });
});

describe('PRICE-07 the exchange rate stated by an e-invoice', () => {
  const reading = (tax: string, amount: string, currency = 'EUR') => ({
    ...emptyReading({ totalTax: read(tax), currency: read('USD') }),
    accountedTax: { currency, amount },
  });

  it.each([
    ['is the ratio of the two taxes', reading('190.00', '175.12'), '0.921684'],
    ['also on a credit note', reading('-190.00', '-175.12'), '0.921684'],
    ['is unknown if the taxes are too small', reading('54.00', '49.77'), null],
    ['is unknown for a foreign company currency', reading('190.00', '175.12', 'CHF'), null],
    ['is unknown if the taxes contradict each other', reading('190.00', '-175.12'), null],
    ['is unknown without a tax', reading('0', '0'), null],
    [
      'is unknown if the tax is stated once',
      emptyReading({ totalTax: read('190.00'), currency: read('USD') }),
      null,
    ],
  ])('%s', (_, from, rate) => {
    expect(statedRate(from, 'EUR')).toBe(rate);
  });

  it('is removed by a reading that states none; a typed rate stays for the same currency', () => {
    const after = { currency: 'USD', invoice_date: '2026-10-05' };
    const none = { exchange_rate: null, rate_date: null, rate_source: null };
    expect(readRate({ currency: 'EUR', rate_source: null }, after, '0.9')).toEqual({
      exchange_rate: '0.9',
      rate_date: '2026-10-05',
      rate_source: 'document',
    });
    expect(readRate({ currency: 'USD', rate_source: 'document' }, after, null)).toEqual(none);
    expect(readRate({ currency: 'CHF', rate_source: 'typed' }, after, null)).toEqual(none);
    expect(readRate({ currency: 'USD', rate_source: 'typed' }, after, null)).toEqual({});
  });
});
