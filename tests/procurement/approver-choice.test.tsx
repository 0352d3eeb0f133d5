import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createInstance } from 'i18next';
import { renderToString } from 'react-dom/server';
import { initReactI18next } from 'react-i18next';
import { beforeAll, expect, it, vi } from 'vitest';
import german from '../../locales/de.json' with { type: 'json' };
import { ApproverChoice } from '../../src/document/web/steps/ApproverPanel.tsx';
import { useHasRole } from '../../src/platform/web/profile.ts';

// Without a browser, hooks return these values.
vi.mock('react', async (load) => {
  const react = await load<typeof import('react')>();
  const useSyncExternalStore: typeof react.useSyncExternalStore = (subscribe, get) =>
    react.useSyncExternalStore(subscribe, get, get);
  return { ...react, useSyncExternalStore };
});
vi.mock('../../src/platform/web/profile.ts', async (load) => ({
  ...(await load<typeof import('../../src/platform/web/profile.ts')>()),
  useHasRole: vi.fn(),
}));
vi.stubGlobal('localStorage', { getItem: () => null });

beforeAll(async () => {
  await createInstance()
    .use(initReactI18next)
    .init({ lng: 'de', resources: { de: { translation: german } } });
});

it.each([
  ['people who see prices what is missing', true, german.document.approvers_later],
  ['others that approvers depend on amounts', false, german.document.approvers_hidden],
])('PROC-14 ROLE-07 without a proposal the panel tells %s', (_who, seesPrices, said) => {
  vi.mocked(useHasRole).mockReturnValue(seesPrices);
  const page = renderToString(
    <QueryClientProvider client={new QueryClient()}>
      <MantineProvider>
        <ApproverChoice proposal={null} manual={[]} onChange={() => {}} />
      </MantineProvider>
    </QueryClientProvider>,
  );
  expect(page).toContain(said);
});
