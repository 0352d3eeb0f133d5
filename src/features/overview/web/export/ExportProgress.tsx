import { CloseButton, Loader, Progress } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useEffectEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { download } from '../../../../platform/web/api.ts';
import { exportState, forgetExport, useExports } from '../../../../platform/web/exports-under-way.ts';
import { ApiRefusal } from '../../../../platform/web/failure.ts';
import { useReturnFocus } from '../../../../platform/web/kit/use-return-focus.ts';
import { toastFailure, toastSaved } from '../../../../platform/web/toasts.tsx';
import classes from './ExportProgress.module.css';

const askEveryMs = 700;

/** Progress of the person's exports, on every page; finished files are downloaded. */
export function ExportProgress(): ReactNode {
  const { t } = useTranslation();
  const jobs = useExports();
  const { onFocus, giveBack } = useReturnFocus();
  if (jobs.length === 0) return null;
  return (
    <section className={classes.exports} aria-label={t('overview.export.under_way')} onFocus={onFocus}>
      {jobs.map((job) => (
        <UnderWay
          key={job}
          job={job}
          onClose={() => {
            giveBack();
            forgetExport(job);
          }}
        />
      ))}
    </section>
  );
}

interface UnderWayProps {
  readonly job: number;
  readonly onClose: () => void;
}

function UnderWay({ job, onClose }: UnderWayProps): ReactNode {
  const { t } = useTranslation();
  const { data, error } = useQuery({
    queryKey: ['export', job],
    queryFn: ({ signal }) => exportState(job, signal),
    refetchInterval: askEveryMs,
    staleTime: 0,
  });
  const fileId = data?.result?.file_id ?? null;
  // A lost connection is retried; a refusal is final.
  const refusal = data?.error ? new ApiRefusal(data.error) : error instanceof ApiRefusal ? error : null;
  const end = useEffectEvent(async () => {
    try {
      if (fileId === null) throw refusal;
      await download(`/api/file/${fileId}`, 'export');
      toastSaved(t('overview.export.done'));
    } catch (failure) {
      toastFailure(failure);
    } finally {
      forgetExport(job);
    }
  });
  const isEnded = fileId !== null || refusal !== null;
  useEffect(() => {
    if (isEnded) void end();
  }, [isEnded]);
  const percent = data?.progress ?? 0;
  return (
    <div className={classes.export}>
      <Loader size={16} />
      <span>{t('overview.export.progress', { percent })}</span>
      <Progress className={classes.bar} value={percent} aria-label={t('overview.export.under_way')} />
      <CloseButton size="sm" aria-label={t('shell.close')} onClick={onClose} />
    </div>
  );
}
