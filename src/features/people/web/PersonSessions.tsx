import { Button } from '@mantine/core';
import { IconDeviceDesktop } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { HandPartProps } from '../../../entity/web/entity-catalog.tsx';
import { ConfirmDialog } from '../../../platform/web/kit/ConfirmDialog.tsx';
import { ErrorState } from '../../../platform/web/kit/EmptyState.tsx';
import { toastFailure, toastSaved } from '../../../platform/web/toasts.tsx';
import { useFormat } from '../../../platform/web/use-format.ts';
import type { SessionEntry } from '../../session/session-entry.ts';
import classes from './Account.module.css';
import { endAccessOf, endSessionOf, sessionsOfOptions } from './account-data.ts';

/** A person's sessions, which administrators can end (AUTH-36). */
export function PersonSessions({ id }: HandPartProps): ReactNode {
  const { t } = useTranslation();
  const [isAsking, setAsking] = useState(false);
  const { data, error, refetch } = useQuery({ ...sessionsOfOptions(id ?? 0), enabled: id !== null });
  if (id === null) return null;
  const end = async (run: () => Promise<void>, reported: string): Promise<void> => {
    await run().then(() => toastSaved(reported), toastFailure);
    setAsking(false);
  };
  return (
    <>
      {error ? <ErrorState failure={error} onRetry={() => void refetch()} /> : null}
      {data?.length === 0 ? <p className={classes.none}>{t('people.no_sessions')}</p> : null}
      <ul className={classes.list}>
        {(data ?? []).map((entry) => (
          <SessionItem
            key={entry.id}
            entry={entry}
            onEnd={() => end(() => endSessionOf(id, entry.id), t('session.ended'))}
          />
        ))}
      </ul>
      <div className={classes.buttons}>
        <Button variant="default" onClick={() => setAsking(true)}>
          {t('people.end_access')}
        </Button>
      </div>
      <ConfirmDialog
        opened={isAsking}
        title={t('people.end_access_title')}
        actionLabel={t('people.end_access')}
        isDestructive
        onConfirm={() => void end(() => endAccessOf(id), t('session.ended_all'))}
        onClose={() => setAsking(false)}
      >
        {t('people.end_access_text')}
      </ConfirmDialog>
    </>
  );
}

interface SessionItemProps {
  readonly entry: SessionEntry;
  readonly onEnd: () => Promise<void>;
}

function SessionItem({ entry, onEnd }: SessionItemProps): ReactNode {
  const { t } = useTranslation();
  const format = useFormat();
  const { browser, system, acting_name: acting } = entry;
  const device =
    browser !== null && system !== null
      ? t('session.device', { browser, system })
      : (browser ?? system ?? t('session.unknown_device'));
  const place = entry.place === null ? null : t(`session.place.${entry.place}`);
  const used = t('session.last_used', { time: format.instant(entry.last_used_at) });
  return (
    <li className={classes.item}>
      <IconDeviceDesktop size={18} stroke={1.6} aria-hidden />
      <span className={classes.name}>
        {acting === null ? device : t('security_log.through', { person: device, actor: acting })}
      </span>
      <span className={classes.note}>{[place, used].filter(Boolean).join(' · ')}</span>
      <Button
        variant="default"
        size="compact-sm"
        aria-label={t('session.end_of', { device })}
        onClick={() => void onEnd()}
      >
        {t('session.end')}
      </Button>
    </li>
  );
}
