import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { StatusBadge } from '../../../../document/web/StatusBadge.tsx';
import { Amount } from '../../../../platform/web/kit/Amount.tsx';
import { DayText } from '../../../../platform/web/kit/DayText.tsx';
import { useFormat } from '../../../../platform/web/use-format.ts';
import classes from './CompareDialog.module.css';
import { type ComparedField, type ComparedInvoice, comparedFields, differingFields } from './compared.ts';

const labels: Readonly<Record<ComparedField, string>> = {
  number_printed: 'field.number_printed',
  supplier_id: 'field.supplier_id',
  invoice_date: 'field.invoice_date',
  total_brutto: 'invoice.total_brutto',
  total_netto: 'document.net',
  due_date: 'field.due_date',
  iban: 'invoice.read.field.sellerIban',
  client_id: 'field.client_id',
};

interface ComparedValuesProps {
  readonly one: ComparedInvoice;
  readonly other: ComparedInvoice;
}

/** The values of two invoices in two columns; marks differences. */
export function ComparedValues({ one, other }: ComparedValuesProps): ReactNode {
  const { t } = useTranslation();
  const differing = differingFields(one, other);
  return (
    <table className={classes.values}>
      <thead>
        <tr>
          <td />
          <Head invoice={one} note={t('invoice.duplicate.this_invoice')} />
          <Head invoice={other} note={t('invoice.duplicate.known_invoice')} />
        </tr>
      </thead>
      <tbody>
        {comparedFields.map((field) => (
          <tr key={field} data-differs={differing.includes(field)}>
            <th scope="row" className={classes.label}>
              {t(labels[field])}
              {differing.includes(field) ? (
                <span className={classes.differs}>{t('invoice.duplicate.differs')}</span>
              ) : null}
            </th>
            <td className={classes.value}>
              <Value invoice={one} field={field} />
            </td>
            <td className={classes.value}>
              <Value invoice={other} field={field} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Number, status, creation time and creator of one of the two. */
function Head({ invoice, note }: { readonly invoice: ComparedInvoice; readonly note: string }): ReactNode {
  const { t } = useTranslation();
  const format = useFormat();
  const { id, invoice_number_formatted: number, status, created_at, creator } = invoice;
  return (
    <th scope="col">
      <span className={classes.which}>{note}</span>
      <span className={classes.number}>
        <Link to="/invoice/form" search={{ id }} target="_blank" className="link">
          {number}
        </Link>
        <StatusBadge kind="invoice" status={status} />
      </span>
      <span className={classes.came}>
        {t('invoice.duplicate.came', { at: format.instant(created_at), name: creator?.name ?? '–' })}
      </span>
    </th>
  );
}

function Value({
  invoice,
  field,
}: {
  readonly invoice: ComparedInvoice;
  readonly field: ComparedField;
}): ReactNode {
  switch (field) {
    case 'total_brutto':
    case 'total_netto':
      return <Amount value={invoice[field]} currency={invoice.currency} decimals={2} unset="–" />;
    case 'invoice_date':
    case 'due_date':
      return invoice[field] === null ? '–' : <DayText day={invoice[field]} />;
    case 'supplier_id':
      return invoice.supplier?.name ?? '–';
    case 'client_id':
      return invoice.client?.name ?? '–';
    default:
      return invoice[field] ?? '–';
  }
}
