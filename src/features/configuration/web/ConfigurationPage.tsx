import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Entity } from '../../../entity/entity.ts';
import { EntityForm } from '../../../entity/web/EntityForm.tsx';
import { useSession } from '../../../platform/web/session.ts';
import { configuration, invoiceTab } from '../settings.ts';
import { settingsStore } from './settings-data.ts';

interface SettingsPageProps {
  readonly tab: string | null;
  readonly onTab: (tab: string) => void;
  readonly onBack: () => void;
}

const general: Entity = { ...configuration, tabs: configuration.tabs.filter((tab) => tab !== invoiceTab) };
const invoices: Entity = { ...configuration, tabs: [invoiceTab] };

/** `/admin/configuration`: settings of the whole tenant (SET-01). */
export function ConfigurationPage(props: SettingsPageProps): ReactNode {
  const { t } = useTranslation();
  return <SettingsForm {...props} entity={general} title={t('settings.title')} />;
}

/** `/admin/invoice`: settings for invoices (ADM-17). */
export function InvoiceSettingsPage(props: SettingsPageProps): ReactNode {
  const { t } = useTranslation();
  return <SettingsForm {...props} entity={invoices} title={t('settings.invoice_title')} />;
}

function SettingsForm(
  props: SettingsPageProps & { readonly entity: Entity; readonly title: string },
): ReactNode {
  const tenantId = useSession()?.tenantId ?? 0;
  return <EntityForm {...props} id={tenantId} store={settingsStore} onCreated={() => {}} />;
}
