import { Button, Progress } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useEffectEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { download } from '../../../platform/web/api.ts';
import { useIntent } from '../../../platform/web/command.ts';
import { ApiRefusal } from '../../../platform/web/failure.ts';
import { failureText } from '../../../platform/web/failure-text.ts';
import { useReturnFocus } from '../../../platform/web/kit/use-return-focus.ts';
import { toastFailure } from '../../../platform/web/toasts.tsx';
import { useAction } from '../../../platform/web/use-action.ts';
import type { RetiredRows } from '../../draft.ts';
import type { Entity } from '../../entity.ts';
import type { ImportResult } from '../../import-order.ts';
import { entityLabelKey, fieldLabelKey } from '../../labels.ts';
import { useCatalog } from '../entity-catalog.tsx';
import classes from './EntitySheet.module.css';
import { ImportDifferences } from './ImportDifferences.tsx';
import { answerImport, asksOfReach, importJobOptions, isAsking, isOver } from './import-state.ts';
import { refreshOthers } from './sheet-data.ts';
import type { ImportInSheet } from './use-import-job.ts';

export interface ImportNoticeProps {
  readonly entity: Entity;
  readonly imported: ImportInSheet;
  /** Reloads the table; null while that is not allowed. */
  readonly onReload: (() => Promise<unknown>) | null;
}

/** The progress and result of the table's import, which continues while the page is closed. */
export function ImportNotice({ entity, imported, onReload }: ImportNoticeProps): ReactNode {
  if (imported.job === null) return null;
  const showImported = (): void => {
    if (imported.isShown || onReload === null) return;
    imported.markShown();
    onReload().catch(toastFailure);
  };
  return (
    <JobNotice
      key={imported.job}
      entity={entity}
      job={imported.job}
      onAnswered={imported.remember}
      onImported={showImported}
      onClose={() => imported.remember(null)}
    />
  );
}

interface JobNoticeProps {
  readonly entity: Entity;
  readonly job: number;
  /** Another job continues the import. */
  readonly onAnswered: (job: number) => void;
  readonly onImported: () => void;
  readonly onClose: () => void;
}

function JobNotice({ entity, job: id, onAnswered, onImported, onClose }: JobNoticeProps): ReactNode {
  const { t } = useTranslation();
  const { data: job, error, refetch } = useQuery(importJobOptions(id));
  const result = job?.state === 'done' ? job.result : null;
  const isImported = result !== null && !isAsking(result);
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
          {result !== null ? (
            <Outcome entity={entity} job={id} result={result} onAnswered={onAnswered} />
          ) : job?.error ? (
            <Failed entity={entity} job={id} reason={new ApiRefusal(job.error)} onAnswered={onAnswered} />
          ) : (
            <Unread failure={error} onRetry={() => void refetch()} />
          )}
          <Button size="compact-sm" variant="default" onClick={close}>
            {t('shell.close')}
          </Button>
        </>
      )}
    </div>
  );
}

interface FailedProps extends Pick<JobNoticeProps, 'entity' | 'job' | 'onAnswered'> {
  readonly reason: ApiRefusal;
}

/** Why nothing was imported. The server has kept the file, so that the import can be tried again. */
function Failed({ entity, job, reason, onAnswered }: FailedProps): ReactNode {
  const { t } = useTranslation();
  const { isPending, perform } = useAction();
  const intent = useIntent();
  const again = (): Promise<boolean> =>
    perform(async () => onAnswered(await answerImport(entity.table, job, {}, intent.keyOf(String(job)))));
  return (
    <>
      <div className={classes.refusedText}>
        <strong>{t('import.failed')}</strong> {failureText(reason)}
      </div>
      <Button size="compact-sm" loading={isPending} onClick={() => void again()}>
        {t('shell.error.retry')}
      </Button>
    </>
  );
}

/** The state of the import cannot be read: it is too old, or there is no answer at the moment. */
function Unread({
  failure,
  onRetry,
}: {
  readonly failure: Error | null;
  readonly onRetry: () => void;
}): ReactNode {
  const { t } = useTranslation();
  if (failure === null || failure instanceof ApiRefusal) return t('import.gone');
  return (
    <>
      <div className={classes.refusedText}>{failureText(failure)}</div>
      <Button size="compact-sm" variant="default" onClick={onRetry}>
        {t('shell.error.retry')}
      </Button>
    </>
  );
}

type OutcomeProps = Pick<JobNoticeProps, 'entity' | 'job' | 'onAnswered'> & {
  readonly result: ImportResult;
};

function Outcome(props: OutcomeProps): ReactNode {
  const { entity, result } = props;
  const { t } = useTranslation();
  const { differences } = result;
  const { problems, first_problems: first = [], report_file_id: report, reached, is_cut } = result;
  const asked = problems > 0 ? 'import.refused.problems' : 'import.asks';
  return (
    <>
      <div className={classes.refusedText}>
        {isAsking(result) ? (
          is_cut ? (
            t('import.refused.first', { most: problems })
          ) : (
            t(asked, { count: problems })
          )
        ) : (
          <Done entity={entity} result={result} />
        )}
        {first.length > 0 ? (
          <ul className={classes.refusedRows}>
            {first.map((problem) => (
              <li key={problem}>{problem}</li>
            ))}
          </ul>
        ) : null}
        {differences === undefined ? null : <ImportDifferences entity={entity} differences={differences} />}
        {result.question === undefined ? null : (
          <p>{failureText(new ApiRefusal({ message: '', ...result.question }))}</p>
        )}
        {reached === undefined ? null : <Reached {...props} rows={reached} />}
      </div>
      {report === null ? null : (
        <Button
          size="compact-sm"
          variant="default"
          onClick={() => void download(`/api/file/${report}`, 'file.csv').catch(toastFailure)}
        >
          {t('import.report.download')}
        </Button>
      )}
      <Answer {...props} />
    </>
  );
}

function Reached({ entity, rows }: OutcomeProps & { readonly rows: readonly RetiredRows[] }): ReactNode {
  const OfRows = useCatalog().questions[entity.table]?.OfRows;
  return OfRows ? <OfRows rows={rows} onReported={() => undefined} /> : null;
}

/** Offers to import what can be imported; one answer covers all questions. */
function Answer({ entity, job, result, onAnswered }: OutcomeProps): ReactNode {
  const { t } = useTranslation();
  const { isPending, perform } = useAction();
  const intent = useIntent();
  const { right_lines: right, is_cut: isCut, differences } = result;
  if (isCut || right === 0 || !isAsking(result)) return null;
  const answer = {
    ...(right !== undefined && { right_only: true }),
    ...(asksOfReach(result) && { waiting_told: true }),
  };
  const send = (): Promise<boolean> =>
    perform(async () => {
      onAnswered(await answerImport(entity.table, job, answer, intent.keyOf(JSON.stringify(answer))));
    });
  return (
    <Button size="compact-sm" loading={isPending} onClick={() => void send()}>
      {right === undefined
        ? t(differences === undefined || asksOfReach(result) ? 'import.anyway' : 'import.confirm')
        : t('import.right', { count: right })}
    </Button>
  );
}

function Done({ entity, result }: { readonly entity: Entity; readonly result: ImportResult }): ReactNode {
  const { t } = useTranslation();
  const { added, changed, unchanged, problems } = result;
  const { waiting = 0, documents_waiting: documents = 0, twins = 0, twin_names: names = [] } = result;
  const reported = [
    t('import.done', { added, changed, unchanged }),
    ...Object.entries(result.created ?? {}).map(([table, count]) =>
      t('import.created', { count, list: t(entityLabelKey(table, 'many')) }),
    ),
    ...(result.lost_zeros ?? []).map(({ field, count }) =>
      t('import.zeros', { count, field: t(fieldLabelKey(entity.table, field)) }),
    ),
    ...(problems === 0 ? [] : [t('import.left_out_lines', { count: problems })]),
    ...(waiting === 0 ? [] : [t('import.waiting', { count: waiting })]),
    ...(documents === 0 ? [] : [t('shell.toast.documents_waiting', { count: documents })]),
    ...(twins === 0 ? [] : [t('shell.toast.twins', { count: twins })]),
    ...(names.length === 0
      ? []
      : [t(twins > names.length ? 'import.first_twins' : 'import.twins', { names: names.join(', ') })]),
  ];
  return reported.join(' ');
}
