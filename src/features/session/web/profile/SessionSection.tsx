import { Button, Skeleton } from '@mantine/core';
import { IconDeviceDesktop, IconDeviceMobile } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../../../platform/web/kit/ConfirmDialog.tsx';
import { ErrorState } from '../../../../platform/web/kit/EmptyState.tsx';
import { useWaitingCount } from '../../../../platform/web/offline.ts';
import { endSession, useSession } from '../../../../platform/web/session.ts';
import { useFormat } from '../../../../platform/web/use-format.ts';
import type { SessionEntry } from '../../session-entry.ts';
import { useSaving } from '../use-saving.ts';
import classes from './ProfilePage.module.css';
import { ProfileSection } from './ProfileSection.tsx';
import { endAllSessions, endSessionOf, sessionsOptions } from './profile-data.ts';

/** The person's sessions, and buttons to end them (AUTH-27). */
export function SessionSection(): ReactNode {
  const { t } = useTranslation();
  const session = useSession();
  const { data, error, refetch } = useQuery(sessionsOptions(session?.userId ?? 0));
  return (
    <ProfileSection title={t('session.title')} hint={t('session.hint')} action={<EndAllButton />}>
      {error !== null && data === undefined ? (
        <ErrorState failure={error} onRetry={() => void refetch()} />
      ) : data === undefined ? (
        <Skeleton height={48} />
      ) : (
        <ul className={classes.list}>
          {data.map((entry) => (
            <SessionRow key={entry.id} entry={entry} isHere={entry.id === session?.sessionId} />
          ))}
        </ul>
      )}
    </ProfileSection>
  );
}

interface SessionRowProps {
  readonly entry: SessionEntry;
  readonly isHere: boolean;
}

function SessionRow({ entry, isHere }: SessionRowProps): ReactNode {
  const { t } = useTranslation();
  const format = useFormat();
  const { isPending, save } = useSaving();
  const device = useDeviceText(entry);
  const isMobile = /^(iPhone|iPad|Android)$/.test(entry.system ?? '');
  const Icon = isMobile ? IconDeviceMobile : IconDeviceDesktop;
  return (
    <li className={classes.row}>
      <Icon size={18} stroke={1.6} aria-hidden />
      <div className={classes.text}>
        <p className={classes.name}>{device}</p>
        <p className={classes.note}>
          {isHere ? <span className={classes.here}>{t('session.here')} · </span> : null}
          {entry.acting_name === null
            ? null
            : `${t('session.acting_as_you', { name: entry.acting_name })} · `}
          {entry.place === null ? null : `${t(`session.place.${entry.place}`)} · `}
          {t('session.last_used', { time: format.instant(entry.last_used_at) })}
        </p>
      </div>
      {isHere ? null : (
        <Button
          variant="default"
          size="compact-sm"
          loading={isPending}
          aria-label={t('session.end_of', { device })}
          onClick={() => void save(() => endSessionOf(entry.id), t('session.ended'))}
        >
          {t('session.end')}
        </Button>
      )}
    </li>
  );
}

/** For example "Firefox auf Windows". */
function useDeviceText({ browser, system }: Pick<SessionEntry, 'browser' | 'system'>): string {
  const { t } = useTranslation();
  if (browser !== null && system !== null) return t('session.device', { browser, system });
  return browser ?? system ?? t('session.unknown_device');
}

function EndAllButton(): ReactNode {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [isAsking, setAsking] = useState(false);
  const waiting = useWaitingCount();
  const { isPending, save } = useSaving();
  const end = async (): Promise<void> => {
    if (!(await save(endAllSessions, t('session.ended_all')))) return;
    endSession({ returnHere: false });
    await navigate({ to: '/login', replace: true });
  };
  return (
    <>
      <Button variant="default" onClick={() => setAsking(true)}>
        {t('session.end_all')}
      </Button>
      <ConfirmDialog
        opened={isAsking}
        title={t('session.end_all_title')}
        actionLabel={t('session.end_all')}
        isPending={isPending}
        onConfirm={() => void end()}
        onClose={() => setAsking(false)}
      >
        {t('session.end_all_text')}
        {waiting > 0 ? <p>{t('login.waiting_lost', { count: waiting })}</p> : null}
      </ConfirmDialog>
    </>
  );
}
