import { useNavigate, useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { EntityForm } from '../../../entity/web/EntityForm.tsx';
import type { OperatorSearch } from '../address.ts';
import { newTenant, tenant } from '../tenant.ts';
import { tenantStore } from './tenant-data.ts';

/** `/operator/tenant/form`: a tenant with all fields; a new one without `id` (OP-01). */
export function TenantFormPage(): ReactNode {
  const navigate = useNavigate();
  const search: OperatorSearch = useSearch({ strict: false });
  const id = search.id ?? null;
  const show = (next: OperatorSearch): void =>
    void navigate({ to: '/operator/tenant/form', search: next, replace: true });
  return (
    <EntityForm
      key={id}
      entity={id === null ? newTenant : tenant}
      store={tenantStore}
      id={id}
      tab={search.tab ?? null}
      onTab={(tab) => show({ ...(id === null ? {} : { id }), tab })}
      onBack={() => void navigate({ to: '/operator/tenant' })}
      onCreated={(created) => show({ id: created })}
    />
  );
}
