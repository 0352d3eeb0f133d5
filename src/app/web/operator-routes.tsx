import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { validOperatorSearch } from '../../features/operator/address.ts';
import { loadChunk } from '../../platform/web/chunk.ts';
import { lazyPage } from './lazy-page.ts';
import { shell } from './shell-route.tsx';

const operator = createRoute({
  getParentRoute: () => shell,
  path: 'operator',
  component: lazyPage(() => import('./OperatorArea.tsx'), 'OperatorArea'),
});

const index = createRoute({
  getParentRoute: () => operator,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/operator/tenant', replace: true });
  },
});

const list = createRoute({
  getParentRoute: () => operator,
  path: 'tenant',
  validateSearch: validOperatorSearch,
  component: lazyPage(() => import('../../features/operator/web/TenantListPage.tsx'), 'TenantListPage'),
});

const form = createRoute({
  getParentRoute: () => operator,
  path: 'tenant/form',
  validateSearch: validOperatorSearch,
  component: lazyPage(() => import('../../features/operator/web/TenantFormPage.tsx'), 'TenantFormPage'),
});

const procurement = createRoute({
  getParentRoute: () => operator,
  path: 'tenant/procurement',
  validateSearch: validOperatorSearch,
  component: lazyPage(
    () => import('../../features/operator/web/TenantDocumentsPage.tsx'),
    'TenantOrdersPage',
  ),
});

const listInvoice = createRoute({
  getParentRoute: () => operator,
  path: 'tenant/list-invoice',
  validateSearch: validOperatorSearch,
  component: lazyPage(
    () => import('../../features/operator/web/TenantDocumentsPage.tsx'),
    'TenantInvoicesPage',
  ),
});

const billing = createRoute({
  getParentRoute: () => operator,
  path: 'tenant/invoice',
  validateSearch: validOperatorSearch,
  component: lazyPage(() => import('../../features/billing/web/BillingPage.tsx'), 'BillingPage'),
});

const health = createRoute({
  getParentRoute: () => operator,
  path: 'health',
  component: lazyPage(() => import('../../features/operator/web/HealthPage.tsx'), 'HealthPage'),
});

const securityLog = createRoute({
  getParentRoute: () => operator,
  path: 'security-log',
  component: lazyPage(() => import('../../features/security-log/web/OperatorLogPage.tsx'), 'OperatorLogPage'),
});

const deletionPages = () => loadChunk(() => import('../../features/deletion/web/DeletionPage.tsx'));

const deleteTenant = createRoute({
  getParentRoute: () => operator,
  path: 'tenant/delete',
  validateSearch: validOperatorSearch,
  component: lazyRouteComponent(deletionPages, 'DeleteTenantPage'),
});

const deleteProcurement = createRoute({
  getParentRoute: () => operator,
  path: 'tenant/delete-procurement',
  validateSearch: validOperatorSearch,
  component: lazyRouteComponent(deletionPages, 'DeleteOrdersPage'),
});

const deleteInvoice = createRoute({
  getParentRoute: () => operator,
  path: 'tenant/delete-invoice',
  validateSearch: validOperatorSearch,
  component: lazyRouteComponent(deletionPages, 'DeleteInvoicesPage'),
});

const deletionLog = createRoute({
  getParentRoute: () => operator,
  path: 'tenant/deletion',
  component: lazyPage(() => import('../../features/deletion/web/DeletionLogPage.tsx'), 'DeletionLogPage'),
});

const archive = createRoute({
  getParentRoute: () => operator,
  path: 'tenant/archive',
  validateSearch: validOperatorSearch,
  component: lazyPage(
    () => import('../../features/archive/web/OperatorArchivePage.tsx'),
    'OperatorArchivePage',
  ),
});

const monthRun = createRoute({
  getParentRoute: () => operator,
  path: 'billing',
  validateSearch: validOperatorSearch,
  component: lazyPage(() => import('../../features/billing/web/MonthRunPage.tsx'), 'MonthRunPage'),
});

const directDebits = createRoute({
  getParentRoute: () => operator,
  path: 'direct-debits',
  validateSearch: validOperatorSearch,
  component: lazyPage(
    () => import('../../features/billing/web/direct-debit/DirectDebitsPage.tsx'),
    'DirectDebitsPage',
  ),
});

const globalConfiguration = createRoute({
  getParentRoute: () => operator,
  path: 'global-configuration',
  component: lazyPage(
    () => import('../../features/operator/web/GlobalConfigurationPage.tsx'),
    'GlobalConfigurationPage',
  ),
});

/** The operator area (NAV-10, NAV-11, OP-12), with the health of the installation. */
export const operatorRoute = operator.addChildren([
  index,
  list,
  form,
  procurement,
  listInvoice,
  billing,
  health,
  securityLog,
  deleteTenant,
  deleteProcurement,
  deleteInvoice,
  deletionLog,
  archive,
  monthRun,
  directDebits,
  globalConfiguration,
]);
