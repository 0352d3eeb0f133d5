import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createInstance } from 'i18next';
import { renderToString } from 'react-dom/server';
import { I18nextProvider, initReactI18next } from 'react-i18next';
import { expect, test, vi } from 'vitest';
import { type Way, ways } from '../../src/platform/context.ts';
import type { TimelineEntryRow } from '../../src/timeline/web/entry-view.ts';
import { Timeline } from '../../src/timeline/web/Timeline.tsx';

// There is no browser to ask: what a hook would find there is what it finds here.
vi.mock('react', async (load) => {
  const react = await load<typeof import('react')>();
  const useSyncExternalStore: typeof react.useSyncExternalStore = (subscribe, get) =>
    react.useSyncExternalStore(subscribe, get, get);
  return { ...react, useSyncExternalStore };
});
vi.stubGlobal('localStorage', { getItem: () => null });

async function shown(way: Way | null): Promise<string> {
  const entry: TimelineEntryRow = {
    ...{ id: 1, entry_no: 0, type: 'approval', status: 'approved', text_type: 'past', comment: null, way },
    ...{ message_code: null, message_values: null, document_questions: [], for_user: null, actor: null },
    ...{ created_at: '2026-01-01T00:00:00Z', completed_at: '2026-01-02T00:00:00Z' },
    ...{ lb_user: { id: 3, name: 'Ada' }, created_by: { id: 3, name: 'Ada' } },
  };
  const i18n = createInstance();
  await i18n.use(initReactI18next).init({ lng: 'de', resources: {} });
  return renderToString(
    <I18nextProvider i18n={i18n}>
      <QueryClientProvider client={new QueryClient()}>
        <MantineProvider>
          <Timeline entries={[entry]} currentEntryNo={1} />
        </MantineProvider>
      </QueryClientProvider>
    </I18nextProvider>,
  );
}

test.each([null, ...ways])(
  'AUTH-30 a step that came by %s says so where nobody sat at a page',
  async (way) => {
    const page = await shown(way);
    expect(page).toContain('timeline.approval.past');
    const said = /means\.\w+/.exec(page)?.[0] ?? null;
    expect(said).toBe(way === 'token' || way === 'mail_link' ? `means.${way}` : null);
  },
);
