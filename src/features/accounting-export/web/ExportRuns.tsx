import { Button, Loader } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDocumentNumber } from '../../../document/number.ts';
import { download } from '../../../platform/web/api.ts';
import { refusalText } from '../../../platform/web/failure-text.ts';
import { Amount } from '../../../platform/web/kit/Amount.tsx';
import { type Meaning, MeaningBadge } from '../../../platform/web/kit/MeaningBadge.tsx';
import { toastFailure } from '../../../platform/web/toasts.tsx';
import { useFormat } from '../../../platform/web/use-format.ts';
import { targets } from '../../export-target/targets.ts';
import classes from './ExportPage.module.css';
import { type ReportedEntry, runsOptions, type ShownRun } from './export-data.ts';
import { ComparedRun } from './runs/ComparedRun.tsx';
import { RunProgressBar } from './runs/RunProgressBar.tsx';
import { RunProtocol } from './runs/RunProtocol.tsx';
import { UncertainEntries } from './runs/UncertainEntries.tsx';
import { WithdrawRun } from './WithdrawRun.tsx';

const meanings: Readonly<Record<ShownRun['state'], Meaning>> = {
  running: 'progress',
  done: 'done',
  failed: 'declined',
  withdrawn: 'draft',
};

/** The export runs, newest first: progress, files, and failed invoices (EXP-03, EXP-23). */
export function ExportRuns(): ReactNode {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const { data: runs } = useQuery(runsOptions);
  // Depends on ended runs: a fast run may never be seen running.
  const ended = runs?.flatMap(({ id, state }) => (state === 'running' ? [] : [`${id} ${state}`])).join();
  // Exported invoices no longer wait.
  useEffect(() => {
    if (ended !== undefined) void queries.invalidateQueries({ queryKey: ['invoice-export', 'waiting'] });
  }, [ended, queries]);
  if (runs === undefined || runs.length === 0) return null;
  return (
    <section aria-labelledby="export-runs">
      <h2 id="export-runs" className={classes.heading}>
        {t('invoice_export.runs')}
      </h2>
      <ul className={classes.list}>
        {runs.map((run) => (
          <Run key={run.id} run={run} />
        ))}
      </ul>
    </section>
  );
}

function Run({ run }: { readonly run: ShownRun }): ReactNode {
  const { t } = useTranslation();
  const format = useFormat();
  const { state, exported_count: exported, failed_count: failedCount, client, files, reported } = run;
  const starter = run.is_automatic
    ? t('invoice_export.automatic.run', { name: run.started_by?.name ?? '–' })
    : run.started_by?.name;
  const hasFailures = state === 'done' && failedCount > 0;
  const failed = reported.filter((entry) => entry.state === 'failed');
  const uncertain = reported.filter((entry) => entry.state === 'uncertain');
  return (
    <li className={classes.run}>
      <div className={classes.runHead}>
        <strong>{formatDocumentNumber('EX', run.running_number)}</strong>
        {state === 'running' ? <Loader size={14} aria-hidden /> : null}
        <MeaningBadge meaning={hasFailures ? 'declined' : meanings[state]}>
          {t(`invoice_export.state.${hasFailures ? 'done_with_failures' : state}`)}
        </MeaningBadge>
        <span className={classes.quiet}>
          {[t(`invoice_export.target.${run.target}`), format.instant(run.started_at), client?.name, starter]
            .filter(Boolean)
            .join(' · ')}
        </span>
        {state === 'running' ? null : (
          <span className={classes.counts}>
            {t('invoice_export.exported', { count: exported })}
            {failedCount > 0 ? <em> {t('invoice_export.failed', { count: failedCount })}</em> : null}
            {uncertain.length > 0 ? (
              <em> {t('invoice_export.uncertain', { count: uncertain.length })}</em>
            ) : null}{' '}
            <Amount value={run.control_total} currency={client?.currency ?? 'EUR'} decimals={2} />
          </span>
        )}
      </div>
      {state === 'withdrawn' ? <Withdrawn run={run} /> : null}
      {state === 'running' ? <RunProgressBar runId={run.id} /> : null}
      {uncertain.length === 0 ? null : <UncertainEntries run={run} entries={uncertain} />}
      {failed.length === 0 ? null : (
        <ul className={classes.list}>
          {failed.map((entry) => (
            <Failed key={entry.id} entry={entry} />
          ))}
        </ul>
      )}
      {targets[run.target].isFile ? null : <RunProtocol runId={run.id} />}
      {isComparable(run) ? <ComparedRun run={run} /> : null}
      <div className={classes.files}>
        {files.map(({ file }) =>
          file === null ? null : (
            <Button
              key={file.id}
              variant="default"
              size="xs"
              classNames={{ root: classes.file, label: classes.fileName }}
              leftSection={<IconDownload size={14} aria-hidden />}
              onClick={() => void download(`/api/file/${file.id}`, file.name).catch(toastFailure)}
            >
              {file.name}
            </Button>
          ),
        )}
        {isWithdrawable(run) ? <WithdrawRun run={run} /> : null}
      </div>
    </li>
  );
}

/** Whether the target has or may have invoices of the run. */
function isComparable({ state, exported_count, reported }: ShownRun): boolean {
  const hasEnded = state === 'done' || state === 'failed';
  return hasEnded && (exported_count > 0 || reported.some((entry) => entry.state === 'uncertain'));
}

/** An imported run must not be withdrawn; only people know whether it was imported (EXP-23). */
function isWithdrawable({ target, state, exported_count }: ShownRun): boolean {
  return targets[target].isFile && (state === 'failed' || (state === 'done' && exported_count > 0));
}

function Withdrawn({ run }: { readonly run: ShownRun }): ReactNode {
  const { t } = useTranslation();
  const format = useFormat();
  const when = run.withdrawn_at === null ? '' : format.instant(run.withdrawn_at);
  const reported = { when, name: run.withdrawn_by?.name ?? '', reason: run.withdrawn_reason };
  return <p className={classes.quiet}>{t('invoice_export.withdrawn_by', reported)}</p>;
}

/** The problem of one invoice, with a link to it. */
function Failed({ entry: { invoice, is_reversal, problem } }: { readonly entry: ReportedEntry }): ReactNode {
  const { t } = useTranslation();
  const reported = problem.problems?.[0] ?? problem;
  return (
    <li className={classes.failed}>
      {invoice === null ? null : (
        <Link to="/invoice/form" search={{ id: invoice.id }}>
          {invoice.invoice_number_formatted}
        </Link>
      )}{' '}
      {is_reversal ? `${t('invoice_export.reversal')}: ` : null}
      {refusalText(reported.code, reported.values)}
    </li>
  );
}
