import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { HandPartProps } from '../../../entity/web/entity-catalog.tsx';
import { useFormat } from '../../../platform/web/use-format.ts';
import classes from './Mailbox.module.css';
import { type LookedMail, mailsOptions } from './mailbox-data.ts';

/** What became of the mails that came last, and why one could not be imported (MBX-04). */
export function MailboxMails({ id }: HandPartProps): ReactNode {
  const { t } = useTranslation();
  const { data: mails } = useQuery({ ...mailsOptions(id ?? 0), enabled: id !== null });
  if (id === null || mails?.length === 0) return <p className={classes.quiet}>{t('mailbox.no_mails')}</p>;
  if (mails === undefined) return null;
  return (
    <ul className={classes.list} aria-label={t('entity.mailbox.tab.mails')}>
      {mails.map((mail) => (
        <Item key={mail.id} mail={mail} />
      ))}
    </ul>
  );
}

function Item({ mail }: { readonly mail: LookedMail }): ReactNode {
  const { t } = useTranslation();
  const format = useFormat();
  const { sender, subject, created_at, state, failure, invoice_count: count } = mail;
  return (
    <li className={classes.item}>
      <span>{sender ?? t('mailbox.no_sender')}</span>
      <span>
        {subject ?? t('mailbox.no_subject')}
        <br />
        {state === 'imported' ? <span>{t('mailbox.imported', { count })} </span> : null}
        {state === 'empty' ? <span className={classes.quiet}>{t('mailbox.empty')} </span> : null}
        {failure === null ? null : (
          <span className={classes.failed}>{t(`mailbox.mail_failure.${failure}`)}</span>
        )}
        {state === 'failing' ? <span className={classes.quiet}> {t('mailbox.failing')}</span> : null}
      </span>
      <span className={classes.quiet}>{format.instant(created_at)}</span>
    </li>
  );
}
