import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Amount } from '../../../../platform/web/kit/Amount.tsx';
import { DayText } from '../../../../platform/web/kit/DayText.tsx';
import { useHasRole } from '../../../../platform/web/profile.ts';
import { useFormat } from '../../../../platform/web/use-format.ts';
import { breakdownOf, deducted, remainder, totalsOfRows } from '../../final-invoice.ts';
import { taxRowKey } from '../../lines.ts';
import type { TaxRow } from '../../model.ts';
import type { InvoiceForm } from '../use-invoice-form.ts';
import classes from './FinalInvoice.module.css';
import { type ListedPrepayment, prepaymentsQuery } from './prepayments.ts';

/** The prepayment invoices that a final invoice deducts, and the amount that remains to be booked (INV-22). */
export function FinalInvoice({ form }: { readonly form: InvoiceForm }): ReactNode {
  const { t } = useTranslation();
  const { head } = form.situation.document;
  const orderId = head.procurement_id;
  const isFinal = head.document_type === 'final';
  const asked = useQuery({
    ...prepaymentsQuery(orderId ?? 0, form.document?.id ?? 0),
    enabled: isFinal && orderId !== null,
  });
  const seesPrices = useHasRole('user-price');
  if (!isFinal) return null;
  const prepayments = asked.data ?? [];
  return (
    <section className={classes.final} aria-label={t('invoice.final.title')}>
      <h3 className={classes.title}>{t('invoice.final.title')}</h3>
      {orderId === null || (asked.isSuccess && prepayments.length === 0) ? (
        <p className={classes.none}>
          {t(orderId === null ? 'invoice.final.no_order' : 'invoice.final.none')}
        </p>
      ) : null}
      {prepayments.length === 0 ? null : seesPrices ? (
        <Prepayments form={form} prepayments={prepayments} />
      ) : (
        <p className={classes.none}>{t('shell.price_hidden')}</p>
      )}
    </section>
  );
}

interface PrepaymentsProps {
  readonly form: InvoiceForm;
  readonly prepayments: readonly ListedPrepayment[];
}

function Prepayments({ form, prepayments }: PrepaymentsProps): ReactNode {
  const { t } = useTranslation();
  const format = useFormat();
  const { head, taxRows } = form.situation.document;
  const { currency } = head;
  const prepaid = deducted(currency, prepayments).flatMap(({ rows }) => rows);
  const left = remainder(breakdownOf(head, taxRows), prepaid);
  const nameOf = (row: TaxRow): string =>
    row.tax_category === 'S'
      ? t('document.line.tax_at', { rate: format.quantity(row.tax_percentage) })
      : t(`invoice.tax_category.${row.tax_category}`);
  return (
    <table className={classes.table}>
      <thead>
        <tr className={classes.head}>
          <th scope="col">{t('invoice.final.prepayment')}</th>
          <th scope="col">{t('field.invoice_date')}</th>
          <th scope="col" className={classes.number}>
            {t('document.line.net')}
          </th>
          <th scope="col" className={classes.number}>
            {t('invoice.breakdown.tax')}
          </th>
          <th scope="col" className={classes.number}>
            {t('document.line.gross')}
          </th>
        </tr>
      </thead>
      <tbody>
        {prepayments.map((one) => (
          <tr key={one.id}>
            <th scope="row">
              <Link to="/invoice/form" search={{ id: one.id }} className="link">
                {one.number}
              </Link>
              {one.currency === currency ? null : (
                <span className={classes.other}>{t('invoice.final.other_currency')}</span>
              )}
            </th>
            <td>
              <DayText day={one.invoice_date} />
            </td>
            <Totals rows={one.rows} currency={one.currency} />
          </tr>
        ))}
      </tbody>
      <tfoot>
        {left.length < 2
          ? null
          : left.map((row) => (
              <tr key={taxRowKey(row)}>
                <th scope="row" colSpan={2}>
                  {t('invoice.final.left_at', { rate: nameOf(row) })}
                </th>
                <Totals rows={[row]} currency={currency} />
              </tr>
            ))}
        <tr className={classes.left}>
          <th scope="row" colSpan={2}>
            {t('invoice.final.left')}
          </th>
          <Totals rows={left} currency={currency} />
        </tr>
      </tfoot>
    </table>
  );
}

function Totals({
  rows,
  currency,
}: {
  readonly rows: readonly TaxRow[];
  readonly currency: string;
}): ReactNode {
  const { total_netto, total_tax, total_brutto } = totalsOfRows(rows);
  return [total_netto, total_tax, total_brutto].map((value, place) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: net, tax and gross keep their places
    <td key={place} className={classes.number}>
      <Amount value={value} currency={currency} decimals={2} />
    </td>
  ));
}
