import { useNavigate, useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import {
  ConfigurationPage,
  InvoiceSettingsPage,
} from '../../features/configuration/web/ConfigurationPage.tsx';
import { useProfile } from '../../platform/web/profile.ts';
import type { AdminSearch } from './admin-routes.tsx';
import { NotFound } from './PageFailure.tsx';

/** `/admin/configuration`, with the tab in the address (SET-01). */
export function AdminSettingsPage(): ReactNode {
  const navigate = useNavigate();
  const search: AdminSearch = useSearch({ strict: false });
  return (
    <ConfigurationPage
      tab={search.tab ?? null}
      onTab={(next) => void navigate({ to: '/admin/configuration', search: { tab: next }, replace: true })}
      onBack={() => void navigate({ to: '/admin' })}
    />
  );
}

/** `/admin/invoice`, while the module is on (ADM-17). */
export function AdminInvoiceSettingsPage(): ReactNode {
  const navigate = useNavigate();
  const profile = useProfile();
  if (profile !== null && !profile.modules.includes('invoice')) return <NotFound />;
  return <InvoiceSettingsPage tab={null} onTab={() => {}} onBack={() => void navigate({ to: '/admin' })} />;
}
