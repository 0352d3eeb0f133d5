import { createRoute, redirect } from '@tanstack/react-router';
import { isMonth } from '../../base/month.ts';
import { lazyPage } from './lazy-page.ts';
import { shell } from './shell-route.tsx';

/** The record of a form, and the state of a list (NAV-04, LIST-01). */
export interface AdminSearch {
  readonly id?: number;
  readonly tab?: string;
  readonly viewMode?: 'list' | 'table';
  readonly q?: string;
  readonly active?: 'inactive' | 'all';
  readonly sort?: string;
  readonly page?: number;
}

function validAdminSearch(search: Readonly<Record<string, unknown>>): AdminSearch {
  const { tab, viewMode, active, sort } = search;
  const [id, page] = [Number(search.id), Number(search.page)];
  // The router parses digits in an address as a number.
  const text = typeof search.q === 'number' ? String(search.q) : search.q;
  return {
    ...(Number.isSafeInteger(id) && id > 0 ? { id } : {}),
    ...(typeof tab === 'string' ? { tab } : {}),
    ...(viewMode === 'list' || viewMode === 'table' ? { viewMode } : {}),
    ...(typeof text === 'string' && text !== '' ? { q: text } : {}),
    ...(active === 'inactive' || active === 'all' ? { active } : {}),
    ...(typeof sort === 'string' && /^-?\w+$/.test(sort) ? { sort } : {}),
    ...(Number.isSafeInteger(page) && page > 1 ? { page } : {}),
  };
}

const admin = createRoute({
  getParentRoute: () => shell,
  path: 'admin',
  component: lazyPage(() => import('./AdminArea.tsx'), 'AdminArea'),
});

const index = createRoute({
  getParentRoute: () => admin,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/admin/$entity', params: { entity: 'client' }, replace: true });
  },
});

/** NAV-06: an entity shows its list; its children are the list and the form. */
const entity = createRoute({
  getParentRoute: () => admin,
  path: '$entity',
  validateSearch: validAdminSearch,
  component: lazyPage(() => import('./AdminEntityPage.tsx'), 'AdminListPage'),
});

const list = createRoute({
  getParentRoute: () => admin,
  path: '$entity/list',
  validateSearch: validAdminSearch,
  component: lazyPage(() => import('./AdminEntityPage.tsx'), 'AdminListPage'),
});

const form = createRoute({
  getParentRoute: () => admin,
  path: '$entity/form',
  validateSearch: validAdminSearch,
  component: lazyPage(() => import('./AdminEntityPage.tsx'), 'AdminFormPage'),
});

interface SettingsSearch {
  readonly tab?: string;
  /** Outcome of a sign-in at an external system (NAV-22). */
  readonly success?: boolean;
}

function validSettingsSearch({ tab, success }: Readonly<Record<string, unknown>>): SettingsSearch {
  return {
    ...(typeof tab === 'string' ? { tab } : {}),
    ...(typeof success === 'boolean' ? { success } : {}),
  };
}

const configuration = createRoute({
  getParentRoute: () => admin,
  path: 'configuration',
  validateSearch: validSettingsSearch,
  component: lazyPage(() => import('./AdminSettingsPage.tsx'), 'AdminSettingsPage'),
});

const invoice = createRoute({
  getParentRoute: () => admin,
  path: 'invoice',
  validateSearch: validSettingsSearch,
  component: lazyPage(() => import('./AdminSettingsPage.tsx'), 'AdminInvoiceSettingsPage'),
});

const billing = createRoute({
  getParentRoute: () => admin,
  path: 'billing',
  validateSearch: ({ month }: Readonly<Record<string, unknown>>): { readonly month?: string } =>
    typeof month === 'string' && isMonth(month) ? { month } : {},
  component: lazyPage(() => import('../../features/billing/web/OwnBillingPage.tsx'), 'OwnBillingPage'),
});

const waiting = createRoute({
  getParentRoute: () => admin,
  path: 'waiting',
  component: lazyPage(() => import('../../features/control/web/WaitingPage.tsx'), 'WaitingPage'),
});

const supplierAccounts = createRoute({
  getParentRoute: () => admin,
  path: 'supplier-accounts',
  component: lazyPage(() => import('../../features/master-data/web/AccountsPage.tsx'), 'AccountsPage'),
});

const supplierTwins = createRoute({
  getParentRoute: () => admin,
  path: 'supplier-twins',
  component: lazyPage(() => import('../../features/master-data/web/TwinsPage.tsx'), 'TwinsPage'),
});

const archive = createRoute({
  getParentRoute: () => admin,
  path: 'archive',
  component: lazyPage(() => import('../../features/archive/web/OwnArchivePage.tsx'), 'OwnArchivePage'),
});

const processDocumentation = createRoute({
  getParentRoute: () => admin,
  path: 'process-documentation',
  component: lazyPage(
    () => import('../../features/process-documentation/web/ProcessDocumentationPage.tsx'),
    'ProcessDocumentationPage',
  ),
});

const rights = createRoute({
  getParentRoute: () => admin,
  path: 'rights',
  component: lazyPage(() => import('../../features/rights-review/web/RightsPage.tsx'), 'RightsPage'),
});

const dataProtection = createRoute({
  getParentRoute: () => admin,
  path: 'data-protection',
  component: lazyPage(
    () => import('../../features/data-protection/web/DataProtectionPage.tsx'),
    'DataProtectionPage',
  ),
});

const securityLog = createRoute({
  getParentRoute: () => admin,
  path: 'security-log',
  component: lazyPage(() => import('../../features/security-log/web/SecurityLogPage.tsx'), 'SecurityLogPage'),
});

/** The administration area (NAV-05 to NAV-08). */
export const adminRoute = admin.addChildren([
  index,
  waiting,
  supplierAccounts,
  supplierTwins,
  configuration,
  invoice,
  billing,
  archive,
  processDocumentation,
  rights,
  dataProtection,
  securityLog,
  entity,
  list,
  form,
]);
