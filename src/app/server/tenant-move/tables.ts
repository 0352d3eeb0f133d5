import type pg from 'pg';
import { StartError } from '../../../platform/server/start-error.ts';

/** A table with rows of tenants, quoted for SQL. */
export interface MovedTable {
  readonly name: string;
  /** Without columns that are computed, and without numbers of transactions, which only their own server knows. */
  readonly columns: readonly string[];
  /** The columns for comparing: bytes as their digest. */
  readonly compared: readonly string[];
  /** The column numbered by the database, if any. */
  readonly identity: string | null;
}

/**
 * Tables that stay behind: sessions and login links end with the move; which invoices are ready and what the tenant
 * takes up is found out again at the new place; and refusals of the last minute are counted where they happened.
 */
const leftBehind = [
  'invoice_readiness_look',
  'login_token',
  'refresh_token',
  'security_count',
  'tenant_storage',
];

/** The tables of tenants that move, from the catalogue, so that none is missed. */
export async function movedTables(client: Pick<pg.Client, 'query'>): Promise<readonly MovedTable[]> {
  const { rows } = await client.query<MovedTable & { is_keyed: boolean }>(
    `select quote_ident(c.relname) as name,
       array_agg(quote_ident(a.attname) order by a.attname) as columns,
       array_agg(case a.atttypid when 'bytea'::regtype then format('sha256(%I)', a.attname) else quote_ident(a.attname) end
         order by a.attname) as compared,
       max(quote_ident(a.attname)) filter (where a.attidentity <> '') as identity,
       exists (select from pg_index i
         join pg_attribute k on k.attrelid = i.indrelid and k.attnum = any (i.indkey::smallint[]) and k.attname = 'tenant_id'
         where i.indrelid = c.oid and i.indisprimary) as is_keyed
     from app.tables_of_tenants() t
     join pg_class c on c.relname = t.name and c.relnamespace = 'public'::regnamespace
     join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
       and a.attgenerated = '' and a.atttypid <> 'xid8'::regtype
     where t.name <> all ($1)
     group by c.oid, c.relname order by c.relname`,
    [leftBehind],
  );
  const unkeyed = rows.filter((table) => !table.is_keyed).map(({ name }) => name);
  if (unkeyed.length > 0)
    throw new StartError(`Tables without a key by tenant cannot move: ${unkeyed.join(', ')}.`);
  return rows.map(({ name, columns, compared, identity }) => ({ name, columns, compared, identity }));
}
