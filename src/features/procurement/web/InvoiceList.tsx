import { IconFileInvoice } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Amount } from '../../../platform/web/kit/Amount.tsx';
import { DayText } from '../../../platform/web/kit/DayText.tsx';
import { EmptyState } from '../../../platform/web/kit/EmptyState.tsx';
import { StatusBadge } from '../../../platform/web/kit/StatusBadge.tsx';
import type { ProcurementDocument } from './document.ts';
import classes from './RelatedList.module.css';

/** The invoices of this order and what is still open (PROC-20). */
export function InvoiceList({ document }: { readonly document: ProcurementDocument }): ReactNode {
  const { t } = useTranslation();
  if (document.invoices.length === 0) {
    return (
      <EmptyState
        icon={<IconFileInvoice size={24} stroke={1.6} aria-hidden />}
        title={t('procurement.no_invoices.title')}
      >
        {t('procurement.no_invoices.text')}
      </EmptyState>
    );
  }
  return (
    <section className={classes.section} aria-label={t('procurement.tab.invoices')}>
      <ul>
        {document.invoices.map((invoice) => (
          <li key={invoice.id} className={classes.row}>
            <span className={classes.number}>
              {invoice.number_printed ?? invoice.invoice_number_formatted}
            </span>
            <span className={classes.name}>
              <DayText day={invoice.invoice_date} />
            </span>
            <StatusBadge kind="invoice" status={invoice.status} plain />
            <Amount value={invoice.total_brutto} currency={document.currency} decimals={2} />
          </li>
        ))}
      </ul>
      <p className={classes.open}>
        {t('procurement.open_value')}{' '}
        <Amount value={document.open_value} currency={document.currency} decimals={2} />
      </p>
    </section>
  );
}
