import { Checkbox } from '@mantine/core';
import { IconFileExport } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Amount } from '../../../platform/web/kit/Amount.tsx';
import { DayText } from '../../../platform/web/kit/DayText.tsx';
import { EmptyState } from '../../../platform/web/kit/EmptyState.tsx';
import { MeaningBadge } from '../../../platform/web/kit/MeaningBadge.tsx';
import type { NotReady } from '../../invoice/shown-booking.ts';
import classes from './ExportPage.module.css';
import { companyGross, type Waiting, type WaitingInvoice, type WaitingReversal } from './export-data.ts';

interface WaitingInvoicesProps {
  readonly waiting: Waiting;
  /** The deselected invoices. */
  readonly excluded: ReadonlySet<number>;
  /** The problem of each invoice by id (EXP-27). */
  readonly readiness: Readonly<Record<number, NotReady | null>>;
  readonly onExclude: (excluded: ReadonlySet<number>) => void;
}

/** The exportable invoices with checkboxes (EXP-03), and the reversals included with them (EXP-24). */
export function WaitingInvoices({
  waiting,
  excluded,
  readiness,
  onExclude,
}: WaitingInvoicesProps): ReactNode {
  const { t } = useTranslation();
  const { invoices, count, reversals } = waiting;
  if (invoices.length + reversals.length === 0)
    return (
      <EmptyState
        icon={<IconFileExport size={32} stroke={1.4} aria-hidden />}
        title={t('invoice_export.nothing_waits')}
      />
    );
  const ready = invoices.filter(({ id }) => (readiness[id] ?? null) === null);
  return (
    <div className={classes.waiting}>
      <table className={classes.table}>
        <thead>
          <tr>
            <th>
              <ChooseAll invoices={invoices} ready={ready} excluded={excluded} onExclude={onExclude} />
            </th>
            {(['number', 'printed', 'supplier', 'company', 'date'] as const).map((column) => (
              <th key={column} className={column === 'company' ? classes.wide : undefined}>
                {t(`invoice_export.column.${column}`)}
              </th>
            ))}
            <th className={classes.amount}>{t('invoice_export.column.gross')}</th>
          </tr>
        </thead>
        <tbody>
          {reversals.map((reversal) => (
            <ReversalRow key={reversal.id} reversal={reversal} />
          ))}
          {invoices.map((invoice) => (
            <Row
              key={invoice.id}
              invoice={invoice}
              isChosen={!excluded.has(invoice.id)}
              onChoose={(isChosen) => {
                const others = new Set(excluded);
                if (isChosen) others.delete(invoice.id);
                else others.add(invoice.id);
                onExclude(others);
              }}
            />
          ))}
        </tbody>
      </table>
      {count > invoices.length ? (
        <p className={classes.quiet}>{t('invoice_export.more', { count: count - invoices.length })}</p>
      ) : null}
    </div>
  );
}

interface ChooseAllProps extends Pick<WaitingInvoicesProps, 'excluded' | 'onExclude'> {
  readonly invoices: readonly WaitingInvoice[];
  /** The invoices without a problem: the only ones that are chosen together. */
  readonly ready: readonly WaitingInvoice[];
}

function ChooseAll({ invoices, ready, excluded, onExclude }: ChooseAllProps): ReactNode {
  const { t } = useTranslation();
  const isAll = ready.length > 0 && ready.every(({ id }) => !excluded.has(id));
  return (
    <Checkbox
      aria-label={t('invoice_export.choose_all')}
      checked={isAll}
      indeterminate={!isAll && excluded.size < invoices.length}
      disabled={ready.length === 0}
      onChange={() =>
        onExclude(
          new Set((isAll ? invoices : invoices.filter((one) => !ready.includes(one))).map(({ id }) => id)),
        )
      }
    />
  );
}

/** Has no checkbox: the next export includes it in any case. */
function ReversalRow({ reversal }: { readonly reversal: WaitingReversal }): ReactNode {
  const { t } = useTranslation();
  const { invoice, invoice_export_run: run, gross, currency } = reversal;
  return (
    <tr>
      <td />
      <td>
        <Link to="/invoice/form" search={{ id: invoice.id }}>
          {invoice.invoice_number_formatted}
        </Link>{' '}
        <MeaningBadge meaning="declined">{t('invoice_export.reversal')}</MeaningBadge>
      </td>
      <td>{invoice.number_printed}</td>
      <td>{invoice.supplier?.name}</td>
      <td className={classes.wide}>{run.client?.name}</td>
      <td>{invoice.invoice_date === null ? null : <DayText day={invoice.invoice_date} />}</td>
      <td className={classes.amount}>
        <Amount value={gross === null ? null : -gross} currency={currency} decimals={2} />
      </td>
    </tr>
  );
}

interface RowProps {
  readonly invoice: WaitingInvoice;
  readonly isChosen: boolean;
  readonly onChoose: (isChosen: boolean) => void;
}

function Row({ invoice, isChosen, onChoose }: RowProps): ReactNode {
  const { t } = useTranslation();
  const { id, invoice_number_formatted: number, number_printed, supplier, client, invoice_date } = invoice;
  const worth = companyGross(invoice);
  return (
    <tr>
      <td>
        <Checkbox
          aria-label={t('invoice_export.choose', { number })}
          checked={isChosen}
          onChange={(event) => onChoose(event.currentTarget.checked)}
        />
      </td>
      <td>
        <Link to="/invoice/form" search={{ id }}>
          {number}
        </Link>
        {invoice.status === 'completed' ? (
          <span className={classes.quiet}> {t('invoice_export.exported_before')}</span>
        ) : null}
      </td>
      <td>{number_printed}</td>
      <td>{supplier?.name}</td>
      <td className={classes.wide}>{client?.name}</td>
      <td>{invoice_date === null ? null : <DayText day={invoice_date} />}</td>
      <td className={classes.amount}>
        <Amount value={invoice.total_brutto} currency={invoice.currency} decimals={2} />
        {worth.amount === null || worth.currency === invoice.currency ? null : (
          <div className={classes.quiet}>
            <Amount value={worth.amount} currency={worth.currency} decimals={2} />
          </div>
        )}
      </td>
    </tr>
  );
}
