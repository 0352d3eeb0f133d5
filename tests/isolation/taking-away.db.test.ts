import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { keyFields } from '../../src/features/configuration/settings.ts';
import { readerRole } from '../../src/platform/server/database/entrance.ts';
import { type DemoApi, demoApi } from '../support/demo-api.ts';
import { inDepth, someOf } from '../support/depth.ts';

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

/** Values of new rows in tables that require more than a name. */
const begun: Readonly<Record<string, string>> = {
  client:
    "(tenant_id, name, billing_name, billing_address, billing_zipcode, billing_city, billing_country) values ($1, 'Nur kurz', 'E', 'E', '1', 'E', 'DE')",
  cost_center: "(tenant_id, number, name) values ($1, 'N1', 'Nur hier')",
  ledger_account: "(tenant_id, number, name) values ($1, '9871', 'Nur hier')",
  posting_key: "(tenant_id, number, name) values ($1, '971', 'Nur hier')",
  profit_center: "(tenant_id, number, name) values ($1, '9871', 'Nur hier')",
  marketplace:
    "(tenant_id, name, provider, url, identity, supplier_id) select $1, 'Nur hier', 'conrad', 'https://shop.test', 'N', min(id) from supplier where tenant_id = $1",
};

/** A switch that removes something, and its reversal. */
interface Switch {
  readonly name: string;
  readonly off: string;
  readonly on: string;
}

/** The other tables of a tenant whose rows are put aside; people are put aside separately. */
async function otherTablesWithFlag(): Promise<readonly string[]> {
  const rows = await demo.db.sql<{ name: string }>(
    `select c.relname as name from pg_class c
     join pg_attribute a on a.attrelid = c.oid and a.attname = 'active' join pg_attribute t on t.attrelid = c.oid and t.attname = 'tenant_id'
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' order by 1`,
  );
  const known: readonly string[] = ['lb_user', 'permission', ...guardedTables];
  return rows.map(({ name }) => name).filter((name) => !known.includes(name));
}

/** One switch for each row of a table that has a flag. */
async function flags(table: string, where = 'true'): Promise<readonly Switch[]> {
  const rows = await demo.db.sql<{ id: string }>(
    `select id from ${table} where tenant_id = $1 and active and ${where} order by id limit ${inDepth(1, 12)}`,
    [tenant],
  );
  return rows.map(({ id }) => ({
    name: `${table} ${id} deactivated`,
    off: `update ${table} set active = false where tenant_id = $1 and id = ${id}`,
    on: `update ${table} set active = true where tenant_id = $1 and id = ${id}`,
  }));
}

/** Several switches as one; the deep form tests each separately. */
function together(name: string, several: readonly Switch[]): readonly Switch[] {
  const all = (way: 'off' | 'on') =>
    `with ${several.map((one, place) => `s${place} as (${one[way]} returning 1)`).join(', ')} select 1`;
  return inDepth([{ name, off: all('off'), on: all('on') }], several);
}

/** All yes/no settings; modules have switches of their own. */
function settingsOff(): Switch {
  const keys = Object.entries(keyFields)
    .filter(([key, { kind }]) => kind.input === 'flag' && !key.startsWith('module_'))
    .map(([key]) => key);
  const set = `tenant_id = $1 and client_id is null and key = any ('{${keys.join(',')}}')`;
  return {
    name: 'all settings switched off',
    off: `with noted as (insert into kept_rows select 'configuration', to_jsonb(c) from configuration c where ${set})
          insert into configuration (tenant_id, key, value) select $1, k, 'false' from unnest('{${keys.join(',')}}'::text[]) k
          on conflict (tenant_id, key, client_id) do update set value = 'false'`,
    on: `with back as (update configuration c set value = k.row ->> 'value' from kept_rows k
           where k.of_table = 'configuration' and c.id = (k.row ->> 'id')::bigint)
         delete from configuration where ${set} and id not in (
           select (row ->> 'id')::bigint from kept_rows where of_table = 'configuration')`,
  };
}

/** The people whose visible rows are not compared. */
const others = () => `not is_group and email <> all ('{${emails.join(',')}}')`;

function othersBlocked(): Switch {
  return {
    name: 'all others blocked',
    off: `with noted as (update lb_user set blocked = true where tenant_id = $1 and not blocked and ${others()} returning id)
          insert into kept_places select id, 1 from noted`,
    on: `with back as (update lb_user u set blocked = false from kept_places k where u.tenant_id = $1 and u.id = k.id)
         delete from kept_places`,
  };
}

/** Without prices, figures are hidden as well. */
function takenWith(role: string): string {
  return role === 'user-price' ? 'user-price,user-dashboard' : role;
}

async function switches(): Promise<readonly Switch[]> {
  const ofTables = await Promise.all(guardedTables.map((table) => flags(table)));
  const ofOthers = await Promise.all((await otherTablesWithFlag()).map((table) => flags(table)));
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
  const own = ['client_id', 'department_id', 'cost_center_id', 'substitute_id'].map((column) => ({
    name: `${column} of people emptied`,
    off: `with noted as (insert into kept_places select id, ${column} from lb_user where tenant_id = $1)
          update lb_user set ${column} = null where tenant_id = $1`,
    on: `with back as (update lb_user u set ${column} = k.place from kept_places k where u.tenant_id = $1 and u.id = k.id)
         delete from kept_places`,
  }));
  const members = [
    ...['task_group_user', 'permission_user'],
    ...['department_approver', 'cost_center_approver', 'supplier_approver'],
  ].map((table) => ({
    name: `members of ${table} taken out`,
    off: `with gone as (delete from ${table} where tenant_id = $1 returning *) insert into kept_rows select '${table}', to_jsonb(g) from gone g`,
    on: `insert into ${table} overriding system value select (jsonb_populate_record(null::${table}, row)).* from kept_rows where of_table = '${table}' and $1::bigint is not null`,
  }));
  await demo.db.sql('create table kept_roles (id bigint, roles text[])');
  await demo.db.sql('create table kept_places (id bigint, place bigint)');
  await demo.db.sql('create table kept_rows (of_table text, row jsonb)');
  return [
    ...(await flags('permission')),
    ...(await flags('lb_user', 'is_group')),
    ...(await flags('lb_user', others())),
    ...ofTables.flat(),
    ...together('rows of all other tables deactivated', ofOthers.flat()),
    ...modules,
    settingsOff(),
    othersBlocked(),
    ...someOf(rights, 4),
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
    for (const [place, { name, off, on }] of (await switches()).entries()) {
      await demo.db.sql(off, [tenant]);
      for (const email of someOf(emails, emails.length, place)) {
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

  /** Links that assign a record to companies or departments; without any, it belongs to all of them. */
  const narrowing = {
    client: [
      'department_client',
      'cost_center_client',
      'supplier_client',
      'client_ledger_account',
      'client_posting_key',
      'client_profit_center',
      'client_marketplace',
    ],
    department: ['supplier_department'],
  } as const;
  /** A cost center without this link cannot be chosen at all; the other links describe the deleted company or department. */
  const opensNothing = [
    'department_approver',
    'department_cost_center',
    'invoice_known_creditor',
    'permission_client',
    'permission_department',
  ];

  test('the links cover every relation to a company or a department', async () => {
    const rows = await demo.db.sql<{ relation: string }>(
      `select distinct f.conrelid::regclass::text as relation
       from pg_constraint f join pg_constraint o on o.conrelid = f.conrelid and o.contype = 'f' and o.confrelid <> f.confrelid
       join pg_constraint k on k.conrelid = f.conrelid and k.contype in ('p', 'u') and k.conkey @> f.conkey and k.conkey @> o.conkey
       where f.contype = 'f' and f.confdeltype = 'c' and f.confrelid in ('client'::regclass, 'department'::regclass)
         and cardinality(f.conkey) = 2 and cardinality(o.conkey) = 2 and cardinality(k.conkey) = 3`,
    );
    expect(rows.map(({ relation }) => relation).toSorted()).toEqual(
      [...Object.values(narrowing).flat(), ...opensNothing].toSorted(),
    );
  });

  const links = Object.entries(narrowing).flatMap(([table, names]) =>
    names.map((link) => [table, link] as const),
  );
  test.each(links)('refuses to delete a %s that is the only one of a row in %s', async (table, link) => {
    const admin = await demo.person('admin@demo.test');
    const linked = link.replace(`_${table}`, '').replace(`${table}_`, '');
    const add = async (to: string) => {
      const [row] = await demo.db.sql<{ id: string }>(
        `insert into ${to} ${begun[to] ?? "(tenant_id, name) values ($1, 'Nur hier')"} returning id`,
        [tenant],
      );
      return row?.id;
    };
    const belongs = async (id: string | undefined, to: string | undefined) =>
      demo.db.sql(`insert into ${link} (tenant_id, ${linked}_id, ${table}_id) values ($1, $2, $3)`, [
        tenant,
        id,
        to,
      ]);
    const remove = (...ids: readonly (string | undefined)[]) =>
      `mutation { delete_${table}(where: { id: { _in: [${ids.join(', ')}] } }) { affected_rows } }`;
    const [one, other, owned] = [await add(table), await add(table), await add(linked)];
    await belongs(owned, one);
    expect((await admin.refusal(remove(one))).code).toBe('foreign_key_violation');
    await belongs(owned, other);
    expect((await admin.refusal(remove(one, other))).code).toBe('foreign_key_violation');
    expect(await admin.get(remove(one))).toEqual({ [`delete_${table}`]: { affected_rows: 1 } });
    expect((await admin.refusal(remove(other))).code).toBe('foreign_key_violation');
    await demo.db.sql(`delete from ${linked} where id = $1`, [owned]);
    expect(await admin.get(remove(other))).toEqual({ [`delete_${table}`]: { affected_rows: 1 } });
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
