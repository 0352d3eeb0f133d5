import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readerRole } from '../../src/platform/server/database/entrance.ts';
import { type DemoApi, demoApi } from '../support/demo-api.ts';
import { inDepth } from '../support/depth.ts';

let demo: DemoApi;
let tenant: number;
let emails: readonly string[];

/** The data visible to a person: rows by table and key, and columns by table. */
interface Sight {
  readonly rows: ReadonlySet<string>;
  readonly columns: ReadonlySet<string>;
}

const guardedTables = ['client', 'department', 'cost_center', 'supplier', 'product_group'] as const;

/** Two permission groups; each guards some rows of every table, and half of the people are in one of them. */
beforeAll(async () => {
  demo = await demoApi();
  tenant = (await demo.person('admin@demo.test')).context.tenantId;
  await demo.db.sql("insert into permission (tenant_id, name) values ($1, 'Eins'), ($1, 'Zwei')", [tenant]);
  await demo.db.sql(
    `insert into permission_user (tenant_id, permission_id, lb_user_id)
     select p.tenant_id, p.id, u.id from permission p join lb_user u on u.tenant_id = p.tenant_id
     where p.tenant_id = $1 and not u.is_group and (u.id + p.id) % 3 = 0`,
    [tenant],
  );
  for (const table of guardedTables)
    await demo.db.sql(
      `insert into permission_${table} (tenant_id, permission_id, ${table}_id)
       select p.tenant_id, p.id, r.id from permission p join ${table} r on r.tenant_id = p.tenant_id
       where p.tenant_id = $1 and (r.id + p.id) % 2 = 0`,
      [tenant],
    );
  await demo.db.sql(
    `insert into configuration (tenant_id, key, value) values ($1, 'module_permissions', 'true')
     on conflict (tenant_id, key, client_id) do update set value = 'true'`,
    [tenant],
  );
  // One person per set of rights; in the deep form everyone.
  const people = await demo.db.sql<{ email: string }>(
    `select email from (select email, id, row_number() over (partition by roles order by id) as place from lb_user
       where tenant_id = $1 and email is not null and active and not blocked and auditor_until is null) u
     where place <= $2 order by id limit $3`,
    [tenant, inDepth(1, 1000), inDepth(2, 1000)],
  );
  emails = people.map(({ email }) => email);
}, 120_000);
afterAll(() => demo.close());

/** All tables whose primary key a reader sees, as one statement, and all visible columns. */
const readable = new Map<string, { readonly sql: string; readonly columns: ReadonlySet<string> }>();
async function readableBy(role: string) {
  const known = readable.get(role);
  if (known) return known;
  const tables = await demo.db.sql<{ sql: string }>(
    `select format('select %L || (%s) from public.%I', c.relname || ' ',
       (select string_agg(quote_ident(a.attname) || '::text', ' || '' '' || ' order by a.attnum) from pg_attribute a
        where a.attrelid = c.oid and a.attnum = any (k.conkey)), c.relname) as sql
     from pg_class c join pg_constraint k on k.conrelid = c.oid and k.contype = 'p'
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
       and not exists (select from unnest(k.conkey) n where not has_column_privilege($1, c.oid, n, 'select'))
     order by 1`,
    [role],
  );
  const columns = await demo.db.sql<{ name: string }>(
    `select c.relname || '.' || a.attname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'v') and has_column_privilege($1, c.oid, a.attnum, 'select')`,
    [role],
  );
  const found = {
    sql: `select key from (${tables.map(({ sql }) => sql).join(' union all ')}) seen (key)`,
    columns: new Set(columns.map(({ name }) => name)),
  };
  readable.set(role, found);
  return found;
}

async function sightOf(email: string): Promise<Sight> {
  const { context } = await demo.person(email);
  const { sql, columns } = await readableBy(readerRole(context));
  const rows = await demo.db.database.inTenant(context, (tx) => tx.query<{ key: string }>(sql));
  return { rows: new Set(rows.map(({ key }) => key)), columns };
}

/** A switch that removes something, and its reversal. */
interface Switch {
  readonly name: string;
  readonly off: string;
  readonly on: string;
}

/** One switch for each row of a table that has a flag. */
async function flags(table: string, where = 'true'): Promise<readonly Switch[]> {
  const rows = await demo.db.sql<{ id: string }>(
    `select id from ${table} where tenant_id = $1 and active and ${where} order by id limit ${inDepth(1, 50)}`,
    [tenant],
  );
  return rows.map(({ id }) => ({
    name: `${table} ${id} deactivated`,
    off: `update ${table} set active = false where tenant_id = $1 and id = ${id}`,
    on: `update ${table} set active = true where tenant_id = $1 and id = ${id}`,
  }));
}

/** Without prices, figures are hidden as well. */
function takenWith(role: string): string {
  return role === 'user-price' ? 'user-price,user-dashboard' : role;
}

async function switches(): Promise<readonly Switch[]> {
  const ofTables = await Promise.all(guardedTables.map((table) => flags(table)));
  const modules = ['procurement', 'invoice', 'contract', 'permissions', 'multilingualism'].map((name) => ({
    name: `module ${name} switched off`,
    off: `insert into configuration (tenant_id, key, value) values ($1, 'module_${name}', 'false')
          on conflict (tenant_id, key, client_id) do update set value = 'false'`,
    on: `update configuration set value = 'true' where tenant_id = $1 and key = 'module_${name}'`,
  }));
  const roles = await demo.db.sql<{ role: string }>(
    'select distinct unnest(roles) as role from lb_user where tenant_id = $1 order by 1',
    [tenant],
  );
  const rights = roles.map(({ role }) => ({
    name: `right ${role} taken away`,
    off: `with kept as (select id, roles from lb_user where tenant_id = $1), noted as (
            insert into kept_roles select id, roles from kept)
          update lb_user set roles = array(select unnest(roles) except select unnest('{${takenWith(role)}}'::text[])) where tenant_id = $1`,
    on: `with back as (update lb_user u set roles = k.roles from kept_roles k where u.tenant_id = $1 and u.id = k.id)
         delete from kept_roles`,
  }));
  const own = ['client_id', 'department_id', 'cost_center_id'].map((column) => ({
    name: `${column} of people emptied`,
    off: `with noted as (insert into kept_places select id, ${column} from lb_user where tenant_id = $1)
          update lb_user set ${column} = null where tenant_id = $1`,
    on: `with back as (update lb_user u set ${column} = k.place from kept_places k where u.tenant_id = $1 and u.id = k.id)
         delete from kept_places`,
  }));
  const members = ['task_group_user', 'permission_user'].map((table) => ({
    name: `members of ${table} taken out`,
    off: `with gone as (delete from ${table} where tenant_id = $1 returning *) insert into kept_rows select '${table}', to_jsonb(g) from gone g`,
    on: `insert into ${table} select (jsonb_populate_record(null::${table}, row)).* from kept_rows where of_table = '${table}' and $1::bigint is not null`,
  }));
  await demo.db.sql('create table kept_roles (id bigint, roles text[])');
  await demo.db.sql('create table kept_places (id bigint, place bigint)');
  await demo.db.sql('create table kept_rows (of_table text, row jsonb)');
  return [
    ...(await flags('permission')),
    ...(await flags('lb_user', 'is_group')),
    ...ofTables.flat(),
    ...modules,
    ...rights,
    ...own,
    ...members,
  ];
}

describe('ROLE-18 switching something off', () => {
  test('shows no additional row or column to anyone, for every switch', async () => {
    // Rows written by the switches, such as their audit, were not hidden before.
    const { sql } = await readableBy('reader_admin');
    const existing = new Set((await demo.db.sql<{ key: string }>(sql)).map(({ key }) => key));
    const before = new Map<string, Sight>();
    for (const email of emails) before.set(email, await sightOf(email));
    expect([...before.values()].some(({ rows }) => rows.size > 50)).toBe(true);
    const more: string[] = [];
    for (const { name, off, on } of await switches()) {
      await demo.db.sql(off, [tenant]);
      for (const email of emails) {
        const after = await sightOf(email);
        const known = before.get(email);
        const added = [
          ...[...after.rows].filter((row) => existing.has(row) && !known?.rows.has(row)),
          ...[...after.columns].filter((column) => !known?.columns.has(column)),
        ];
        if (added.length > 0) more.push(`${name}: ${email} sees ${added.slice(0, 5).join(', ')}`);
      }
      await demo.db.sql(on, [tenant]);
    }
    expect(more).toEqual([]);
  });

  test('does not release guarded records: a group is deleted once it guards nothing', async () => {
    const admin = await demo.person('admin@demo.test');
    const [group] = await demo.db.sql<{ id: string }>(
      'select min(id) as id from permission where tenant_id = $1',
      [tenant],
    );
    const remove = `mutation { delete_permission_by_pk(id: ${group?.id}) { id } }`;
    expect(await admin.refusal(remove)).toMatchObject({ code: 'foreign_key_violation' });
    for (const table of guardedTables)
      await admin.get(
        `mutation { delete_permission_${table}(where: { permission_id: { _eq: ${group?.id} } }) { affected_rows } }`,
      );
    expect(await admin.get(remove)).toEqual({ delete_permission_by_pk: { id: Number(group?.id) } });
  });
});
