import { Refused, refuse } from '../../base/refusal.ts';
import { type Context, hasRole } from '../context.ts';

/** Refuses with `permission_denied` unless the person holds a role. Apart from `hasRole`, which pages load as well. */
export function requireRole(context: Pick<Context, 'roles'>, role: string): void {
  if (!hasRole(context, role)) throw new Refused(refuse('permission_denied'));
}
