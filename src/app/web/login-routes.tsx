import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { loadFirstChunk } from '../../platform/web/chunk.ts';
import { storeReturnPath, takeReturnPath } from '../../platform/web/return-path.ts';
import { currentSession } from '../../platform/web/session.ts';
import { lazyPage } from './lazy-page.ts';
import { root } from './shell-route.tsx';

interface LoginSearch {
  readonly tenant?: string;
  /** The mail has been sent (AUTH-07). */
  readonly sent?: boolean;
  /** The token of a cart that was returned by a shop without a login (AUTH-25). */
  readonly punchout?: string;
}

export const login = createRoute({
  getParentRoute: () => root,
  path: 'login',
  validateSearch: (search): LoginSearch => ({
    ...(typeof search.tenant === 'string' ? { tenant: search.tenant } : {}),
    ...(search.sent === true ? { sent: true } : {}),
    ...(typeof search.punchout === 'string' ? { punchout: search.punchout } : {}),
  }),
  beforeLoad: ({ search: { punchout } }) => {
    if (punchout !== undefined) storeReturnPath(`/punchout/${encodeURIComponent(punchout)}`);
    if (currentSession() !== null) throw redirect({ href: takeReturnPath() ?? '/', replace: true });
  },
  component: lazyRouteComponent(
    () => loadFirstChunk(() => import('../../features/session/web/login/LoginPage.tsx')),
    'LoginPage',
  ),
});

export const loginLink = createRoute({
  getParentRoute: () => root,
  path: 'login/$token',
  component: lazyRouteComponent(
    () => loadFirstChunk(() => import('../../features/session/web/login/LoginLinkPage.tsx')),
    'LoginLinkPage',
  ),
});

/** Opened from a mail, without login (MAIL-06); the token follows the `#`. */
export const approvalLink = createRoute({
  getParentRoute: () => root,
  path: 'approve',
  component: lazyPage(
    () => import('../../document/web/approval-link/ApprovalLinkPage.tsx'),
    'ApprovalLinkPage',
  ),
});

/** Where the issuer of a single sign-on sends people back (AUTH-32). */
export const signOn = createRoute({
  getParentRoute: () => root,
  path: 'login/sign-on/$id',
  component: lazyRouteComponent(
    () => loadFirstChunk(() => import('../../features/session/web/login/SignOnPage.tsx')),
    'SignOnPage',
  ),
});

/** For people who must have a passkey and logged in without one (AUTH-36). */
export const passkey = createRoute({
  getParentRoute: () => root,
  path: 'passkey',
  beforeLoad: () => {
    if (currentSession() === null) throw redirect({ to: '/login', replace: true });
  },
  component: lazyRouteComponent(
    () => loadFirstChunk(() => import('../../features/session/web/login/PasskeyRequiredPage.tsx')),
    'PasskeyRequiredPage',
  ),
});

export const logout = createRoute({
  getParentRoute: () => root,
  path: 'logout',
  component: lazyRouteComponent(
    () => loadFirstChunk(() => import('../../features/session/web/login/LogoutPage.tsx')),
    'LogoutPage',
  ),
});
