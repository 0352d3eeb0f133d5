import { QueryClient } from '@tanstack/react-query';
import { beforeAll, expect, it } from 'vitest';
import { CurrencyFields } from '../../src/document/web/head/CurrencyFields.tsx';
import { htmlOf, showTexts } from '../support/rendered.tsx';

beforeAll(() =>
  showTexts({ document: { rate: { proposed: 'EZB {{day}}: {{rate}}', unknown: 'unbekannt' } } }),
);

/** The currency fields of a document, seen by a euro company on 11 October. */
function shown(currency: string, found: { rate: string; day: string } | null): string {
  const client = new QueryClient();
  client.setQueryData(['reference-rate', 'EUR', currency, '2026-10-11'], { found });
  return htmlOf(
    <CurrencyFields
      own="EUR"
      day="2026-10-11"
      head={{ currency, exchange_rate: null, rate_date: null }}
      fields={{}}
      required={new Set()}
      problems={new Map()}
      onChange={() => {}}
    />,
    client,
  );
}

it('PRICE-04 a document in the company currency shows no rate', () => {
  expect(shown('EUR', null)).not.toContain('field.exchange_rate');
});

it('PRICE-07 a foreign currency shows the rate with the ECB rate, its day and its source', () => {
  const page = shown('USD', { rate: '0.921659', day: '2026-10-09' });
  for (const part of ['field.exchange_rate', 'field.rate_date', 'EZB 09.10.2026: 0,921659'])
    expect(page).toContain(part);
});

it('PRICE-07 without an ECB rate, a rate has to be typed', () => {
  expect(shown('XYZ', null)).toContain('unbekannt');
});
