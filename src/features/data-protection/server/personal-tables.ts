import type { Tx } from '../../../platform/server/database.ts';

/** A table with rows about people, and the columns of it that belong into a report. */
export interface PeopleTable {
  readonly table: string;
  /** Name in the report, where it differs. */
  readonly name?: string;
  /** SQL condition of its rows, where columns that name the person do not suffice. */
  readonly where?: string;
  /** Columns that name a person. */
  readonly namedIn: readonly string[];
  /** Columns of the report. */
  readonly columns: readonly string[];
  /** Primary key without the tenant, with its types. */
  readonly key: readonly { readonly name: string; readonly type: string }[];
}

interface StoredTable extends PeopleTable {
  /** Whether its rows are deleted with the person, so that they are about the person as a whole. */
  readonly isOwn: boolean;
}

/**
 * Columns of rows that are about a record: what tells which one, when and how, and what the person wrote. The record
 * itself is no data about the person.
 */
const aboutTheAct = [
  'created_at',
  'updated_at',
  'completed_at',
  'sent_at',
  'kind',
  'type',
  'status',
  'state',
  'name',
  'number',
  'order_number_formatted',
  'comment',
  'content',
  'reason',
  'means',
  'way',
  'recipient',
  'subject',
  'table',
  'foreign_key',
  'affected_properties',
  'operation',
  'target_table',
  'target_id',
  'mutation',
  'procurement_id',
  'invoice_id',
  'contract_id',
];

/** Logs name people without foreign keys; their rows are about the person as a whole. */
const wholeLogs = ['security_log', 'auditor_access'];

/** Derived for searching and working. */
const derived = ['tenant_id', 'search_text', 'starts_text', 'number_key', 'xact'];

/**
 * All tables that name people, from the catalogue, so that a new table cannot be forgotten. Binary columns are secrets,
 * keys and files, and left out. Runs as `writer`.
 */
export async function peopleTables(tx: Tx): Promise<readonly PeopleTable[]> {
  const stored = await tx.fixed<StoredTable>(
    `with named as (
       select relation, column_name from app.columns_of_people()
       union select 'security_log', unnest(array['lb_user_id', 'actor_id'])
       union select 'lb_user', 'id')
     select c.relname as table,
       array(select n.column_name from named n where n.relation = c.relname order by 1) as "namedIn",
       array(select a.attname::text from pg_attribute a join pg_type y on y.oid = a.atttypid
         where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and y.typname <> 'bytea'
           and a.attname <> all ($1) and has_column_privilege(c.oid, a.attnum, 'select')
         order by a.attnum) as columns,
       (select jsonb_agg(jsonb_build_object('name', a.attname, 'type', format_type(a.atttypid, null)) order by k.place)
         from pg_constraint p cross join lateral unnest(p.conkey) with ordinality as k (attnum, place)
         join pg_attribute a on a.attrelid = p.conrelid and a.attnum = k.attnum
         where p.conrelid = c.oid and p.contype = 'p' and a.attname <> 'tenant_id') as key,
       c.relname = any ($2) or c.oid = 'public.lb_user'::regclass or exists (
         select from pg_constraint f where f.conrelid = c.oid and f.contype = 'f' and f.confdeltype = 'c'
           and f.confrelid = 'public.lb_user'::regclass) as "isOwn"
     from pg_class c
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname in (select relation from named)
     order by c.relname <> 'lb_user', c.relname`,
    [derived, wholeLogs],
  );
  return stored.flatMap(({ isOwn, ...table }) => [
    isOwn ? table : narrowed(table),
    ...(table.table === 'audit_log' ? [historyOf(table)] : []),
  ]);
}

function narrowed(table: PeopleTable): PeopleTable {
  const kept = new Set([...table.key.map(({ name }) => name), ...table.namedIn, ...aboutTheAct]);
  return { ...table, columns: table.columns.filter((column) => kept.has(column)) };
}

/** The changes of the person's own record, with their values. */
function historyOf(audit: PeopleTable): PeopleTable {
  return {
    ...audit,
    name: 'audit_log_of_person',
    namedIn: ['foreign_key'],
    where: `t."table" = 'lb_user' and t.foreign_key = $1::bigint`,
  };
}

/** Rows of one statement. */
export const pageRows = 2000;

/** The next rows of a table that name the person `$1`, after the row `$2`. */
export function pageStatement({ table, namedIn, columns, key, where }: PeopleTable): string {
  const keyed = key.map(({ name }) => `t.${quoted(name)}`).join(', ');
  const former = key.map(({ name, type }) => `($2::jsonb ->> '${name}')::${type}`).join(', ');
  const names = namedIn.map((column) => `t.${quoted(column)} = $1::bigint`).join(' or ');
  return `select to_jsonb(r) as row from (
    select ${columns.map((column) => `t.${quoted(column)}`).join(', ')} from public.${quoted(table)} t
    where t.tenant_id = app.tenant_id() and (${where ?? names}) and ($2::jsonb is null or (${keyed}) > (${former}))
    order by ${keyed} limit ${pageRows}) r`;
}

function quoted(name: string): string {
  return `"${name}"`;
}
