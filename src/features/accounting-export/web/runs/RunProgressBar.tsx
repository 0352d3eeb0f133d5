import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import classes from '../ExportPage.module.css';
import { progressOptions } from './run-data.ts';

/** The progress of a running export: decided invoices, and invoices being sent (EXP-02). */
export function RunProgressBar({ runId }: { readonly runId: number }): ReactNode {
  const { t } = useTranslation();
  const { data } = useQuery(progressOptions(runId));
  if (data === undefined || data.all === 0) return null;
  const { all, waiting, sending } = data;
  const done = all - waiting - sending;
  const text = t('invoice_export.progress', { done, all });
  return (
    <div className={classes.progress}>
      <progress value={done} max={all} aria-label={text} />
      <span className={classes.quiet}>
        {text}
        {sending > 0 ? ` · ${t('invoice_export.sending', { count: sending })}` : null}
      </span>
    </div>
  );
}
