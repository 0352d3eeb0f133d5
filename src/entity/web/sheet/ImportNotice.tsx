import { Button, Progress } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useEffectEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { download } from '../../../platform/web/api.ts';
import { ApiRefusal } from '../../../platform/web/failure.ts';
import { failureText } from '../../../platform/web/failure-text.ts';
import { useReturnFocus } from '../../../platform/web/kit/use-return-focus.ts';
import { toastFailure } from '../../../platform/web/toasts.tsx';
import type { ImportResult } from '../../import-order.ts';
import classes from './EntitySheet.module.css';
import { importJobOptions, isOver } from './import-state.ts';
import { refreshOthers } from './sheet-data.ts';
import type { ImportInSheet } from './use-import-job.ts';

export interface ImportNoticeProps {
  readonly imported: ImportInSheet;
  /** Reads the table anew; null while it may not. */
  readonly onReload: (() => Promise<unknown>) | null;
}

/** How far the import of the table is, and how it ended; goes on while the page is left. */
export function ImportNotice({ imported, onReload }: ImportNoticeProps): ReactNode {
  if (imported.job === null) return null;
  const showImported = (): void => {
    if (imported.isShown || onReload === null) return;
    imported.markShown();
    onReload().catch(toastFailure);
  };
  return (
    <JobNotice
      key={imported.job}
      job={imported.job}
      onImported={showImported}
      onClose={() => imported.remember(null)}
    />
  );
}

interface JobNoticeProps {
  readonly job: number;
  readonly onImported: () => void;
  readonly onClose: () => void;
}

function JobNotice({ job: id, onImported, onClose }: JobNoticeProps): ReactNode {
  const { t } = useTranslation();
  const { data: job, error } = useQuery(importJobOptions(id));
  const result = job?.state === 'done' ? job.result : null;
  const isImported = result !== null && result.problems === 0;
  const client = useQueryClient();
  const { onFocus, giveBack } = useReturnFocus();
  const close = (): void => {
    giveBack();
    onClose();
  };
  const announce = useEffectEvent(() => {
    void refreshOthers(client);
    onImported();
  });
  useEffect(() => {
    if (isImported) announce();
  }, [isImported]);
  const isRunning = error === null && (job === undefined || !isOver(job));
  return (
    <div
      role="status"
      className={isImported ? `${classes.notice} ${classes.done}` : classes.notice}
      onFocus={onFocus}
    >
      {isRunning ? (
        <>
          {t('import.running')}
          <Progress
            className={classes.progress}
            value={job?.progress ?? 0}
            aria-label={t('import.running')}
          />
          {t('import.percent', { percent: job?.progress ?? 0 })}
        </>
      ) : (
        <>
          {result === null ? (
            job?.error ? (
              failureText(new ApiRefusal(job.error))
            ) : (
              t('import.gone')
            )
          ) : (
            <Outcome result={result} />
          )}
          <Button size="compact-sm" variant="default" onClick={close}>
            {t('shell.close')}
          </Button>
        </>
      )}
    </div>
  );
}

function Outcome({ result }: { readonly result: ImportResult }): ReactNode {
  const { t } = useTranslation();
  const { added, changed, unchanged, problems, report_file_id: report } = result;
  const { waiting = 0, documents_waiting: documents = 0, twins = 0, twin_names: names = [] } = result;
  if (problems === 0) {
    const told = [
      t('import.done', { added, changed, unchanged }),
      ...(waiting === 0 ? [] : [t('import.waiting', { count: waiting })]),
      ...(documents === 0 ? [] : [t('shell.toast.documents_waiting', { count: documents })]),
      ...(twins === 0 ? [] : [t('shell.toast.twins', { count: twins })]),
      ...(names.length === 0
        ? []
        : [t(twins > names.length ? 'import.first_twins' : 'import.twins', { names: names.join(', ') })]),
    ];
    return told.join(' ');
  }
  return (
    <>
      {t('import.refused.problems', { count: problems })}
      {report === null ? null : (
        <Button
          size="compact-sm"
          variant="default"
          onClick={() => void download(`/api/file/${report}`, 'file.csv').catch(toastFailure)}
        >
          {t('import.report.download')}
        </Button>
      )}
    </>
  );
}
