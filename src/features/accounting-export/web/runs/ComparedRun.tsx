import { Button, FileButton } from '@mantine/core';
import { IconArrowsDiff, IconFileUpload } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { isDay } from '../../../../base/day.ts';
import { formatDocumentNumber } from '../../../../document/number.ts';
import { refusalText } from '../../../../platform/web/failure-text.ts';
import { toastFailure, toastSaved } from '../../../../platform/web/toasts.tsx';
import { useFormat } from '../../../../platform/web/use-format.ts';
import { targets } from '../../../export-target/targets.ts';
import type { Difference } from '../../reconciling/found.ts';
import classes from '../ExportPage.module.css';
import type { ShownRun } from '../export-data.ts';
import {
  type Compared,
  compareWithFile,
  type FoundEntry,
  foundOptions,
  lookAtTarget,
} from './compared-data.ts';

/** The reconciliation of a run with its target or a file of the adviser, and the buttons to start it (EXP-29). */
export function ComparedRun({ run }: { readonly run: ShownRun }): ReactNode {
  const target = targets[run.target].system;
  return (
    <div>
      {run.compared_at === null ? null : (
        <FoundOfRun run={run} at={run.compared_at} source={run.compared_with ?? 'target'} target={target} />
      )}
      <Asked run={run} target={target} />
      <Ways run={run} target={target} />
    </div>
  );
}

interface WaysProps {
  readonly run: ShownRun;
  readonly target: string;
}

/** The last query of the target, the reason of a failure, and the limits of its answer; not for file targets. */
function Asked({ run, target }: WaysProps): ReactNode {
  const { t } = useTranslation();
  const format = useFormat();
  const { target: kind, asked_at: at, ask_problem: problem } = run;
  if (targets[kind].isFile) return null;
  return (
    <p className={classes.quiet}>
      {at === null ? null : t('invoice_export.asked', { target, when: format.instant(at) })}{' '}
      {problem === null ? null : refusalText(problem.code, problem.values)} {t(`invoice_export.says.${kind}`)}
    </p>
  );
}

function Ways({ run, target }: WaysProps): ReactNode {
  const { isFile, hasAdviserFile } = targets[run.target];
  const { t } = useTranslation();
  const queries = useQueryClient();
  const number = formatDocumentNumber('EX', run.running_number);
  const reported = ({ arrived, changed, missing, unknown }: Compared): string =>
    [
      t('invoice_export.found.arrived', { count: arrived }),
      ...(changed > 0 ? [t('invoice_export.found.changed', { count: changed })] : []),
      ...(missing > 0 ? [t('invoice_export.found.missing', { count: missing })] : []),
      ...(unknown > 0 ? [t('invoice_export.found.unknown', { count: unknown })] : []),
    ].join(', ');
  const comparing = useMutation({
    mutationFn: (file: File | null) => (file === null ? lookAtTarget(run.id) : compareWithFile(run.id, file)),
    onSuccess: (compared) => toastSaved(reported(compared)),
    onError: (error) => toastFailure(error),
    onSettled: () => queries.invalidateQueries({ queryKey: ['invoice-export'] }),
  });
  return (
    <div className={classes.files}>
      {isFile ? null : (
        <Button
          variant="default"
          size="xs"
          leftSection={<IconArrowsDiff size={14} aria-hidden />}
          loading={comparing.isPending}
          aria-label={t('invoice_export.look_of', { run: number, target })}
          onClick={() => comparing.mutate(null)}
        >
          {t('invoice_export.look', { target })}
        </Button>
      )}
      {hasAdviserFile ? (
        <FileButton accept=".csv,text/csv" onChange={(file) => file && comparing.mutate(file)}>
          {(props) => (
            <Button
              {...props}
              variant="default"
              size="xs"
              leftSection={<IconFileUpload size={14} aria-hidden />}
              loading={comparing.isPending}
              aria-label={t('invoice_export.compare_of', { run: number })}
            >
              {t('invoice_export.compare')}
            </Button>
          )}
        </FileButton>
      ) : null}
    </div>
  );
}

interface FoundOfRunProps extends WaysProps {
  readonly at: string;
  readonly source: 'target' | 'file';
}

function FoundOfRun({ run, at, source, target }: FoundOfRunProps): ReactNode {
  const { t } = useTranslation();
  const format = useFormat();
  const { data } = useQuery(foundOptions(run.id, at));
  if (data === undefined) return null;
  const { arrived, others } = data;
  const groups = Map.groupBy(others, ({ found }) => found);
  return (
    <>
      <p>
        {t(`invoice_export.compared_with.${source}`, { target, when: format.instant(at) })}{' '}
        {t('invoice_export.found.arrived', { count: arrived })}
      </p>
      <ul className={classes.list}>
        {[...groups].map(([found, entries]) => (
          <li key={found}>
            {t(`invoice_export.found.${found}`, { count: entries.length })}
            <ul className={classes.files}>
              {entries.map((entry) => (
                <FoundInvoice key={entry.id} entry={entry} />
              ))}
            </ul>
          </li>
        ))}
      </ul>
    </>
  );
}

function FoundInvoice({ entry: { invoice, differences } }: { readonly entry: FoundEntry }): ReactNode {
  const { t } = useTranslation();
  const format = useFormat();
  const shown = (value: string | null): string => {
    if (value === null) return '–';
    return isDay(value) ? format.day(value) : format.amount(value, { decimals: 2 });
  };
  const reported = ({ account, ours, theirs }: Difference): string =>
    t(account === null ? 'invoice_export.differing_day' : 'invoice_export.differing', {
      account,
      ours: shown(ours),
      theirs: shown(theirs),
    });
  return (
    <li>
      {invoice === null ? null : (
        <Link to="/invoice/form" search={{ id: invoice.id }}>
          {invoice.invoice_number_formatted}
        </Link>
      )}{' '}
      {(differences ?? []).map(reported).join('; ')}
    </li>
  );
}
