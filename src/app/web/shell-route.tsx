import { createRootRoute, createRoute, lazyRouteComponent, Outlet, redirect } from '@tanstack/react-router';
import { loadFirstChunk } from '../../platform/web/chunk.ts';
import { storeReturnPath } from '../../platform/web/return-path.ts';
import { currentSession } from '../../platform/web/session.ts';
import { NotFoundAlone, PageFailureAlone } from './PageFailure.tsx';

export const root = createRootRoute({
  component: Outlet,
  notFoundComponent: NotFoundAlone,
  errorComponent: PageFailureAlone,
});

/** Everything behind the login, inside the shell. */
export const shell = createRoute({
  getParentRoute: () => root,
  id: 'shell',
  beforeLoad: ({ location }) => {
    if (currentSession() !== null) return;
    storeReturnPath(location.href);
    throw redirect({ to: '/login', replace: true });
  },
  component: lazyRouteComponent(() => loadFirstChunk(() => import('./Shell.tsx')), 'Shell'),
});
