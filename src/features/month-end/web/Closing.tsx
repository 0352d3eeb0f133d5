import { Button } from '@mantine/core';
import { IconDownload, IconLock } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { monthEndOf } from '../../../base/periods.ts';
import { useLanguage } from '../../../platform/web/i18n.ts';
import { ConfirmDialog } from '../../../platform/web/kit/ConfirmDialog.tsx';
import { toastFailure } from '../../../platform/web/toasts.tsx';
import { useAction } from '../../../platform/web/use-action.ts';
import { useFormat } from '../../../platform/web/use-format.ts';
import {
  batchOf,
  type ClosedFile,
  type ClosedMonth,
  type ClosingAnswer,
  type ClosingQuestion,
} from '../closing.ts';
import { lackTextKey } from '../model.ts';
import { closeMonth, closingOptions, downloadClosed } from './closing-data.ts';
import classes from './MonthEndPage.module.css';
import { listOptions, namedScope } from './month-end-data.ts';

interface ClosingProps {
  readonly client: number | undefined;
  readonly day: string;
}

/** Whether the month of the chosen company is closed, its stored files, and the button to close it (DASH-08). */
export function Closing({ client, day }: ClosingProps): ReactNode {
  const { t } = useTranslation();
  if (client === undefined || monthEndOf(day) !== day)
    return (
      <section className={classes.closing} aria-label={t('month_end.closing.title')}>
        <p>{t('month_end.closing.choose')}</p>
      </section>
    );
  return <ClosingOfCompany question={{ client, day }} />;
}

function ClosingOfCompany({ question }: { readonly question: ClosingQuestion }): ReactNode {
  const { t } = useTranslation();
  const format = useFormat();
  const { data } = useQuery(closingOptions(question));
  const { data: company } = useQuery(namedScope('client', question.client));
  if (data === undefined) return null;
  const values = { company: company?.name ?? '', month: format.day(question.day) };
  const { closed, addable } = data;
  const batch = closed?.files.findLast(({ content }) => batchOf(content)?.batch === 'accruals');
  const canAdd = closed !== null && !data.is_complete && !data.is_writing;
  return (
    <section className={classes.closing} aria-label={t('month_end.closing.title')}>
      <p role="status">
        {closed === null
          ? t('month_end.closing.open', values)
          : t('month_end.closing.closed', {
              ...values,
              date: format.instant(closed.closed_at),
              person: closed.closed_by,
            })}
      </p>
      {data.may_close && (closed === null || canAdd) ? (
        <Close question={question} answer={data} values={values} />
      ) : null}
      {closed === null || closed.files.length === 0 ? null : <Files closed={closed} />}
      {data.is_writing ? <p>{t('month_end.closing.writing')}</p> : null}
      {addable > 0 && !data.is_writing ? (
        <p>{t('month_end.closing.addable', { number: format.quantity(addable) })}</p>
      ) : null}
      {closed !== null && data.has_accrual_account && batch?.left_out !== 0 && !data.is_writing ? (
        <LeftOut question={question} hasBatch={batch !== undefined} />
      ) : null}
    </section>
  );
}

interface CloseProps {
  readonly question: ClosingQuestion;
  readonly answer: ClosingAnswer;
  readonly values: { readonly company: string; readonly month: string };
}

function Close({ question, answer, values }: CloseProps): ReactNode {
  const { t } = useTranslation();
  const language = useLanguage();
  const [isOpen, setOpen] = useState(false);
  const { isPending, perform } = useAction();
  const close = (): Promise<boolean> =>
    perform(async () => {
      await closeMonth(question, language);
      setOpen(false);
    });
  const { closed, addable } = answer;
  const label = t(
    `month_end.closing.${closed === null ? 'close' : addable > 0 ? 'add_accruals' : 'add_files'}`,
  );
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconLock size={16} stroke={1.6} aria-hidden />}
        onClick={() => setOpen(true)}
      >
        {label}
      </Button>
      <ConfirmDialog
        opened={isOpen}
        title={closed === null ? t('month_end.closing.question', values) : label}
        actionLabel={label}
        isPending={isPending}
        onConfirm={() => void close()}
        onClose={() => setOpen(false)}
      >
        <p>{t('month_end.closing.consequence')}</p>
        {answer.has_accrual_account ? null : <p>{t('month_end.closing.without_accruals')}</p>}
      </ConfirmDialog>
    </>
  );
}

function Files({ closed }: { readonly closed: ClosedMonth }): ReactNode {
  return (
    <ul className={classes.kept}>
      {closed.files.map((file) => (
        <KeptFile key={file.content} closed={closed} file={file} />
      ))}
    </ul>
  );
}

function KeptFile({ closed, file }: { readonly closed: ClosedMonth; readonly file: ClosedFile }): ReactNode {
  const { t } = useTranslation();
  const format = useFormat();
  const { content, count } = file;
  const batch = batchOf(content);
  const title = t(batch === null ? `month_end.list.${content}` : `month_end.closing.content.${batch.batch}`);
  const name = batch === null || batch.place === 1 ? title : `${title} ${batch.place}`;
  return (
    <li>
      <Button
        variant="subtle"
        leftSection={<IconDownload size={16} stroke={1.6} aria-hidden />}
        title={file.sha256}
        onClick={() => downloadClosed(closed, content).catch(toastFailure)}
      >
        {t('month_end.closing.file', { name, number: format.quantity(count) })}
      </Button>
    </li>
  );
}

interface LeftOutProps {
  readonly question: ClosingQuestion;
  /** Other accruals of the month are booked. */
  readonly hasBatch: boolean;
}

/** Amounts named on the page; the list has all. */
const named = 5;

/** The accruals that cannot be booked, and what each lacks. */
function LeftOut({ question, hasBatch }: LeftOutProps): ReactNode {
  const { t } = useTranslation();
  const format = useFormat();
  const list = { list: 'accruals_left_out', ...question } as const;
  const { data } = useQuery(listOptions(list));
  if (data === undefined || data.count === 0) return null;
  return (
    <div>
      <p>{t(`month_end.closing.${hasBatch ? 'left_out' : 'no_batch'}`)}</p>
      <ul>
        {data.rows.slice(0, named).map(({ number, supplier, net, currency, lack }, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows never move.
          <li key={place}>
            {t('month_end.closing.lacks', {
              ...{ number, supplier, amount: format.amount(String(net)), currency },
              lack: t(lackTextKey(String(lack))),
            })}
          </li>
        ))}
      </ul>
      <Link to="/dashboard/month-end" search={list}>
        {t('month_end.closing.show_left_out', { number: format.quantity(data.count) })}
      </Link>
    </div>
  );
}
