import { Button } from '@mantine/core';
import { IconCheck, IconFileInvoice, IconPlus } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { RelatedDocuments } from '../../../../document/web/head/RelatedDocuments.tsx';
import classes from '../../../../document/web/head/RelatedList.module.css';
import { Amount } from '../../../../platform/web/kit/Amount.tsx';
import { EmptyState } from '../../../../platform/web/kit/EmptyState.tsx';
import { useHasRole, useProfile } from '../../../../platform/web/profile.ts';
import { mayCloseInvoicing } from '../../invoicing.ts';
import { linkedInvoices, type ProcurementDocument } from '../document.ts';
import { useProcurementCommand } from '../use-procurement-command.ts';
import type { ProcurementForm } from '../use-procurement-form.ts';

/** The invoices of this order, its open value, and whether more are expected (PROC-20, PROC-21). */
export function InvoiceList({ form }: { readonly form: ProcurementForm }): ReactNode {
  const { t } = useTranslation();
  const { document } = form;
  const invoices = document === null ? [] : linkedInvoices(document);
  return (
    <RelatedDocuments
      label={t('procurement.tab.invoices')}
      kind="invoice"
      route="/invoice/form"
      documents={invoices.map((invoice) => ({
        ...invoice,
        number: invoice.number_printed ?? invoice.invoice_number_formatted,
        day: invoice.invoice_date,
        amount: invoice.total_brutto,
      }))}
      empty={
        <EmptyState
          icon={<IconFileInvoice size={24} stroke={1.6} aria-hidden />}
          title={t('procurement.no_invoices.title')}
        >
          {t('procurement.no_invoices.text')}
        </EmptyState>
      }
    >
      {document === null || document.status === 'draft' ? null : (
        <>
          <Open form={form} document={document} />
          <NewInvoice orderId={document.id} />
        </>
      )}
    </RelatedDocuments>
  );
}

interface OpenProps {
  readonly form: ProcurementForm;
  readonly document: ProcurementDocument;
}

/** The open value, and the switch for a completely invoiced order. */
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

/** Creates an invoice without file, prefilled from the order (PROC-20). */
function NewInvoice({ orderId }: { readonly orderId: number }): ReactNode {
  const { t } = useTranslation();
  const isOn = useProfile()?.modules.includes('invoice') ?? false;
  if (!isOn) return null;
  return (
    <Button
      renderRoot={(props) => <Link {...props} to="/invoice/form" search={{ procurement_id: orderId }} />}
      variant="default"
      size="compact-sm"
      mt={8}
      leftSection={<IconPlus size={14} stroke={1.6} aria-hidden />}
    >
      {t('procurement.new_invoice')}
    </Button>
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
