import type { Context } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/server/database.ts';
import { text } from '../../../platform/server/texts.ts';
import { type ArchiveAnswer, archiveKeptDays } from '../model.ts';
import { type AuditedScope, isWithin } from './audited.ts';

/** SQL condition: covers the whole tenant, as required for a handover (ARC-03). */
export const isWhole = 'a.client_id is null and a.from_day is null and a.to_day is null';

const mark = 'operator ';
/** Number of listed archives, newest first. */
const maxListed = 100;

interface ListedArchives {
  readonly tenantId: number;
  readonly onlyWhole: boolean;
  /** Scope of an auditor; limits the list. */
  readonly scope?: AuditedScope;
}

/**
 * A tenant's archives, optionally only those of the whole tenant; `tx` acts as `operator` or as `writer` of the
 * tenant.
 */
export async function listArchives(
  tx: Tx,
  { language }: Pick<Context, 'language'>,
  { tenantId, onlyWhole, scope }: ListedArchives,
): Promise<readonly ArchiveAnswer[]> {
  const rows = await tx.query<ArchiveAnswer>(
    `select a.guid as id, c.name as client, a.from_day as "from", a.to_day as "to", a.state, a.problem, a.progress, a.requested_by,
       a.created_at, a.made_at, a.sha256, a.size, a.members, a.downloaded_at, a.downloaded_by,
       case when a.state = 'done' then a.finished_at + make_interval(days => ${archiveKeptDays}) end as expires_at
     from archive a left join client c on c.tenant_id = a.tenant_id and c.id = a.client_id
     where a.tenant_id = $1 and ${isWithin}${onlyWhole ? ` and ${isWhole}` : ''} order by a.id desc limit ${maxListed}`,
    [tenantId, scope?.clientId ?? null, scope?.from ?? null, scope?.to ?? null],
  );
  const named = (name: string): string =>
    name.startsWith(mark) ? text(language, 'audit.operator', { name: name.slice(mark.length) }) : name;
  return rows.map((row) => ({
    ...row,
    requested_by: named(row.requested_by),
    downloaded_by: row.downloaded_by === null ? null : named(row.downloaded_by),
  }));
}

/** Name of the requesting person as stored in the tenant; operators get a prefix. */
export async function nameOfAsker(tx: Tx, context: Pick<Context, 'asOperator'>): Promise<string> {
  const { name } = await tx
    .as('writer')
    .one<{ name: string }>(
      'select name from lb_user where tenant_id = app.tenant_id() and id = coalesce(app.actor_id(), app.user_id())',
    );
  return context.asOperator ? `${mark}${name}` : name;
}
