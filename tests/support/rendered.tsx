import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createInstance } from 'i18next';
import type { ReactNode } from 'react';
import { renderToString } from 'react-dom/server';
import { initReactI18next } from 'react-i18next';
import { vi } from 'vitest';
import german from '../../locales/de.json' with { type: 'json' };

vi.stubGlobal('localStorage', { getItem: () => null });

/** The HTML of a page part with the answers that the client knows. */
export function htmlOf(part: ReactNode, client = new QueryClient()): string {
  return renderToString(
    <QueryClientProvider client={client}>
      <MantineProvider>{part}</MantineProvider>
    </QueryClientProvider>,
  ).replaceAll('<!-- -->', '');
}

/** The texts of rendered HTML. */
export function textIn(page: string): string {
  return page
    .replace(/<style.*?<\/style>/gs, '')
    .replace(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

/** Pages show these texts, and the keys of all others. */
export async function showTexts(texts: object = {}): Promise<void> {
  await createInstance()
    .use(initReactI18next)
    .init({ lng: 'de', resources: { de: { translation: texts } } });
}

export const showGerman = () => showTexts(german);
