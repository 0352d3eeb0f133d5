import { Button } from '@mantine/core';
import { IconCheck, IconFileInvoice } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { StatusBadge } from '../../../../document/web/StatusBadge.tsx';
import { Amount } from '../../../../platform/web/kit/Amount.tsx';
import { DayText } from '../../../../platform/web/kit/DayText.tsx';
import { EmptyState } from '../../../../platform/web/kit/EmptyState.tsx';
import { useHasRole } from '../../../../platform/web/profile.ts';
import { mayCloseInvoicing } from '../../invoicing.ts';
import type { InvoiceRow, ProcurementDocument } from '../document.ts';
import { useProcurementCommand } from '../use-procurement-command.ts';
import type { ProcurementForm } from '../use-procurement-form.ts';
import classes from './RelatedList.module.css';

/** The invoices of this order, what is still open, and whether more are expected (PROC-20, PROC-21). */
export function InvoiceList({ form }: { readonly form: ProcurementForm }): ReactNode {
  const { t } = useTranslation();
  const { document } = form;
  const invoices = document?.invoices ?? [];
  return (
    <section className={classes.section} aria-label={t('procurement.tab.invoices')}>
      {invoices.length === 0 ? (
        <EmptyState
          icon={<IconFileInvoice size={24} stroke={1.6} aria-hidden />}
          title={t('procurement.no_invoices.title')}
        >
          {t('procurement.no_invoices.text')}
        </EmptyState>
      ) : (
        <ul>
          {invoices.map((invoice) => (
            <Invoice key={invoice.id} invoice={invoice} />
          ))}
        </ul>
      )}
      {document !== null && document.status !== 'draft' ? <Open form={form} document={document} /> : null}
    </section>
  );
}

function Invoice({ invoice }: { readonly invoice: InvoiceRow }): ReactNode {
  return (
    <li className={classes.row}>
      <span className={classes.number}>{invoice.number_printed ?? invoice.invoice_number_formatted}</span>
      <span className={classes.name}>
        <DayText day={invoice.invoice_date} />
      </span>
      <StatusBadge kind="invoice" status={invoice.status} plain />
      <Amount value={invoice.total_brutto} currency={invoice.currency} decimals={2} />
    </li>
  );
}

interface OpenProps {
  readonly form: ProcurementForm;
  readonly document: ProcurementDocument;
}

/** The open value, and the word of a person that nothing more will come. */
function Open({ form, document }: OpenProps): ReactNode {
  const { t } = useTranslation();
  const seesPrices = useHasRole('user-price');
  const isDone = document.completely_invoiced;
  return (
    <div className={classes.summary}>
      <span className={classes.state}>
        {isDone ? <IconCheck size={16} stroke={1.6} className={classes.done} aria-hidden /> : null}
        {t(`procurement.completely_invoiced.${isDone ? 'done' : 'open'}`)}
      </span>
      {mayCloseInvoicing(form.situation) === true ? <CloseButton form={form} document={document} /> : null}
      {seesPrices ? (
        <span className={classes.open}>
          {t('procurement.open_value')}{' '}
          <Amount value={document.open_value} currency={document.currency} decimals={2} />
        </span>
      ) : null}
    </div>
  );
}

function CloseButton({ form, document }: OpenProps): ReactNode {
  const { t } = useTranslation();
  const isDone = document.completely_invoiced;
  const command = useProcurementCommand('close_invoicing', {
    onDone: (answer) => form.seen.adopt(answer.timeline.content_version),
  });
  return (
    <Button
      variant="default"
      size="compact-sm"
      loading={command.isPending}
      onClick={() =>
        void command.run({
          id: document.id,
          expected_version: form.seen.version,
          completely_invoiced: !isDone,
        })
      }
    >
      {t(`procurement.completely_invoiced.${isDone ? 'unmark' : 'mark'}`)}
    </Button>
  );
}
