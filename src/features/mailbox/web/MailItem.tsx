import { Button } from '@mantine/core';
import { IconDownload, IconRefresh } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { download } from '../../../platform/web/api.ts';
import { toastFailure, toastSaved } from '../../../platform/web/toasts.tsx';
import { useAction } from '../../../platform/web/use-action.ts';
import { useFormat } from '../../../platform/web/use-format.ts';
import classes from './Mailbox.module.css';
import { type LookedMail, tryMailAgain } from './mailbox-data.ts';

interface Props {
  readonly mail: LookedMail;
  /** The mailbox, for lists of several ones. */
  readonly place?: string;
}

/** A processed mail with its result, and the original if it was put aside (MBX-04, TECH-20). */
export function MailItem({ mail, place }: Props): ReactNode {
  const { t } = useTranslation();
  const format = useFormat();
  const { sender, subject, created_at, state, failure, invoice_count: count, file } = mail;
  return (
    <li className={classes.item}>
      <span>
        {sender ?? t('mailbox.no_sender')}
        {place === undefined ? null : (
          <>
            <br />
            <span className="quiet">{place}</span>
          </>
        )}
      </span>
      <span>
        {subject ?? t('mailbox.no_subject')}
        <br />
        {state === 'imported' ? <span>{t('mailbox.imported', { count })} </span> : null}
        {state === 'empty' ? <span className="quiet">{t('mailbox.empty')} </span> : null}
        {failure === null ? null : <span className="problem">{t(`mailbox.mail_failure.${failure}`)}</span>}
        {state === 'failing' ? <span className="quiet"> {t('mailbox.failing')}</span> : null}
        {file === null ? null : <Original id={mail.id} file={file} />}
      </span>
      <span className="quiet">{format.instant(created_at)}</span>
    </li>
  );
}

function Original({
  id,
  file,
}: {
  readonly id: number;
  readonly file: NonNullable<LookedMail['file']>;
}): ReactNode {
  const { t } = useTranslation();
  const { isPending, perform } = useAction();
  const retry = (): Promise<boolean> =>
    perform(async () => {
      await tryMailAgain(id);
      toastSaved(t('mailbox.retry_started'));
    });
  return (
    <span className="buttons">
      <Button
        variant="default"
        size="xs"
        leftSection={<IconDownload size={14} stroke={1.6} aria-hidden />}
        onClick={() => void download(`/api/file/${file.id}`, file.name).catch(toastFailure)}
      >
        {t('mailbox.original')}
      </Button>
      <Button
        variant="default"
        size="xs"
        leftSection={<IconRefresh size={14} stroke={1.6} aria-hidden />}
        loading={isPending}
        onClick={() => void retry()}
      >
        {t('mailbox.retry')}
      </Button>
    </span>
  );
}
