import { redirect } from '@tanstack/react-router';
import type { Module } from '../../platform/modules.ts';
import { ApiRefusal } from '../../platform/web/failure.ts';
import { profileOptions } from '../../platform/web/profile.ts';
import { queryClient } from '../../platform/web/query.ts';
import { currentSession } from '../../platform/web/session.ts';
import { toastFailure } from '../../platform/web/toasts.tsx';

/** A page without an active module redirects to the index with a reason (GEN-11). */
export async function requireModule(some: readonly Module[], isPreload: boolean): Promise<void> {
  const session = currentSession();
  if (session === null) return;
  // Without an answer the page itself shows the error.
  const profile = await queryClient.ensureQueryData(profileOptions(session.userId)).catch(() => null);
  if (profile === null || some.some((module) => profile.modules.includes(module))) return;
  if (!isPreload) toastFailure(new ApiRefusal({ code: 'module_off', message: '' }));
  throw redirect({ to: '/', replace: true });
}
