import { Button, Loader } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDocumentNumber } from '../../../document/number.ts';
import { download } from '../../../platform/web/api.ts';
import { Amount } from '../../../platform/web/kit/Amount.tsx';
import { toastFailure } from '../../../platform/web/toasts.tsx';
import { useFormat } from '../../../platform/web/use-format.ts';
import classes from './ExportPage.module.css';
import { type FailedEntry, runsOptions, type ShownRun } from './export-data.ts';

/** What was exported, the newest first: how far it is, its files, and what did not leave (EXP-03, EXP-23). */
export function ExportRuns(): ReactNode {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const { data: runs } = useQuery(runsOptions);
  const isUnderWay = runs?.some(({ state }) => state === 'running') ?? false;
  // What has left does not wait any more.
  useEffect(() => {
    if (!isUnderWay) void queries.invalidateQueries({ queryKey: ['invoice-export', 'waiting'] });
  }, [isUnderWay, queries]);
  if (runs === undefined || runs.length === 0) return null;
  return (
    <section className={classes.runs} aria-labelledby="export-runs">
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
  const { state, exported_count: exported, failed_count: failedCount, client, files, failed } = run;
  return (
    <li className={classes.run}>
      <div className={classes.runHead}>
        {state === 'running' ? <Loader size={14} aria-label={t('invoice_export.state.running')} /> : null}
        <strong>{formatDocumentNumber('EX', run.running_number)}</strong>
        <span>{t(`invoice_export.state.${state}`)}</span>
        <span className={classes.quiet}>
          {[format.instant(run.started_at), client?.name, run.started_by?.name].filter(Boolean).join(' · ')}
        </span>
        {state === 'running' ? null : (
          <span className={classes.counts}>
            {t('invoice_export.exported', { count: exported })}
            {failedCount > 0 ? <em> {t('invoice_export.failed', { count: failedCount })}</em> : null}{' '}
            <Amount value={run.control_total} currency={client?.currency ?? 'EUR'} decimals={2} />
          </span>
        )}
      </div>
      {failed.length === 0 ? null : (
        <ul className={classes.list}>
          {failed.map((entry) => (
            <Failed key={entry.id} entry={entry} />
          ))}
        </ul>
      )}
      <div className={classes.files}>
        {files.map(({ file }) =>
          file === null ? null : (
            <Button
              key={file.id}
              variant="default"
              size="xs"
              leftSection={<IconDownload size={14} aria-hidden />}
              onClick={() => void download(`/api/file/${file.id}`, file.name).catch(toastFailure)}
            >
              {file.name}
            </Button>
          ),
        )}
      </div>
    </li>
  );
}

/** What stands against one invoice, with the way to it. */
function Failed({ entry: { invoice, problem } }: { readonly entry: FailedEntry }): ReactNode {
  const { t } = useTranslation();
  const told = problem.problems?.[0] ?? problem;
  return (
    <li className={classes.failed}>
      {invoice === null ? null : (
        <Link to="/invoice/form" search={{ id: invoice.id }}>
          {invoice.invoice_number_formatted}
        </Link>
      )}{' '}
      {t(`error.${told.code}`, { ...told.values })}
    </li>
  );
}
