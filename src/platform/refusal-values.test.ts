import { describe, expect, test } from 'vitest';
import { languages } from '../base/language.ts';
import { readableValue } from './refusal-values.ts';
import { refusalText } from './server/texts.ts';

describe('I18N-05 numbers and days in refusals', () => {
  test('writes decimals with the comma of the language in every message with a rate, an amount or a limit', () => {
    const values = {
      category: 'S',
      key: '9',
      account: '4920',
      rate: '7.5',
      automatic: '19.00',
      max: '1234.5',
    };
    const codes = ['posting_key_contradicts', 'export_tax_key_missing', 'export_automatic_account'] as const;
    for (const code of codes) {
      expect(refusalText('de', { code, values })).toContain('7,5 %');
      expect(refusalText('en', { code, values })).toContain('7.5');
    }
    expect(refusalText('de', { code: 'amount_too_large', values })).toContain('1.234,5');
    const unwritable = {
      code: 'exchange_rate_unwritable',
      values: { rate: '0.000058', written: '17241.379310' },
    } as const;
    expect(refusalText('de', unwritable)).toContain('Der Kurs 0,000058');
    expect(refusalText('de', unwritable)).toContain('17.241,37931');
    expect(readableValue('number_out_of_range', 'minimum', 0.01, 'de')).toBe('0,01');
    for (const language of languages) {
      const separator = language === 'en' ? '.' : ',';
      for (const name of ['amount', 'value', 'limit', 'rate', 'automatic', 'max'])
        expect(readableValue('budget_exceeded', name, '0.25', language)).toBe(`0${separator}25`);
    }
  });

  test.each([
    ['supplier_named', 'value', '70001', '70001'],
    ['number_taken', 'value', '4200.1', '4200.1'],
    ['budget_exceeded', 'budget', '2026.01', '2026.01'],
    ['posting_key_contradicts', 'rate', '19 %', '19 %'],
    ['posting_key_contradicts', 'rate', 19, 19],
    ['export_period_closed', 'closed_until', '2026-01-31', '31.01.2026'],
    ['export_year_unknown', 'date', '2026-01-31', '31.01.2026'],
    ['export_year_unknown', 'date', '2026-02-30', '2026-02-30'],
  ] as const)('%s: %s %s is read as %s in German', (code, name, value, shown) =>
    expect(readableValue(code, name, value, 'de')).toBe(shown),
  );
});
