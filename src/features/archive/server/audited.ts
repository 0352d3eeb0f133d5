import type { Day } from '../../../base/day.ts';
import { Refused, refuse } from '../../../base/refusal.ts';
import { type Context, isAuditor } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/server/database.ts';
import type { ArchiveScope } from '../model.ts';

/** What an auditor may have archives of: one company, from a day until a day (ARC-04). */
export interface AuditedScope extends ArchiveScope {
  readonly clientId: number;
  readonly from: Day;
  readonly to: Day;
}

/** That of an auditor; null for everybody else. */
export async function auditedScope(tx: Tx, context: Context): Promise<AuditedScope | null> {
  if (!isAuditor(context)) return null;
  return await tx.as('writer').one<AuditedScope>(
    `select auditor_client_id as "clientId", auditor_from as "from", auditor_until as "to" from lb_user
       where tenant_id = app.tenant_id() and id = app.user_id() and auditor_client_id is not null`,
  );
}

/** Refuses with `permission_denied` an archive of more than an auditor may have. */
export function requireWithin(audited: AuditedScope | null, { clientId, from, to }: ArchiveScope): void {
  if (audited === null) return;
  const isMore =
    clientId !== audited.clientId || from === null || to === null || from < audited.from || to > audited.to;
  if (isMore) throw new Refused(refuse('permission_denied'));
}

/**
 * Of `archive a`: whether it holds nothing beyond the company, first and last day that are the parameters from this place
 * on; true where they are null.
 */
export function isWithinScope(place: number): string {
  const [client, from, to] = [`$${place}::bigint`, `$${place + 1}::date`, `$${place + 2}::date`];
  return `(${client} is null or (a.client_id = ${client} and a.from_day >= ${from} and a.to_day <= ${to}))`;
}

/** As it, the parameters beginning with the second. */
export const isWithin = isWithinScope(2);
