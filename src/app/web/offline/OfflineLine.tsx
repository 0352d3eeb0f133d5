import { Button } from '@mantine/core';
import { IconCloudOff } from '@tabler/icons-react';
import { notifyManager } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import line from '../../../platform/web/kit/ShellLine.module.css';
import { useHasNetwork } from '../../../platform/web/network.ts';
import { queryClient } from '../../../platform/web/query.ts';
import { useFormat, useNow } from '../../../platform/web/use-format.ts';
import { groupOf } from './kept-groups.ts';
import classes from './Offline.module.css';
import { useWaiting } from './outbox.ts';
import { useWaitingUploads, type WaitingUploads } from './uploads.ts';
import { WaitingDialog } from './WaitingDialog.tsx';

/** Says on every page that there is no network, of which hour the shown state is, and what waits (MOB-04). */
export function OfflineLine(): ReactNode {
  const { t } = useTranslation();
  const format = useFormat();
  const now = useNow();
  const isReached = useHasNetwork();
  const at = useSyncExternalStore(onAnswer, shownHour);
  const waiting = useWaiting();
  const [isListed, setListed] = useState(false);
  const uploads = useWaitingUploads();
  const refused = waiting.filter(({ refusal }) => refusal !== null).length;
  if (isReached && waiting.length === 0 && uploads.count === 0) return null;
  const hour = at === null ? null : format.shortInstant(new Date(at).toISOString(), now);
  return (
    <aside className={line.bar} aria-label={t('offline.label')}>
      <IconCloudOff size={16} stroke={1.6} aria-hidden />
      <p className={`${line.text} ${classes.parts}`} role="status">
        {isReached ? null : hour === null ? t('shell.offline') : t('offline.state_of', { hour })}
        {waiting.length > refused ? (
          <span>{t('offline.waiting', { count: waiting.length - refused })}</span>
        ) : null}
        {refused > 0 ? <strong>{t('offline.refused', { count: refused })}</strong> : null}
        <Uploads uploads={uploads} />
      </p>
      {waiting.length === 0 ? null : (
        <Button variant="default" size="compact-sm" onClick={() => setListed(true)}>
          {t('offline.show')}
        </Button>
      )}
      {isListed ? <WaitingDialog waiting={waiting} onClose={() => setListed(false)} /> : null}
    </aside>
  );
}

/** Files that wait to become invoices; the upload page shows each with its reason. */
function Uploads({ uploads: { count, refused } }: { readonly uploads: WaitingUploads }): ReactNode {
  const { t } = useTranslation();
  if (count === 0) return null;
  return (
    <Link to="/invoice/upload">
      {count > refused ? <span>{t('offline.uploads', { count: count - refused })}</span> : null}{' '}
      {refused > 0 ? <strong>{t('offline.uploads_refused', { count: refused })}</strong> : null}
    </Link>
  );
}

/** The hour of the oldest list or document on the page, in milliseconds since 1970; null without any. */
function shownHour(): number | null {
  const hours = queryClient
    .getQueryCache()
    .findAll({ type: 'active' })
    .filter((query) => ['list', 'document', 'preview'].includes(groupOf(query) ?? ''))
    .map(({ state }) => state.dataUpdatedAt)
    .filter((at) => at > 0);
  return hours.length === 0 ? null : Math.min(...hours);
}

function onAnswer(listener: () => void): () => void {
  // Not while a component renders.
  return queryClient.getQueryCache().subscribe(notifyManager.batchCalls(listener));
}
