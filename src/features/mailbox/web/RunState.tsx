import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../platform/web/use-format.ts';
import { isConnected, type MailboxState } from './mailbox-data.ts';

/** The time of the last run and its problem (MBX-04). */
export function RunState({ mailbox }: { readonly mailbox: MailboxState }): ReactNode {
  const { t } = useTranslation();
  const format = useFormat();
  const { last_run_at: at, last_error: error, active } = mailbox;
  if (!isConnected(mailbox)) return <span className="quiet">{t('mailbox.state.disconnected')}</span>;
  if (!active) return <span className="quiet">{t('mailbox.state.inactive')}</span>;
  if (at === null) return <span className="quiet">{t('mailbox.state.never')}</span>;
  return (
    <span>
      <span className="quiet">{t('mailbox.state.last_run', { at: format.instant(at) })}</span>{' '}
      {error === null ? null : (
        <span className="problem">{t(`mailbox.failure.${error.code}`, { ...error.values })}</span>
      )}
    </span>
  );
}
