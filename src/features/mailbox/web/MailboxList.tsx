import { Button } from '@mantine/core';
import { IconMail, IconRefresh } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { NewRecordButton } from '../../../entity/web/NewRecordButton.tsx';
import { EmptyState } from '../../../platform/web/kit/EmptyState.tsx';
import { toastSaved } from '../../../platform/web/toasts.tsx';
import { useAction } from '../../../platform/web/use-action.ts';
import classes from './Mailbox.module.css';
import { MailItem } from './MailItem.tsx';
import {
  isConnected,
  type MailboxState,
  mailboxesOptions,
  putAsideOptions,
  runMailbox,
} from './mailbox-data.ts';
import { RunState } from './RunState.tsx';

/** The mailboxes of the tenant with the last run and its problem (SET-07, MBX-04). */
export function MailboxList(): ReactNode {
  const { t } = useTranslation();
  const { data: mailboxes } = useQuery(mailboxesOptions);
  if (mailboxes === undefined) return null;
  return (
    <div className="stack">
      <div className="buttons">
        <NewRecordButton table="mailbox" route="mailbox" />
      </div>
      {mailboxes.length === 0 ? (
        <EmptyState icon={<IconMail size={32} stroke={1.4} aria-hidden />} title={t('mailbox.none')} />
      ) : (
        <ul aria-label={t('entity.mailbox.many')}>
          {mailboxes.map((mailbox) => (
            <Item key={mailbox.id} mailbox={mailbox} />
          ))}
        </ul>
      )}
      <PutAside />
    </div>
  );
}

/** Mails that were not imported, from all mailboxes and the address of the tenant (TECH-20). */
function PutAside(): ReactNode {
  const { t } = useTranslation();
  const { data: mails = [] } = useQuery(putAsideOptions);
  if (mails.length === 0) return null;
  return (
    <section className="stack" aria-label={t('mailbox.aside')}>
      <h3 className={classes.heading}>{t('mailbox.aside')}</h3>
      <p className="quiet">{t('mailbox.aside_hint')}</p>
      <ul>
        {mails.map((mail) => (
          <MailItem key={mail.id} mail={mail} place={mail.mailbox?.name ?? t('mailbox.by_address')} />
        ))}
      </ul>
    </section>
  );
}

function Item({ mailbox }: { readonly mailbox: MailboxState }): ReactNode {
  const { t } = useTranslation();
  const { isPending, perform } = useAction();
  const { id, name, username, host, active } = mailbox;
  const run = (): Promise<boolean> =>
    perform(async () => {
      await runMailbox(id);
      toastSaved(t('mailbox.run_started', { name }));
    });
  return (
    <li className={classes.item}>
      <Link to="/admin/$entity/form" params={{ entity: 'mailbox' }} search={{ id }} className="link">
        {name}
      </Link>
      <span>
        <span className="quiet">
          {username}, {host}
        </span>
        <br />
        <RunState mailbox={mailbox} />
      </span>
      <Button
        variant="default"
        size="xs"
        leftSection={<IconRefresh size={14} stroke={1.6} aria-hidden />}
        aria-label={t('mailbox.run_of', { name })}
        disabled={!isConnected(mailbox) || !active}
        loading={isPending}
        onClick={() => void run()}
      >
        {t('mailbox.run')}
      </Button>
    </li>
  );
}
