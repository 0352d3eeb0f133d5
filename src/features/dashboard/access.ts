import { Refused, refuse } from '../../base/refusal.ts';
import { type Context, hasRole } from '../../platform/context.ts';

/** The dashboard and month-end lists need the dashboard right and the price role (DASH-01). */
export function seesDashboard(person: Pick<Context, 'roles'>): boolean {
  return hasRole(person, 'user-dashboard') && hasRole(person, 'user-price');
}

/** Refuses everyone else. */
export function permitDashboard(person: Pick<Context, 'roles'>): void {
  if (!seesDashboard(person)) throw new Refused(refuse('permission_denied'));
}
