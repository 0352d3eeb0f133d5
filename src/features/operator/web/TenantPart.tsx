import { useNavigate, useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../../platform/web/kit/EmptyState.tsx';
import { PageTitleRow } from '../../../platform/web/kit/PageTitleRow.tsx';
import type { OperatorSearch } from '../address.ts';

/** A page of a tenant that offers nothing yet. */
export function TenantPart({ title }: { readonly title: string }): ReactNode {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { id }: OperatorSearch = useSearch({ strict: false });
  const back = (): void =>
    void navigate({ to: '/operator/tenant/form', search: id === undefined ? {} : { id } });
  return (
    <>
      <PageTitleRow title={title} onBack={back} />
      <EmptyState title={t('operator.nothing_here')} />
    </>
  );
}
