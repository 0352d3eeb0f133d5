import { createRootRoute, createRoute, lazyRouteComponent, Outlet, redirect } from '@tanstack/react-router';
import { loadFirstChunk } from '../../platform/web/chunk.ts';
import { storeReturnPath } from '../../platform/web/return-path.ts';
import { currentSession, needsPasskey } from '../../platform/web/session.ts';
import { NotFoundAlone, PageFailureAlone } from './PageFailure.tsx';

export const root = createRootRoute({
  component: Outlet,
  notFoundComponent: NotFoundAlone,
  errorComponent: PageFailureAlone,
});

/** Redirects people without a sufficient login; they return here afterwards (AUTH-13, AUTH-36). */
export function requireLogin({ location }: { readonly location: { readonly href: string } }): void {
  if (needsPasskey()) throw redirect({ to: '/passkey', replace: true });
  if (currentSession() !== null) return;
  storeReturnPath(location.href);
  throw redirect({ to: '/login', replace: true });
}

/** All pages after login, inside the shell. */
export const shell = createRoute({
  getParentRoute: () => root,
  id: 'shell',
  beforeLoad: requireLogin,
  component: lazyRouteComponent(() => loadFirstChunk(() => import('./Shell.tsx')), 'Shell'),
});
