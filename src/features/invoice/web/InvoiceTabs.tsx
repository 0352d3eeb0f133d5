import { Tabs } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import classes from '../../../document/web/DocumentPage.module.css';
import { openableFiles } from '../../../document/web/document.ts';
import { Attachments } from '../../../document/web/head/Attachments.tsx';
import type { Reading } from '../../recognition/reading.ts';
import { RawData } from './original/RawData.tsx';
import type { InvoiceForm } from './use-invoice-form.ts';

const tabs = ['documents', 'recognition'] as const;

export interface InvoiceTabsProps {
  readonly form: InvoiceForm;
  readonly reading: Reading | null;
}

/** What lies below the fields: attachments, and what was read from the original where there is one (INV-01). */
export function InvoiceTabs({ form, reading }: InvoiceTabsProps): ReactNode {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { tab } = useSearch({ strict: false });
  const { document } = form;
  if (document === null) return null;
  const offered = (document.view_file ?? document.file) === null ? tabs.slice(0, 1) : tabs;
  const shown = offered.find((one) => one === tab) ?? 'documents';
  const show = (value: string | null): void => {
    const search = value === 'recognition' ? { id: document.id, tab: value } : { id: document.id };
    void navigate({ to: '/invoice/form', search, replace: true, ignoreBlocker: true });
  };
  return (
    <Tabs className={classes.tabs} value={shown} keepMounted={false} onChange={show}>
      <Tabs.List aria-label={t('shell.tabs')}>
        {offered.map((one) => (
          <Tabs.Tab key={one} value={one}>
            {t(`invoice.tab.${one}`)}{' '}
            {one === 'documents' ? (
              <span className={classes.count}>{openableFiles(document).length}</span>
            ) : null}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <Tabs.Panel value="documents">
        <Attachments form={form} />
      </Tabs.Panel>
      <Tabs.Panel value="recognition">
        <RawData form={form} reading={reading} />
      </Tabs.Panel>
    </Tabs>
  );
}
