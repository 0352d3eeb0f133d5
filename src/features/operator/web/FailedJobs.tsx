import { Button, NativeSelect, TextInput } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../../platform/web/kit/ConfirmDialog.tsx';
import { toastFailure, toastSaved } from '../../../platform/web/toasts.tsx';
import { useAction } from '../../../platform/web/use-action.ts';
import { useFormat } from '../../../platform/web/use-format.ts';
import { type FailedJob, type HealthQueue, longestReason, maxRetries } from '../health.ts';
import classes from './Health.module.css';
import { HealthList } from './HealthList.tsx';
import { HealthTable, useKindText } from './HealthTable.tsx';
import { discardJob, failedJobsOptions, lookAgain, retryJob, retryJobs } from './health-data.ts';

/** Failed jobs, without their content; they can be retried or discarded. */
export function FailedJobs({ queues }: { readonly queues: readonly HealthQueue[] }): ReactNode {
  const { t } = useTranslation();
  const [kind, setKind] = useState<string | null>(null);
  const query = useInfiniteQuery({ ...failedJobsOptions(kind), refetchInterval: lookAgain });
  const jobs = query.data?.pages.flatMap(({ rows }) => rows) ?? [];
  return (
    <HealthList
      title={t('health.failed_jobs')}
      empty={t('health.no_failed_jobs')}
      query={query}
      isEmpty={jobs.length === 0}
      tools={(onDone) => <Tools queues={queues} kind={kind} onKind={setKind} onDone={onDone} />}
      table={(onDone) => <JobTable jobs={jobs} onDone={onDone} />}
    />
  );
}

interface ToolsProps {
  readonly queues: readonly HealthQueue[];
  readonly kind: string | null;
  readonly onKind: (kind: string | null) => void;
  readonly onDone: () => void;
}

/** Choice of the kind, and retrying all of it. */
function Tools({ queues, kind, onKind, onDone }: ToolsProps): ReactNode {
  const { t } = useTranslation();
  const format = useFormat();
  const kindText = useKindText();
  const { isPending, perform } = useAction();
  const [isAsking, setAsking] = useState(false);
  const kinds = queues.filter((queue) => queue.has_jobs && (queue.failed > 0 || queue.kind === kind));
  const failed = kinds.find((queue) => queue.kind === kind)?.failed ?? 0;
  const retryAll = async (): Promise<void> => {
    if (kind === null) return;
    await perform(async () => {
      const count = await retryJobs(kind);
      toastSaved(t('health.retried_count', { count, number: format.quantity(count) }));
    });
    setAsking(false);
    onDone();
  };
  if (kinds.length === 0 && kind === null) return null;
  return (
    <div className={classes.tools}>
      <NativeSelect
        aria-label={t('health.column.kind')}
        value={kind ?? ''}
        onChange={({ currentTarget: { value } }) => onKind(value === '' ? null : value)}
        data={[
          { value: '', label: t('health.all_kinds') },
          ...kinds.map((queue) => ({
            value: queue.kind,
            label: t('health.kind_count', {
              kind: kindText(queue.kind),
              number: format.quantity(queue.failed),
            }),
          })),
        ]}
      />
      {kind === null || failed === 0 ? null : (
        <Button variant="default" onClick={() => setAsking(true)}>
          {t('health.retry_all')}
        </Button>
      )}
      <ConfirmDialog
        opened={isAsking}
        title={t('health.retry_all_title', { kind: kindText(kind ?? '') })}
        actionLabel={t('health.retry_all')}
        isPending={isPending}
        onConfirm={() => void retryAll()}
        onClose={() => setAsking(false)}
      >
        {t('health.retry_all_text', { number: format.quantity(Math.min(failed, maxRetries)) })}
      </ConfirmDialog>
    </div>
  );
}

interface JobTableProps {
  readonly jobs: readonly FailedJob[];
  readonly onDone: () => void;
}

function JobTable({ jobs, onDone }: JobTableProps): ReactNode {
  const { t } = useTranslation();
  const format = useFormat();
  const kindText = useKindText();
  const [discarded, setDiscarded] = useState<FailedJob | null>(null);
  const [pending, setPending] = useState<number | null>(null);
  const retry = async (job: FailedJob): Promise<void> => {
    setPending(job.id);
    await retryJob(job).then(() => toastSaved(t('health.retried')), toastFailure);
    setPending(null);
    onDone();
  };
  return (
    <>
      <HealthTable
        label={t('health.failed_jobs')}
        columns={['kind', 'tenant', 'failed_at', 'failure', 'request']}
        numbers={['attempts']}
        rows={jobs.map((job) => ({
          key: `${job.tenant_id} ${job.id}`,
          cells: {
            kind: kindText(job.kind),
            tenant: job.tenant,
            failed_at: format.instant(job.failed_at),
            failure: [job.code, job.failure].filter(Boolean).join(' · '),
            request: job.request_id,
            attempts: format.quantity(job.attempts),
          },
          actions: (
            <>
              <Button
                variant="default"
                size="compact-sm"
                aria-label={t('health.retry_of', { request: job.request_id })}
                loading={pending === job.id}
                onClick={() => void retry(job)}
              >
                {t('health.retry')}
              </Button>
              <Button
                variant="default"
                size="compact-sm"
                aria-label={t('health.discard_of', { request: job.request_id })}
                onClick={() => setDiscarded(job)}
              >
                {t('health.discard')}
              </Button>
            </>
          ),
        }))}
      />
      <DiscardDialog key={discarded?.id} job={discarded} onClose={() => setDiscarded(null)} onDone={onDone} />
    </>
  );
}

interface DiscardDialogProps {
  /** Null when closed. */
  readonly job: FailedJob | null;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

function DiscardDialog({ job, onClose, onDone }: DiscardDialogProps): ReactNode {
  const { t } = useTranslation();
  const [reason, setReason] = useState('');
  const [isMissing, setMissing] = useState(false);
  const { isPending, perform } = useAction();
  const discard = async (): Promise<void> => {
    setMissing(reason.trim() === '');
    if (job === null || reason.trim() === '') return;
    await perform(() => discardJob(job, reason.trim()).then(() => toastSaved(t('health.discarded'))));
    onClose();
    onDone();
  };
  return (
    <ConfirmDialog
      opened={job !== null}
      title={t('health.discard_title')}
      actionLabel={t('health.discard')}
      isDestructive
      isPending={isPending}
      onConfirm={() => void discard()}
      onClose={onClose}
    >
      <p>{t('health.discard_text')}</p>
      <TextInput
        label={t('health.reason')}
        required
        maxLength={longestReason}
        value={reason}
        error={isMissing ? t('error.field_required') : undefined}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
    </ConfirmDialog>
  );
}
