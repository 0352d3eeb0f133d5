import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { targets } from '../../../export-target/targets.ts';
import classes from '../ExportPage.module.css';
import type { ReportedEntry, ShownRun } from '../export-data.ts';
import { type Question, ResolveDialog } from './ResolveDialog.tsx';

interface UncertainEntriesProps {
  readonly run: ShownRun;
  readonly entries: readonly ReportedEntry[];
}

/** Invoices whose booking the target does not report: a person checks there and confirms the result (EXP-08). */
export function UncertainEntries({ run, entries }: UncertainEntriesProps): ReactNode {
  const { t } = useTranslation();
  const [question, setQuestion] = useState<Question | null>(null);
  const target = targets[run.target].system;
  const ask = (entry: ReportedEntry | null, exported: boolean) => () =>
    setQuestion({ run, entry, exported, target });
  return (
    <section
      className={classes.uncertain}
      aria-label={t('invoice_export.uncertain', { count: entries.length })}
    >
      <p>{t('invoice_export.uncertain_text', { target })}</p>
      <ul className={classes.list}>
        {entries.map((entry) => (
          <li key={entry.id} className={classes.uncertainEntry}>
            {entry.invoice === null ? null : (
              <Link to="/invoice/form" search={{ id: entry.invoice.id }}>
                {entry.invoice.invoice_number_formatted}
              </Link>
            )}
            {entry.problem.code === 'export_uncertain' ? null : (
              <span>{t(`error.${entry.problem.code}`, { ...entry.problem.values })}</span>
            )}
            <Verdicts
              name={entry.invoice?.invoice_number_formatted ?? ''}
              target={target}
              onBooked={ask(entry, true)}
              onNotBooked={ask(entry, false)}
            />
          </li>
        ))}
      </ul>
      {entries.length < 2 ? null : (
        <div className={classes.uncertainEntry}>
          <span>{t('invoice_export.uncertain_all')}</span>
          <Verdicts
            name={t('invoice_export.uncertain_all')}
            target={target}
            onBooked={ask(null, true)}
            onNotBooked={ask(null, false)}
          />
        </div>
      )}
      {question === null ? null : <ResolveDialog question={question} onClose={() => setQuestion(null)} />}
    </section>
  );
}

interface VerdictsProps {
  /** The name of the invoice or group. */
  readonly name: string;
  readonly target: string;
  readonly onBooked: () => void;
  readonly onNotBooked: () => void;
}

function Verdicts({ name, target, onBooked, onNotBooked }: VerdictsProps): ReactNode {
  const { t } = useTranslation();
  const booked = t('invoice_export.booked', { target });
  const notBooked = t('invoice_export.not_booked');
  return (
    <span className="buttons">
      <Button variant="default" size="xs" aria-label={`${booked}: ${name}`} onClick={onBooked}>
        {booked}
      </Button>
      <Button variant="default" size="xs" aria-label={`${notBooked}: ${name}`} onClick={onNotBooked}>
        {notBooked}
      </Button>
    </span>
  );
}
