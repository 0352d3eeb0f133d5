import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { HandPartProps } from '../../../entity/web/entity-catalog.tsx';
import { MailItem } from './MailItem.tsx';
import { mailsOptions } from './mailbox-data.ts';

/** The latest mails with their results and failures (MBX-04). */
export function MailboxMails({ id }: HandPartProps): ReactNode {
  const { t } = useTranslation();
  const { data: mails } = useQuery({ ...mailsOptions(id ?? 0), enabled: id !== null });
  if (id === null || mails?.length === 0) return <p className="quiet">{t('mailbox.no_mails')}</p>;
  if (mails === undefined) return null;
  return (
    <ul aria-label={t('entity.mailbox.tab.mails')}>
      {mails.map((mail) => (
        <MailItem key={mail.id} mail={mail} />
      ))}
    </ul>
  );
}
