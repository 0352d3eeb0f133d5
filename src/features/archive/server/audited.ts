import type { Day } from '../../../base/day.ts';
import { Refused, refuse } from '../../../base/refusal.ts';
import { type Context, isAuditor } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/server/database.ts';
import type { ArchiveScope } from '../model.ts';

/** What an auditor may archive: one company and a period (ARC-04). */
export interface AuditedScope extends ArchiveScope {
  readonly clientId: number;
  readonly from: Day;
  readonly to: Day;
}

/** The auditor's scope; null for other people. */
export async function auditedScope(tx: Tx, context: Context): Promise<AuditedScope | null> {
  if (!isAuditor(context)) return null;
  return await tx.as('writer').one<AuditedScope>(
    `select auditor_client_id as "clientId", auditor_from as "from", auditor_until as "to" from lb_user
       where tenant_id = app.tenant_id() and id = app.user_id() and auditor_client_id is not null`,
  );
}

/** Refuses `permission_denied` if an archive exceeds the auditor's scope. */
export function requireWithin(audited: AuditedScope | null, { clientId, from, to }: ArchiveScope): void {
  if (audited === null) return;
  const isMore =
    clientId !== audited.clientId || from === null || to === null || from < audited.from || to > audited.to;
  if (isMore) throw new Refused(refuse('permission_denied'));
}

/**
 * SQL condition on `archive a`: it is within company, first and last day, given as parameters from this place on;
 * true where they are null.
 */
export function isWithinScope(place: number): string {
  const [client, from, to] = [`$${place}::bigint`, `$${place + 1}::date`, `$${place + 2}::date`];
  return `(${client} is null or (a.client_id = ${client} and a.from_day >= ${from} and a.to_day <= ${to}))`;
}

/** `isWithinScope` with parameters from the second on. */
export const isWithin = isWithinScope(2);
