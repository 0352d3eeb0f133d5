import type pg from 'pg';
import { minutes, seconds } from '../../../platform/server/clock.ts';
import { webRole } from '../../../platform/server/database/migrate.ts';
import { StartError } from '../../../platform/server/start-error.ts';
import { type OpenPlace, type Place, until } from './place.ts';
import type { MovedTable } from './tables.ts';

/** How long people may be kept from writing until the work of others has ended, in milliseconds. */
const longestBarrier = seconds(20);
/** How long a quiet moment is waited for beforehand. */
const longestQuiet = minutes(2);
/** The lock of `app.seal_audit`: links written at the old place now would not move. */
const sealing = 4_211_003;

/**
 * Makes the tenant read-only at the old place, and waits until everything that began before has ended: transactions of
 * the product, and jobs and mails of the tenant.
 *
 * @throws StartError if that takes too long
 */
export async function makeReadOnly({ control }: OpenPlace, tenantId: number): Promise<void> {
  await until(longestQuiet, async () => (await workOf(control, tenantId)) === 0);
  await control.query('select pg_advisory_lock($1)', [sealing]);
  const { rowCount } = await control.query(
    "update public.tenant set status = 'moving' where id = $1 and status = 'active'",
    [tenantId],
  );
  if (rowCount !== 1) throw new StartError('The tenant is no longer active.');
  const { rows } = await control.query<{ at: string }>('select clock_timestamp()::text as at');
  const since = rows[0]?.at;
  const isStill = await until(longestBarrier, async () => {
    const older = await control.query(
      `select from pg_stat_activity
       where datname = current_database() and usename = $1 and xact_start <= $2::timestamptz limit 1`,
      [webRole, since],
    );
    return older.rowCount === 0 && (await workOf(control, tenantId)) === 0;
  });
  if (!isStill) throw new StartError('Running work of the tenant did not end in time; try again later.');
}

/** Number of entries of the queue that a worker has in hand for the tenant. */
async function workOf(control: pg.Client, tenantId: number): Promise<number> {
  const { rows } = await control.query<{ count: number }>(
    `select count(*)::integer as count from graphile_worker._private_jobs
     where locked_at is not null and payload::jsonb ->> 'tenant_id' = $1::text`,
    [tenantId],
  );
  return rows[0]?.count ?? 0;
}

/** Lets people write again at the old place, unless the tenant has moved already. */
export async function letWrite(control: pg.Client, tenantId: number): Promise<void> {
  await control.query("update public.tenant set status = 'active' where id = $1 and status = 'moving'", [
    tenantId,
  ]);
}

/**
 * Marks the tenant as moved at the old place: from here on it works at the new place or nowhere. In the session that
 * holds the lock of the move: if that broke, `app.end_broken_moves` lets people write here again.
 *
 * @param address its new origin
 */
export async function handOver({ control }: OpenPlace, tenantId: number, address: string): Promise<void> {
  await control.query('begin');
  try {
    const { rowCount } = await control.query(
      "update public.tenant set status = 'moved', moved_to = $2 where id = $1 and status = 'moving'",
      [tenantId, address],
    );
    if (rowCount !== 1) throw new StartError('The move was ended meanwhile.');
    await control.query('select app.forget_queue_of($1)', [tenantId]);
    await control.query('commit');
  } catch (error) {
    await control.query('rollback');
    throw error;
  }
}

/**
 * Lets the tenant work at the new place; its jobs and mails are queued there. Rows of the audit without a link belong
 * to this transaction from now on, because only rows of transactions that the sealing has not passed are sealed.
 */
export async function arrive(control: pg.Client, tenantId: number): Promise<void> {
  await control.query('begin');
  await control.query("set local session_replication_role = 'replica'");
  await control.query(
    `update public.audit_log a set xact = pg_current_xact_id()
     where a.tenant_id = $1 and exists (select from public.tenant where id = $1 and status = 'arriving')
       and not exists (select from public.audit_link l where l.tenant_id = a.tenant_id and l.audit_log_id = a.id)`,
    [tenantId],
  );
  await control.query("set local session_replication_role = 'origin'");
  await control.query("update public.tenant set status = 'active' where id = $1 and status = 'arriving'", [
    tenantId,
  ]);
  await control.query('commit');
}

/** Writes the tenant itself as it is at the old place, but still arriving. `writer` runs no triggers. */
export async function bringTenant(here: pg.Client, writer: pg.Client, tenantId: number): Promise<void> {
  const { rows } = await here.query<{ row: string }>(
    `select (to_jsonb(t) || '{"status": "arriving", "moved_to": null}')::text as row from public.tenant t where id = $1`,
    [tenantId],
  );
  await writer.query('begin');
  // Where it moved away from before, its audit goes on.
  await writer.query('delete from public.audit_closing where deleted_tenant_id = $1', [tenantId]);
  await writer.query('delete from public.tenant where id = $1', [tenantId]);
  await writer.query(
    'insert into public.tenant overriding system value select r.* from jsonb_populate_record(null::public.tenant, $1) r',
    [rows[0]?.row],
  );
  await writer.query('commit');
}

/** Lets links in mails that wait lead to the new place. `writer` runs no triggers. */
export async function leadMails(writer: pg.Client, from: Place, to: Place, tenantId: number): Promise<void> {
  await writer.query(
    `update public.mail set text_body = replace(text_body, $2, $3), html_body = replace(html_body, $2, $3)
     where tenant_id = $1 and state in ('queued', 'sending')`,
    [tenantId, `${from.origin}/`, `${to.origin}/`],
  );
}

/** Ids of tenants that one place numbers by itself; each place has its own span (decision 0691). */
const idsOfCell = 1_000_000;
/** Others may take ids of the same sequence at the same moment. */
const margin = 1_000;

/** Sets the numbering of the new place behind the ids that came, so that the next row gets a free one. */
export async function numberBehind(
  control: pg.Client,
  tables: readonly MovedTable[],
  tenantId: number,
): Promise<void> {
  for (const { name, identity } of tables) {
    if (identity === null) continue;
    await control.query(
      `select setval(s.name::regclass, m.last + $2) from (
         select max(${identity}) as last from public.${name} where tenant_id = $1
       ) m cross join (select pg_get_serial_sequence('public.${name}', '${identity}') as name) s
       where m.last > coalesce(pg_sequence_last_value(s.name::regclass), 0)`,
      [tenantId, margin],
    );
  }
  await control.query(
    `select setval(s.name::regclass, $1) from (select pg_get_serial_sequence('public.tenant', 'id') as name) s
     where $1::bigint > coalesce(pg_sequence_last_value(s.name::regclass), 0)
       and $1::bigint / $2 = coalesce(pg_sequence_last_value(s.name::regclass), 1) / $2`,
    [tenantId, idsOfCell],
  );
}

/**
 * Gives an installation its span of ids of tenants, so that tenants of several installations never share one.
 *
 * @throws StartError if its tenants have higher ids already
 */
export async function numberAsCell(control: pg.Client, cell: number): Promise<void> {
  const { rows } = await control.query<{ is_free: boolean }>(
    `select coalesce(pg_sequence_last_value(pg_get_serial_sequence('public.tenant', 'id')::regclass), 0) <= $1 as is_free`,
    [cell * idsOfCell],
  );
  if (!rows[0]?.is_free)
    throw new StartError('This installation has given higher ids to tenants already. Nothing was changed.');
  await control.query("select setval(pg_get_serial_sequence('public.tenant', 'id')::regclass, $1)", [
    cell * idsOfCell,
  ]);
}
