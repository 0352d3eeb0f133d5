import { createRoute, createRouter, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { validDashboardSearch } from '../../features/dashboard/dashboard-address.ts';
import { validMonthEndAddress } from '../../features/month-end/address.ts';
import type { OverviewSearch } from '../../features/overview/overview-search.ts';
import { pathOfReturnedCart } from '../../features/punchout/web/returned-cart.ts';
import type { ExportContent } from '../../features/scheduled-export/content.ts';
import { isAuditor } from '../../platform/context.ts';
import { type SharingOutcome, sharingOutcomes } from '../../platform/sharing-outcome.ts';
import { loadChunk, loadFirstChunk } from '../../platform/web/chunk.ts';
import { currentSession } from '../../platform/web/session.ts';
import { adminRoute } from './admin-routes.tsx';
import { lazyPage } from './lazy-page.ts';
import { approvalLink, login, loginLink, logout, passkey, signOn } from './login-routes.tsx';
import { operatorRoute } from './operator-routes.tsx';
import { NotFound, PageFailure } from './PageFailure.tsx';
import { requireModule } from './require-module.ts';
import { requireLogin, root, shell } from './shell-route.tsx';

/** The existing routes of NAV-02; any other address shows "not found". */

const index = createRoute({
  getParentRoute: () => shell,
  path: '/',
  beforeLoad: async () => {
    const { landingPage } = await loadFirstChunk(() => import('./landing.ts'));
    throw redirect({ to: await landingPage(), replace: true });
  },
});

const overview = createRoute({
  getParentRoute: () => shell,
  path: 'overview',
  // Unchecked: only the overview knows the valid values, and it loads later than the router.
  validateSearch: (search): OverviewSearch => search,
  beforeLoad: async ({ search, preload }) => {
    const { modulesOfOverview } = await loadFirstChunk(() => import('./overview-entry.ts'));
    const session = currentSession();
    // An auditor has no tasks (ARC-04).
    if (session !== null && isAuditor(session) && (search.tab ?? 'tasks') === 'tasks')
      throw redirect({ to: '/overview', search: { ...search, tab: 'all' }, replace: true });
    const needed = modulesOfOverview(search);
    if (needed.length > 0) await requireModule(needed, preload);
  },
  component: lazyRouteComponent(
    () => loadFirstChunk(() => import('../../features/overview/web/OverviewPage.tsx')),
    'OverviewPage',
  ),
});

const dashboard = createRoute({
  getParentRoute: () => shell,
  path: 'dashboard',
  validateSearch: validDashboardSearch,
  component: lazyPage(() => import('./Dashboard.tsx'), 'Dashboard'),
});

const procurement = createRoute({
  getParentRoute: () => shell,
  path: 'procurement',
  beforeLoad: async ({ preload }) => {
    await requireModule(['procurement'], preload);
    throw redirect({ to: '/overview', search: { tab: 'procurement' }, replace: true });
  },
});

interface FormSearch {
  /** The record; a new one without it (NAV-04). */
  readonly id?: number;
  readonly tab?: string;
}

interface RequestSearch extends FormSearch {
  /** The new order is created from a contract (NAV-03). */
  readonly 'select-contract'?: true;
  /** The proposed contract (CON-07). */
  readonly contract_id?: number;
  /** The cart whose items are shown at once (AUTH-25). */
  readonly cart?: number;
  /** The goods receipt opens at once (MOB-05). */
  readonly receive?: true;
}

interface InvoiceSearch extends FormSearch {
  /** The new invoice belongs to this order (PROC-20). */
  readonly procurement_id?: number;
  /** The new invoice belongs to this contract (CON-07). */
  readonly contract_id?: number;
}

/** Ignores values that are no record id. */
function recordIn<Key extends 'id' | 'procurement_id' | 'contract_id' | 'cart'>(
  search: Readonly<Record<string, unknown>>,
  key: Key,
): { readonly [Name in Key]?: number } {
  const id = Number(search[key]);
  return Number.isSafeInteger(id) && id > 0 ? ({ [key]: id } as { [Name in Key]: number }) : {};
}

function validFormSearch(search: Readonly<Record<string, unknown>>): FormSearch {
  return {
    ...recordIn(search, 'id'),
    ...(typeof search.tab === 'string' ? { tab: search.tab } : {}),
  };
}

/** Target of a cart whose person had to log in first (AUTH-25): its request, with the waiting items. */
const returnedCart = createRoute({
  getParentRoute: () => shell,
  path: 'punchout/$token',
  loader: async ({ params: { token } }) => {
    throw redirect({ href: await pathOfReturnedCart(token), replace: true });
  },
});

const procurementForm = createRoute({
  getParentRoute: () => shell,
  path: 'procurement/form',
  validateSearch: (search): RequestSearch => ({
    ...validFormSearch(search),
    ...('select-contract' in search && search['select-contract'] !== false
      ? { 'select-contract': true, ...recordIn(search, 'contract_id') }
      : {}),
    ...('id' in search ? recordIn(search, 'cart') : {}),
    ...('id' in search && search.receive === true ? { receive: true } : {}),
  }),
  beforeLoad: async ({ search, preload }) => {
    await requireModule(['procurement'], preload);
    if (search['select-contract']) await requireModule(['contract'], preload);
  },
  component: lazyPage(() => import('../../features/procurement/web/ProcurementPage.tsx'), 'ProcurementPage'),
});

/** Reads the code of an order with the camera, or takes its number (MOB-05). */
const receive = createRoute({
  getParentRoute: () => shell,
  path: 'receive',
  beforeLoad: ({ preload }) => requireModule(['procurement'], preload),
  component: lazyPage(
    () => import('../../features/procurement/web/receipt/ScanOrderPage.tsx'),
    'ScanOrderPage',
  ),
});

/** The address in the code of an order: its goods receipt (MOB-05, decision 0692). */
const receiveOrder = createRoute({
  getParentRoute: () => shell,
  path: 'receive/$id',
  beforeLoad: ({ params }) => {
    const { id } = recordIn(params, 'id');
    if (id === undefined) throw redirect({ to: '/receive', replace: true });
    throw redirect({ to: '/procurement/form', search: { id, receive: true }, replace: true });
  },
});

const invoice = createRoute({
  getParentRoute: () => shell,
  path: 'invoice',
  beforeLoad: async ({ preload }) => {
    await requireModule(['invoice'], preload);
    throw redirect({ to: '/overview', search: { tab: 'invoice' }, replace: true });
  },
});

const invoiceForm = createRoute({
  getParentRoute: () => shell,
  path: 'invoice/form',
  validateSearch: (search): InvoiceSearch => ({
    ...validFormSearch(search),
    ...('id' in search ? {} : { ...recordIn(search, 'procurement_id'), ...recordIn(search, 'contract_id') }),
  }),
  beforeLoad: ({ preload }) => requireModule(['invoice'], preload),
  component: lazyPage(() => import('../../features/invoice/web/InvoicePage.tsx'), 'InvoicePage'),
});

const invoiceUpload = createRoute({
  getParentRoute: () => shell,
  path: 'invoice/upload',
  validateSearch: ({ shared }): { readonly shared?: SharingOutcome } => {
    const outcome = sharingOutcomes.find((one) => one === shared);
    return outcome === undefined ? {} : { shared: outcome };
  },
  beforeLoad: ({ preload }) => requireModule(['invoice'], preload),
  component: lazyPage(
    () => import('../../features/invoice/web/upload/InvoiceUploadPage.tsx'),
    'InvoiceUploadPage',
  ),
});

const invoiceInbox = createRoute({
  getParentRoute: () => shell,
  path: 'invoice/inbox',
  beforeLoad: ({ preload }) => requireModule(['invoice'], preload),
  component: lazyPage(() => import('../../features/invoice/web/inbox/InboxPage.tsx'), 'InboxPage'),
});

const invoiceExport = createRoute({
  getParentRoute: () => shell,
  path: 'invoice/export',
  validateSearch: (search): { readonly id?: number } => recordIn(search, 'id'),
  beforeLoad: ({ preload }) => requireModule(['invoice'], preload),
  component: lazyPage(() => import('../../features/accounting-export/web/ExportPage.tsx'), 'ExportPage'),
});

const contract = createRoute({
  getParentRoute: () => shell,
  path: 'contract',
  beforeLoad: async ({ preload }) => {
    await requireModule(['contract'], preload);
    throw redirect({ to: '/overview', search: { tab: 'contract' }, replace: true });
  },
});

const contractForm = createRoute({
  getParentRoute: () => shell,
  path: 'contract/form',
  validateSearch: validFormSearch,
  beforeLoad: ({ preload }) => requireModule(['contract'], preload),
  component: lazyPage(() => import('../../features/contract/web/ContractPage.tsx'), 'ContractPage'),
});

const contractImport = createRoute({
  getParentRoute: () => shell,
  path: 'contract/import',
  beforeLoad: ({ preload }) => requireModule(['contract'], preload),
  component: lazyPage(
    () => import('../../features/contract/web/import/ContractImportPage.tsx'),
    'ContractImportPage',
  ),
});

const monthEnd = createRoute({
  getParentRoute: () => shell,
  path: 'dashboard/month-end',
  validateSearch: validMonthEndAddress,
  component: lazyPage(() => import('../../features/month-end/web/MonthEndPage.tsx'), 'MonthEndPage'),
});

/** Return address of sign-ins at DATEV, Microsoft and Google (NAV-21). */
const callback = createRoute({
  getParentRoute: () => shell,
  path: 'callback',
  component: lazyPage(() => import('./CallbackPage.tsx'), 'CallbackPage'),
});

/** The exports of an auditor's company and period (ARC-04); administrators have theirs in the administration. */
const archive = createRoute({
  getParentRoute: () => shell,
  path: 'archive',
  component: lazyPage(() => import('../../features/archive/web/OwnArchivePage.tsx'), 'OwnArchivePage'),
});

/** Regular exports of lists and master data (EXP-17). */
const regularExports = createRoute({
  getParentRoute: () => shell,
  path: 'exports',
  // Unchecked: the page checks the content of which it opens a form for a new export.
  validateSearch: (search): { readonly content?: ExportContent } => search,
  component: lazyPage(() => import('./Exports.tsx'), 'Exports'),
});

const profile = createRoute({
  getParentRoute: () => shell,
  path: 'profile',
  component: lazyPage(() => import('../../features/session/web/profile/ProfilePage.tsx'), 'ProfilePage'),
});

/** Sets up a new tenant, without the shell (ONB-01, NAV-18); `tab` is a part of an own selection. */
const onboarding = createRoute({
  getParentRoute: () => root,
  path: 'onboarding',
  validateSearch: validFormSearch,
  beforeLoad: requireLogin,
  component: lazyPage(() => import('./Onboarding.tsx'), 'Onboarding'),
});

const loadHelpPages = () => loadChunk(() => import('../../features/help/web/Help.tsx'));

const help = createRoute({
  getParentRoute: () => shell,
  path: 'help',
  component: lazyRouteComponent(loadHelpPages, 'HelpPages'),
});

/** GraphQL by hand, for administrators and holders of tokens. */
const apiExplorer = createRoute({
  getParentRoute: () => shell,
  path: 'api-explorer',
  component: lazyPage(() => import('../../features/api-explorer/web/ExplorerPage.tsx'), 'ExplorerPage'),
});

const manualPage = createRoute({
  getParentRoute: () => shell,
  path: 'help/$page',
  component: lazyRouteComponent(loadHelpPages, 'HelpPages'),
});

const shellNotFound = createRoute({
  getParentRoute: () => shell,
  path: '$',
  component: NotFound,
});

export const router = createRouter({
  routeTree: root.addChildren([
    login,
    loginLink,
    signOn,
    approvalLink,
    passkey,
    logout,
    onboarding,
    shell.addChildren([
      index,
      overview,
      dashboard,
      procurement,
      procurementForm,
      receive,
      receiveOrder,
      returnedCart,
      invoice,
      invoiceForm,
      invoiceUpload,
      invoiceInbox,
      invoiceExport,
      contract,
      contractForm,
      contractImport,
      monthEnd,
      callback,
      archive,
      regularExports,
      profile,
      help,
      manualPage,
      apiExplorer,
      adminRoute,
      operatorRoute,
      shellNotFound,
    ]),
  ]),
  defaultErrorComponent: PageFailure,
  defaultPreload: 'intent',
  defaultPreloadDelay: 30,
  scrollRestoration: false,
  // Removes parameters unknown to the page from the address.
  search: { strict: true },
  trailingSlash: 'never',
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
