import { Button } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { toastFailure, toastSaved } from '../../../platform/web/toasts.tsx';
import { useFormat } from '../../../platform/web/use-format.ts';
import { type FailedMail, mailFailures, mailKinds } from '../health.ts';
import { HealthList } from './HealthList.tsx';
import { HealthTable } from './HealthTable.tsx';
import { failedMailsOptions, lookAgain, retryMail } from './health-data.ts';

/** Mails that failed or whose delivery is unknown, without content and with masked recipients. */
export function FailedMails(): ReactNode {
  const { t } = useTranslation();
  const query = useInfiniteQuery({ ...failedMailsOptions, refetchInterval: lookAgain });
  const mails = query.data?.pages.flatMap(({ rows }) => rows) ?? [];
  return (
    <HealthList
      title={t('health.failed_mails')}
      empty={t('health.no_failed_mails')}
      query={query}
      isEmpty={mails.length === 0}
      table={(onDone) => <MailTable mails={mails} onDone={onDone} />}
    />
  );
}

interface MailTableProps {
  readonly mails: readonly FailedMail[];
  readonly onDone: () => void;
}

function MailTable({ mails, onDone }: MailTableProps): ReactNode {
  const { t } = useTranslation();
  const format = useFormat();
  const [pending, setPending] = useState<number | null>(null);
  const retry = async (mail: FailedMail): Promise<void> => {
    setPending(mail.id);
    await retryMail(mail).then(() => toastSaved(t('health.mail_retried')), toastFailure);
    setPending(null);
    onDone();
  };
  return (
    <HealthTable
      label={t('health.failed_mails')}
      columns={['kind', 'tenant', 'recipient', 'created_at', 'failure']}
      numbers={['attempts']}
      rows={mails.map((mail) => ({
        key: `${mail.tenant_id} ${mail.id}`,
        cells: {
          kind: kindOf(mail),
          tenant: mail.tenant,
          recipient: mail.recipient,
          created_at: format.instant(mail.created_at),
          failure: failureOf(mail),
          attempts: format.quantity(mail.attempts),
        },
        actions: mail.may_retry ? (
          <Button
            variant="default"
            size="compact-sm"
            aria-label={t('health.retry_of', { request: `${kindOf(mail)} ${mail.recipient}` })}
            loading={pending === mail.id}
            onClick={() => void retry(mail)}
          >
            {t('health.retry_mail')}
          </Button>
        ) : undefined,
      }))}
    />
  );

  function kindOf({ kind }: FailedMail): string {
    const known = mailKinds.find((name) => name === kind);
    return known === undefined ? kind : t(`health.mail_kind.${known}`);
  }

  function failureOf({ state, failure }: FailedMail): string {
    if (state === 'uncertain') return t('health.mail_uncertain');
    const known = mailFailures.find((name) => name === failure);
    return known === undefined ? failure : t(`health.mail_failure.${known}`);
  }
}
