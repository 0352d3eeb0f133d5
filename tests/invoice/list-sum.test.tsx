import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createInstance } from 'i18next';
import { renderToString } from 'react-dom/server';
import { initReactI18next } from 'react-i18next';
import { beforeAll, expect, it, vi } from 'vitest';
import german from '../../locales/de.json' with { type: 'json' };
import { ListSummary } from '../../src/features/overview/web/list/ListSummary.tsx';

// Replaces browser data of hooks, because the test runs without a browser.
vi.mock('react', async (load) => {
  const react = await load<typeof import('react')>();
  const useSyncExternalStore: typeof react.useSyncExternalStore = (subscribe, get) =>
    react.useSyncExternalStore(subscribe, get, get);
  return { ...react, useSyncExternalStore };
});
vi.stubGlobal('localStorage', { getItem: () => null });

beforeAll(async () => {
  await createInstance()
    .use(initReactI18next)
    .init({ lng: 'de', resources: { de: { translation: german } } });
});

function shown(withoutRate: number): string {
  const page = renderToString(
    <QueryClientProvider client={new QueryClient()}>
      <MantineProvider>
        <ListSummary
          tab="invoice"
          count={3}
          loaded={3}
          net={[{ currency: 'EUR', net: '250', committed: null, withoutRate, count: 3 }]}
        />
      </MantineProvider>
    </QueryClientProvider>,
  );
  return page
    .replaceAll('<!-- -->', '')
    .replace(/<style.*?<\/style>/gs, '')
    .replace(/<[^>]*>/g, ' ');
}

it('PRICE-07 a sum shows the number of omitted documents without a rate', () => {
  expect(shown(2).replaceAll(/\s+/g, ' ')).toContain('250,00 € netto (2 ohne Kurs)');
});

it('PRICE-07 a sum of documents that all have a rate shows no such number', () => {
  expect(shown(0)).not.toContain('Kurs');
});
