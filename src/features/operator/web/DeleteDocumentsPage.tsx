import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { TenantPart } from './TenantPart.tsx';

/** `/operator/tenant/delete-procurement`: where purchase orders of a tenant are deleted (NAV-10). */
export function DeleteOrdersPage(): ReactNode {
  const { t } = useTranslation();
  return <TenantPart title={t('operator.delete_orders')} />;
}

/** `/operator/tenant/delete-invoice`: where invoices of a tenant are deleted (NAV-10). */
export function DeleteInvoicesPage(): ReactNode {
  const { t } = useTranslation();
  return <TenantPart title={t('operator.delete_invoices')} />;
}
