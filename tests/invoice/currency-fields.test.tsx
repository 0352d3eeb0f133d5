import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createInstance } from 'i18next';
import { renderToString } from 'react-dom/server';
import { I18nextProvider, initReactI18next } from 'react-i18next';
import { expect, it, vi } from 'vitest';
import { CurrencyFields } from '../../src/document/web/head/CurrencyFields.tsx';

// Replaces browser data of hooks, because the test runs without a browser.
vi.mock('react', async (load) => {
  const react = await load<typeof import('react')>();
  const useSyncExternalStore: typeof react.useSyncExternalStore = (subscribe, get) =>
    react.useSyncExternalStore(subscribe, get, get);
  return { ...react, useSyncExternalStore };
});

const i18n = createInstance();
await i18n.use(initReactI18next).init({
  lng: 'de',
  resources: {
    de: { translation: { document: { rate: { proposed: 'EZB {{day}}: {{rate}}', unknown: 'unbekannt' } } } },
  },
});

/** The currency fields of a document, seen by a euro company on 11 October. */
function shown(currency: string, found: { rate: string; day: string } | null): string {
  const client = new QueryClient();
  client.setQueryData(['reference-rate', 'EUR', currency, '2026-10-11'], { found });
  return renderToString(
    <I18nextProvider i18n={i18n}>
      <QueryClientProvider client={client}>
        <MantineProvider>
          <CurrencyFields
            own="EUR"
            day="2026-10-11"
            head={{ currency, exchange_rate: null, rate_date: null }}
            fields={{}}
            required={new Set()}
            problems={new Map()}
            onChange={() => {}}
          />
        </MantineProvider>
      </QueryClientProvider>
    </I18nextProvider>,
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
