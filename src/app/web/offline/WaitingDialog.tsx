import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { refusalText } from '../../../platform/web/failure-text.ts';
import { AgeText } from '../../../platform/web/kit/DayText.tsx';
import { LargeDialog } from '../../../platform/web/kit/LargeDialog.tsx';
import { toastFailure } from '../../../platform/web/toasts.tsx';
import classes from './Offline.module.css';
import { withdraw } from './outbox.ts';
import type { Waiting } from './waiting.ts';

export interface WaitingDialogProps {
  readonly waiting: readonly Waiting[];
  readonly onClose: () => void;
}

/** What waits for the network, and why the server refused what had waited; each can be taken back. */
export function WaitingDialog({ waiting, onClose }: WaitingDialogProps): ReactNode {
  const { t } = useTranslation();
  return (
    <LargeDialog onClose={onClose} size={560} title={t('offline.title')}>
      <p className="quiet">{t(waiting.length === 0 ? 'offline.nothing' : 'offline.hint')}</p>
      <ul className={classes.list}>
        {waiting.map((one) => (
          <WaitingRow key={one.key} waiting={one} onOpen={onClose} />
        ))}
      </ul>
    </LargeDialog>
  );
}

function WaitingRow({
  waiting,
  onOpen,
}: {
  readonly waiting: Waiting;
  readonly onOpen: () => void;
}): ReactNode {
  const { t } = useTranslation();
  const { key, act, kind, documentId, title, at, refusal } = waiting;
  const label = t(`offline.act.${act}`, { title });
  return (
    <li className={classes.row}>
      <p className={classes.act}>{label}</p>
      <p className="quiet">
        <AgeText instant={new Date(at).toISOString()} since />{' '}
        {refusal === null ? t('offline.waits') : t('offline.not_done')}
      </p>
      {refusal === null ? null : (
        <p className="problem">{refusalText(refusal.code, { field: refusal.field, ...refusal.values })}</p>
      )}
      <div className={classes.buttons}>
        <Button
          variant="default"
          size="compact-sm"
          renderRoot={(props) => (
            <Link {...props} to={`/${kind}/form`} search={{ id: documentId }} onClick={onOpen} />
          )}
        >
          {t('offline.open')}
        </Button>
        <Button
          variant="default"
          size="compact-sm"
          aria-label={t('offline.withdraw_named', { what: label })}
          onClick={() => void withdraw(key).catch(toastFailure)}
        >
          {t('offline.withdraw')}
        </Button>
      </div>
    </li>
  );
}
