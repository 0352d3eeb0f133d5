import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { TenantPart } from './TenantPart.tsx';

/** `/operator/tenant/invoice`: what a tenant is billed (NAV-10). */
export function TenantBillingPage(): ReactNode {
  const { t } = useTranslation();
  return <TenantPart title={t('operator.billing')} />;
}
