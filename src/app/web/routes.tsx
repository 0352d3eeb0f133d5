import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
} from '@tanstack/react-router';
import { validOverviewSearch } from '../../features/overview/overview-search.ts';
import { loadChunk } from '../../platform/web/chunk.ts';
import { storeReturnPath, takeReturnPath } from '../../platform/web/return-path.ts';
import { currentSession } from '../../platform/web/session.ts';
import { NotFound, NotFoundAlone, PageFailure, PageFailureAlone } from './PageFailure.tsx';

/** The routes of NAV-02 that exist; every other address shows "not found". */

const root = createRootRoute({
  component: Outlet,
  notFoundComponent: NotFoundAlone,
  errorComponent: PageFailureAlone,
});

interface LoginSearch {
  readonly tenant?: string;
  /** The mail is on its way (AUTH-07). */
  readonly sent?: boolean;
}

const login = createRoute({
  getParentRoute: () => root,
  path: 'login',
  validateSearch: (search): LoginSearch => ({
    ...(typeof search.tenant === 'string' ? { tenant: search.tenant } : {}),
    ...(search.sent === true ? { sent: true } : {}),
  }),
  beforeLoad: () => {
    if (currentSession() !== null) throw redirect({ href: takeReturnPath() ?? '/', replace: true });
  },
  component: lazyRouteComponent(
    () => loadChunk(() => import('../../features/session/web/LoginPage.tsx')),
    'LoginPage',
  ),
});

const loginLink = createRoute({
  getParentRoute: () => root,
  path: 'login/$token',
  component: lazyRouteComponent(
    () => loadChunk(() => import('../../features/session/web/LoginLinkPage.tsx')),
    'LoginLinkPage',
  ),
});

const logout = createRoute({
  getParentRoute: () => root,
  path: 'logout',
  component: lazyRouteComponent(
    () => loadChunk(() => import('../../features/session/web/LogoutPage.tsx')),
    'LogoutPage',
  ),
});

/** Everything behind the login, inside the shell. */
const shell = createRoute({
  getParentRoute: () => root,
  id: 'shell',
  beforeLoad: ({ location }) => {
    if (currentSession() !== null) return;
    storeReturnPath(location.href);
    throw redirect({ to: '/login', replace: true });
  },
  component: lazyRouteComponent(() => loadChunk(() => import('./Shell.tsx')), 'Shell'),
});

const index = createRoute({
  getParentRoute: () => shell,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/overview', replace: true });
  },
});

const overview = createRoute({
  getParentRoute: () => shell,
  path: 'overview',
  validateSearch: validOverviewSearch,
  component: lazyRouteComponent(
    () => loadChunk(() => import('../../features/overview/web/OverviewPage.tsx')),
    'OverviewPage',
  ),
});

const procurement = createRoute({
  getParentRoute: () => shell,
  path: 'procurement',
  beforeLoad: () => {
    throw redirect({ to: '/overview', search: { tab: 'procurement' }, replace: true });
  },
});

interface FormSearch {
  /** The record; without it a new one (NAV-04). */
  readonly id?: number;
  readonly tab?: string;
}

const procurementForm = createRoute({
  getParentRoute: () => shell,
  path: 'procurement/form',
  validateSearch: (search): FormSearch => {
    const id = Number(search.id);
    return {
      ...(Number.isInteger(id) && id > 0 ? { id } : {}),
      ...(typeof search.tab === 'string' ? { tab: search.tab } : {}),
    };
  },
  component: lazyRouteComponent(
    () => loadChunk(() => import('../../features/procurement/web/ProcurementPage.tsx')),
    'ProcurementPage',
  ),
});

const profile = createRoute({
  getParentRoute: () => shell,
  path: 'profile',
  component: lazyRouteComponent(
    () => loadChunk(() => import('../../features/session/web/ProfilePage.tsx')),
    'ProfilePage',
  ),
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
    logout,
    shell.addChildren([index, overview, procurement, procurementForm, profile, shellNotFound]),
  ]),
  defaultErrorComponent: PageFailure,
  defaultPreload: 'intent',
  defaultPreloadDelay: 30,
  scrollRestoration: false,
  trailingSlash: 'never',
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
