import { Tabs } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import classes from '../../../document/web/DocumentPage.module.css';
import { openableFiles } from '../../../document/web/document.ts';
import { Attachments } from '../../../document/web/head/Attachments.tsx';
import type { DocumentActions } from '../../../document/web/steps/use-document-actions.ts';
import type { Reading } from '../../recognition/reading.ts';
import { isBlankLine } from './draft.ts';
import { InvoiceItems } from './lines/InvoiceItems.tsx';
import type { InvoiceOrders } from './orders/use-orders.ts';
import { RawData } from './original/RawData.tsx';
import { PaymentData } from './payment/PaymentData.tsx';
import { isPaymentColumn } from './payment/payment-columns.ts';
import type { InvoiceForm } from './use-invoice-form.ts';

const tabs = ['items', 'payment', 'documents', 'recognition'] as const;

export interface InvoiceTabsProps {
  readonly form: InvoiceForm;
  readonly orders: InvoiceOrders;
  readonly reading: Reading | null;
  readonly actions: DocumentActions;
}

/**
 * The tabs below the fields: lines, payment, attachments and, if there is an original, what was read from it
 * (INV-01).
 */
export function InvoiceTabs({ form, reading, orders, actions }: InvoiceTabsProps): ReactNode {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { tab } = useSearch({ strict: false });
  const { document, editor, problems, saving } = form;
  const [hidden, setHidden] = useState(0);
  if (document === null) return null;
  const offered = (document.view_file ?? document.file) === null ? tabs.slice(0, 3) : tabs;
  const places = [...problems.keys()];
  const errors = { items: places.filter(isOfLine).length, payment: places.filter(isOfPayment).length };
  // A failed save opens the tab with the errors (VAL-45).
  const asked = offered.find((one) => one === tab) ?? 'items';
  const wrong = (['items', 'payment'] as const).find((one) => errors[one] > 0);
  const shown = saving.findings > hidden ? (wrong ?? asked) : asked;
  const counts = {
    items: editor.draft.lines.filter((line) => !isBlankLine(line)).length,
    payment: null,
    documents: openableFiles(document).length,
    recognition: null,
  };
  const show = (value: string | null): void => {
    setHidden(saving.findings);
    const search =
      value === null || value === 'items' ? { id: document.id } : { id: document.id, tab: value };
    void navigate({ to: '/invoice/form', search, replace: true, ignoreBlocker: true });
  };
  return (
    <Tabs className={classes.tabs} value={shown} keepMounted={false} onChange={show}>
      <Tabs.List aria-label={t('shell.tabs')}>
        {offered.map((one) => (
          <Tabs.Tab key={one} value={one}>
            {t(`invoice.tab.${one}`)}{' '}
            {counts[one] === null ? null : <span className={classes.count}>{counts[one]}</span>}
            {(one === 'items' || one === 'payment') && errors[one] > 0 ? (
              <span className={classes.errors}>{t('document.errors', { count: errors[one] })}</span>
            ) : null}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <Tabs.Panel value="items">
        <InvoiceItems form={form} reading={reading} orders={orders} />
      </Tabs.Panel>
      <Tabs.Panel value="payment">
        <PaymentData form={form} reading={reading} actions={actions} />
      </Tabs.Panel>
      <Tabs.Panel value="documents">
        <Attachments form={form} />
      </Tabs.Panel>
      <Tabs.Panel value="recognition">
        <RawData form={form} reading={reading} />
      </Tabs.Panel>
    </Tabs>
  );
}

function isOfLine(place: string): boolean {
  return place === 'head.tax_rows' || !place.startsWith('head.');
}

function isOfPayment(place: string): boolean {
  const column = place.slice('head.'.length);
  return column.startsWith('discount_') || isPaymentColumn(column);
}
