import { Button } from '@mantine/core';
import { answerLimits, fetchWithin } from '../../platform/web/fetch-within.ts';
import { i18n } from '../../platform/web/i18n.ts';
import { toastOffer } from '../../platform/web/toasts.tsx';
import { entryOf } from './page-entry.ts';

/**
 * Offers to reload when the server delivers other pages than these (MOB-01); asked after each connection to the
 * server, since a new version restarts it. Nothing is reloaded without a click, and a reload asks about unsaved input.
 */
export async function offerNewVersion(): Promise<void> {
  const own = document.querySelector('script[type="module"][src]')?.getAttribute('src') ?? null;
  const delivered = await fetchWithin(answerLimits.usual, '/', { cache: 'no-cache' }, async (answer) =>
    answer.ok ? entryOf(await answer.text()) : null,
  ).catch(() => null);
  // Without an answer, the next connection asks again.
  if (own === null || delivered === null || delivered === own) return;
  toastOffer(
    'new-version',
    i18n.t('shell.new_version'),
    <Button size="compact-sm" variant="default" onClick={() => location.reload()}>
      {i18n.t('shell.chunk_failed.reload')}
    </Button>,
  );
}
