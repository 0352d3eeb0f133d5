import { expect, test } from 'vitest';
import { whereOfSearchedAmount } from './searched-amount.ts';

test.each([
  ['329,00', '32900'],
  ['1.329,50', '132950'],
  ['1,329.50', '132950'],
  [' 12 345,67 ', '1234567'],
  ['0,05', '5'],
])('OVW-02 a search for %s is one for the amount, net or gross, whatever the notation', (text, cents) => {
  const typed = { _eq: cents };
  expect(whereOfSearchedAmount(text)).toEqual({
    _or: [{ company_netto_cents: typed }, { total_brutto_cents: typed }],
  });
});

test.each(['329', '329,5', '3,290', 'PO-000329', '1.32,00', '29.11.2026', '329,00 EUR', ''])(
  'OVW-02 a search for %s is one for words and numbers only',
  (text) => {
    expect(whereOfSearchedAmount(text)).toBeNull();
  },
);
