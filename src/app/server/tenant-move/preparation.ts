import type pg from 'pg';
import { queueVersion } from '../../../platform/server/backup/backup.ts';
import { sealedColumns } from '../../../platform/server/backup/sealed-columns.ts';
import { StartError } from '../../../platform/server/start-error.ts';
import type { TenantStatus } from '../../../platform/tenant-status.ts';
import type { OpenPlace, Place } from './place.ts';

export interface MovingTenant {
  readonly id: number;
  readonly name: string;
  readonly status: TenantStatus;
}

type Client = Pick<pg.Client, 'query'>;

/** The tenant with this name; throws a StartError if there is none. */
export async function tenantOf(client: Client, name: string): Promise<MovingTenant> {
  const { rows } = await client.query<{ id: string; name: string; status: TenantStatus }>(
    'select id, name, status from public.tenant where lower(name) = lower($1)',
    [name],
  );
  const [tenant] = rows;
  if (!tenant) throw new StartError(`There is no tenant "${name}". Nothing was changed.`);
  return { ...tenant, id: Number(tenant.id) };
}

/** The status of the tenant at a place; null where it is unknown. */
export async function statusAt(client: Client, tenantId: number): Promise<TenantStatus | null> {
  const { rows } = await client.query<{ status: TenantStatus }>(
    'select status from public.tenant where id = $1',
    [tenantId],
  );
  return rows[0]?.status ?? null;
}

/** Throws a StartError if the two places are one, or have different schemas. */
export async function refuseUnlike(here: OpenPlace, there: OpenPlace): Promise<void> {
  const problem = await unlike(here.control, there.control);
  if (problem) throw new StartError(`${problem} Nothing was changed.`);
}

/**
 * Throws a StartError if the tenant cannot move: a taken id or name at the new place, work in progress that cannot
 * move, or secrets that the key of the old place does not open.
 */
export async function refuseImpossible(
  here: OpenPlace,
  there: OpenPlace,
  tenant: MovingTenant,
): Promise<void> {
  const problem =
    (await unmovable(here.control, tenant)) ??
    (await unreadable(here, tenant.id)) ??
    (await taken(there.control, tenant));
  if (problem) throw new StartError(`${problem} Nothing was changed.`);
}

async function unlike(here: Client, there: Client): Promise<string | null> {
  const [ours, theirs] = await Promise.all([here, there].map(identityOf));
  if (ours?.place === theirs?.place) return 'Both places are the same database.';
  if (ours?.schema !== theirs?.schema)
    return 'The two places have different schemas; update both to the same version first.';
  return (await queueVersion(here)) === (await queueVersion(there))
    ? null
    : 'The two places have different versions of the job queue.';
}

async function identityOf(client: Client): Promise<{ place: string; schema: string } | undefined> {
  const { rows } = await client.query<{ place: string; schema: string }>(
    `select (select system_identifier from pg_control_system()) || ' ' || current_database() as place,
       (select string_agg(name || ' ' || sha256, ',' order by name) from app.migration) as schema`,
  );
  return rows[0];
}

async function unmovable(client: Client, { id, name, status }: MovingTenant): Promise<string | null> {
  if (status === 'archived') return `${name} is archived; restore it first.`;
  if (status === 'arriving') return `${name} is still arriving at this place.`;
  const { rows } = await client.query<{
    operators: boolean;
    deletion: boolean;
    archive: boolean;
    objects: boolean;
  }>(
    `select exists (select from lb_user where tenant_id = $1 and 'user-operator' = any (roles)) as operators,
       exists (select from file_object where tenant_id = $1) as objects,
       exists (select from deletion where deleted_tenant_id = $1 and state = 'running') as deletion,
       exists (select from archive where tenant_id = $1 and state in ('waiting', 'packing')) as archive`,
    [id],
  );
  const [found] = rows;
  if (found?.operators) return `${name} has operators of this installation, which stay with it.`;
  // The old place removes objects whose files it no longer has.
  if (found?.objects)
    return `Files of ${name} are in the object store of this place; bring them back first: npm run files -- --to database.`;
  if (found?.deletion) return `Data of ${name} are being deleted.`;
  return found?.archive ? `An archive of ${name} is being made; wait for its end.` : null;
}

async function unreadable({ control, secrets }: OpenPlace, tenantId: number): Promise<string | null> {
  for (const { table, column, what } of sealedColumns) {
    for (const { sealed } of await sealedOf(control, table, column, tenantId)) {
      try {
        secrets.unseal(sealed);
      } catch {
        return `SECRET_KEY is not the one of the old place: it does not open ${what} of this tenant.`;
      }
    }
  }
  return null;
}

async function taken(client: Client, { id, name }: MovingTenant): Promise<string | null> {
  const { rows } = await client.query<{ id: string; name: string; status: TenantStatus; is_empty: boolean }>(
    `select id, name, status, not exists (select from audit_log where tenant_id = t.id) as is_empty
     from tenant t where id = $1 or app.look_alike(name) = app.look_alike($2)`,
    [id, name],
  );
  for (const other of rows) {
    if (Number(other.id) !== id) return `The new place has a tenant ${other.name} already.`;
    if (other.status === 'moved' && !other.is_empty)
      return `${name} moved away from there before; remove its rows there first (--remove).`;
    if (other.status !== 'moved' && other.status !== 'arriving')
      return `The id ${id} belongs to ${other.name} at the new place. Give each place its own ids (--cell).`;
  }
  return null;
}

async function sealedOf(
  client: Client,
  table: string,
  column: string,
  tenantId: number,
): Promise<readonly { readonly id: string; readonly sealed: Buffer }[]> {
  const { rows } = await client.query<{ id: string; sealed: Buffer }>(
    `select id, ${column} as sealed from public.${table} where tenant_id = $1 and ${column} is not null`,
    [tenantId],
  );
  return rows;
}

/** Encrypts the stored secrets of the tenant with the key of the new place (TECH-07). `client` runs no triggers. */
export async function sealAnew(client: pg.Client, from: Place, to: Place, tenantId: number): Promise<void> {
  for (const { table, column } of sealedColumns) {
    for (const { id, sealed } of await sealedOf(client, table, column, tenantId)) {
      await client.query(`update public.${table} set ${column} = $3 where tenant_id = $1 and id = $2`, [
        tenantId,
        id,
        to.secrets.seal(from.secrets.unseal(sealed)),
      ]);
    }
  }
}
