import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderToString } from 'react-dom/server';
import { initReactI18next } from 'react-i18next';
import { beforeAll, expect, it, vi } from 'vitest';
import german from '../../locales/de.json' with { type: 'json' };
import { ImportNotice } from '../../src/entity/web/sheet/ImportNotice.tsx';
import { type ImportJob, importJobOptions } from '../../src/entity/web/sheet/import-state.ts';
import { supplier } from '../../src/features/master-data/supplier.ts';
import { i18n } from '../../src/platform/web/i18n.ts';
import { LockedButton } from '../../src/platform/web/kit/LockedButton.tsx';

vi.mock('react', async (load) => {
  const react = await load<typeof import('react')>();
  const useSyncExternalStore: typeof react.useSyncExternalStore = (subscribe, get) =>
    react.useSyncExternalStore(subscribe, get, get);
  return { ...react, useSyncExternalStore };
});
vi.stubGlobal('localStorage', { getItem: () => null });

beforeAll(async () => {
  await i18n.use(initReactI18next).init({ lng: 'de', resources: { de: { translation: german } } });
});

const job: ImportJob = { id: 7, state: 'running', progress: 40, result: null, error: null };

function noticeOf(changes: Partial<ImportJob>): string {
  const client = new QueryClient();
  client.setQueryData(importJobOptions(job.id).queryKey, { ...job, ...changes });
  const imported = {
    job: job.id,
    remember: () => undefined,
    isShown: false,
    markShown: () => undefined,
    forgetEnded: () => undefined,
  };
  return renderToString(
    <QueryClientProvider client={client}>
      <MantineProvider>
        <ImportNotice entity={supplier} imported={imported} onReload={null} />
      </MantineProvider>
    </QueryClientProvider>,
  ).replaceAll('<!-- -->', '');
}

it('SHEET-19 a failed import says why nothing was imported, and can be tried again', () => {
  const notice = noticeOf({ state: 'failed', error: { code: 'lock_timeout', message: '' } });
  expect(notice).toContain(german.import.failed);
  expect(notice).toContain(german.error.lock_timeout);
  expect(notice).toContain(german.shell.error.retry);
});

it('JOB-05 a running import cannot be tried again', () => {
  expect(noticeOf({})).toContain(german.import.running);
  expect(noticeOf({})).not.toContain(german.shell.error.retry);
});

const buttonOf = (reason: string | null): string =>
  renderToString(
    <MantineProvider>
      <LockedButton reason={reason} onClick={() => undefined}>
        Speichern
      </LockedButton>
    </MantineProvider>,
  );

it('ONB-02 API-40 a locked button shows why and is described by it; it can be focused', () => {
  const locked = buttonOf(german.onboarding.lock.nothing);
  const [, id] = /aria-describedby="([^"]+)"/.exec(locked) ?? [];
  expect(locked).toMatch(new RegExp(`<p id="${id}"[^>]*>${german.onboarding.lock.nothing}</p>`));
  expect(locked).toContain('aria-disabled="true"');
  expect(locked).not.toContain(' disabled=""');
  expect(buttonOf(null)).not.toMatch(/aria-disabled|aria-describedby/);
});
