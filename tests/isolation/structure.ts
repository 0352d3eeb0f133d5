import type { Queryable } from '../support/catalogue.ts';
import { Findings } from './findings.ts';
import * as reviewed from './reviewed.ts';
import { definerCalls } from './reviewed-calls.ts';
import * as columns from './reviewed-columns.ts';
import * as crossing from './reviewed-crossing.ts';

/** A catalogue rule: a query that names every subject and whether it passes. */
interface Rule {
  readonly hole: string;
  /** Returns `subject text, fine boolean`. */
  readonly sql: string;
  readonly values?: readonly unknown[];
}

/** All parts of the wall that can be read from the catalogue (TECH-02 to TECH-07). */
export async function checkStructure(connection: Queryable): Promise<Findings> {
  const findings = new Findings();
  for (const rule of [
    ...tableRules,
    ...moduleRules,
    ...keyRules,
    ...roleRules,
    ...grantRules,
    ...functionRules,
  ]) {
    const { rows } = await connection.query<{ subject: string; fine: boolean }>(rule.sql, [
      ...(rule.values ?? []),
    ]);
    for (const { subject, fine } of rows) findings.expect(fine, `${subject}: ${rule.hole}`);
  }
  return findings;
}

const roles = [...reviewed.applicationRoles, reviewed.loginRole];

const tables = `(
  select c.*, t.attnum as tenant from pg_class c
  left join pg_attribute t on t.attrelid = c.oid and t.attname = 'tenant_id' and t.attnotnull and t.atttypid = 'bigint'::regtype
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p'))`;

const tableRules: readonly Rule[] = [
  {
    hole: 'belongs to no tenant and is not on the list of the installation',
    sql: `select relname as subject, tenant is not null or relname = any ($1) as fine from ${tables} t`,
    values: [crossing.installationTables],
  },
  {
    hole: 'row-level security is not enabled and forced',
    sql: `select relname as subject, relrowsecurity and relforcerowsecurity as fine from ${tables} t`,
  },
  {
    hole: 'no index over all rows leads with tenant_id',
    sql: `select relname as subject, exists (select from pg_index x where x.indrelid = t.oid and x.indkey[0] = t.tenant
            and x.indisvalid and x.indpred is null
            and (select relam from pg_class i where i.oid = x.indexrelid) = (select oid from pg_am where amname = 'btree')) as fine
          from ${tables} t where tenant is not null`,
  },
  {
    hole: 'the policy is not for named roles of the application',
    sql: `select polrelid::regclass || '/' || polname as subject,
            array(select rolname::text from pg_roles where oid = any (polroles)) <@ $1::text[] and not 0 = any (polroles) as fine
          from pg_policy`,
    values: [reviewed.applicationRoles],
  },
  {
    hole: 'a view must look with the rights of who asks (security_invoker)',
    sql: `select relname as subject, relkind = 'v' and coalesce('security_invoker=true' = any (reloptions), false) as fine
          from pg_class where relnamespace = 'public'::regnamespace and relkind in ('v', 'm')`,
  },
];

const moduleRules: readonly Rule[] = [
  {
    hole: 'rows of a switched-off module are not hidden from readers (API-45)',
    sql: `select relname as subject, exists (select from pg_policy p where p.polrelid = t.oid and not p.polpermissive
            and p.polroles @> array['reader'::regrole::oid, 'reader_price'::regrole::oid]
            and pg_get_expr(p.polqual, p.polrelid) in (format('app.is_on(%L::text)', app.module_of(relname)),
              format('( SELECT app.is_on(%L::text) AS is_on)', app.module_of(relname)))) as fine
          from ${tables} t where app.module_of(relname) is not null`,
  },
];

const keyRules: readonly Rule[] = [
  {
    hole: 'the primary key does not lead with tenant_id',
    sql: `select relname as subject, exists (select from pg_index x
            where x.indrelid = t.oid and x.indisprimary and x.indkey[0] = t.tenant) as fine
          from ${tables} t where tenant is not null`,
  },
  {
    hole: 'a unique key that does not lead with tenant_id reveals rows of other tenants',
    sql: `select i.relname as subject, x.indkey[0] = t.tenant or i.relname = any ($1) as fine
          from ${tables} t join pg_index x on x.indrelid = t.oid join pg_class i on i.oid = x.indexrelid
          where tenant is not null and (x.indisunique or x.indisexclusion)`,
    values: [reviewed.globallyUnique],
  },
  {
    hole: 'the foreign key does not carry tenant_id on both sides',
    sql: `select k.conrelid::regclass || '/' || conname as subject, case
            when k.confrelid = 'public.tenant'::regclass then k.conkey = array[child.tenant]
            else parent.tenant is null or exists (select from generate_subscripts(k.conkey, 1) as place
              where k.conkey[place] = child.tenant and k.confkey[place] = parent.tenant) end as fine
          from pg_constraint k
          join ${tables} child on child.oid = k.conrelid
          join ${tables} parent on parent.oid = k.confrelid
          where k.contype = 'f'`,
  },
  {
    hole: '"on delete set null" does not name its column, or the key changes with its parent',
    sql: `select k.conrelid::regclass || '/' || conname as subject,
            confupdtype in ('a', 'r') and (confdeltype not in ('n', 'd')
              or (confdelsetcols is not null and not child.tenant = any (confdelsetcols))) as fine
          from pg_constraint k join ${tables} child on child.oid = k.conrelid
          where k.contype = 'f' and child.tenant is not null`,
  },
];

const roleRules: readonly Rule[] = [
  {
    hole: 'the role is missing, can log in, or has rights over the cluster',
    sql: `select name as subject, coalesce(not (rolsuper or rolbypassrls or rolcreaterole or rolcreatedb or rolreplication)
            and rolcanlogin = (name = $2) and (name <> $2 or not rolinherit), false) as fine
          from unnest($1::text[]) as name left join pg_roles on rolname = name`,
    values: [roles, reviewed.loginRole],
  },
  {
    hole: 'a role of the application owns something',
    sql: `select rolname as subject, not exists (select from pg_shdepend d
            where d.refclassid = 'pg_authid'::regclass and d.refobjid = r.oid and d.deptype = 'o') as fine
          from pg_roles r where rolname = any ($1)`,
    values: [roles],
  },
  {
    hole: 'one role is a member of another beyond "the login role may become it"',
    sql: `select m.rolname || ' in ' || g.rolname as subject,
            not admin_option and (m.rolname = $2 and g.rolname = any ($3) and set_option and not inherit_option
              or m.rolname || ' in ' || g.rolname = any ($4) and inherit_option and not set_option) as fine
          from pg_auth_members a join pg_roles m on m.oid = a.member join pg_roles g on g.oid = a.roleid
          where m.rolname = any ($1)`,
    values: [roles, reviewed.loginRole, reviewed.applicationRoles, reviewed.readsAs],
  },
  {
    hole: 'an operator behind ilike, like, @> and && is not leakproof, so searches would not use their index (TECH-02)',
    sql: `select oid::regprocedure::text as subject, proleakproof as fine from pg_proc
          where oid in ('pg_catalog.texticlike(text, text)'::regprocedure, 'pg_catalog.textlike(text, text)'::regprocedure,
            'pg_catalog.arraycontains(anyarray, anyarray)'::regprocedure, 'pg_catalog.arrayoverlap(anyarray, anyarray)'::regprocedure)`,
  },
];

/** Every right on our relations and columns, one row each: `role`, `verb`, `relation`, `attribute` (null = whole). */
const rights = `(
  select case when a.grantee = 0 then 'public' else a.grantee::regrole::text end as role, lower(a.privilege_type) as verb,
    c.oid as relation, c.relname, c.relkind, c.relnamespace, null::name as attribute
  from pg_class c cross join lateral aclexplode(c.relacl) a
  union all
  select case when a.grantee = 0 then 'public' else a.grantee::regrole::text end, lower(a.privilege_type),
    c.oid, c.relname, c.relkind, c.relnamespace, t.attname
  from pg_class c join pg_attribute t on t.attrelid = c.oid and not t.attisdropped
  cross join lateral aclexplode(t.attacl) a)`;

/** The same as text, with columns joined: `gate: select tenant(id,name)`. */
const rightsInWords = `(
  select role, relation, relname, verb, role || ': ' || verb || ' ' || relname
    || coalesce('(' || string_agg(attribute, ',' order by attribute) || ')', '') as words
  from ${rights} r where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v')
  group by role, relation, relname, verb, (attribute is null))`;

const isOurs = `c.relnamespace not in ('pg_catalog'::regnamespace, 'information_schema'::regnamespace)`;

const grantRules: readonly Rule[] = [
  {
    hole: 'the login role, or everybody, has a right of its own',
    sql: `select role || ': ' || verb || ' ' || relation::regclass as subject, role not in ($1, 'public') as fine
          from ${rights} c where ${isOurs}`,
    values: [reviewed.loginRole],
  },
  {
    hole: 'a reader may do more than read, or somebody may truncate, refer or set triggers',
    sql: `select words as subject, verb = 'select' or (not role = any ($2) and verb in ('insert', 'update', 'delete')) as fine
          from ${rightsInWords} r where role = any ($1)`,
    values: [reviewed.applicationRoles, reviewed.readers],
  },
  {
    hole: 'the right of a role across tenants is not on the reviewed list',
    sql: `select words as subject, words = any ($1) as fine from ${rightsInWords} r where role in ('gate', 'operator')`,
    values: [crossing.crossTenantRights],
  },
  {
    hole: 'the right on a table of the installation is not on the reviewed list',
    sql: `select words as subject, words = any ($1) or (relname = 'tenant' and verb = any (array['select', 'update']) and words like '%(%') as fine
          from ${rightsInWords} r where relname = any ($2) and role in ('reader', 'reader_price', 'writer')`,
    values: [crossing.installationRights, crossing.installationTables],
  },
  {
    hole: 'the writer may write what only triggers write',
    sql: `select words as subject, verb = 'select' as fine from ${rightsInWords} r where role = 'writer' and relname = any ($1)`,
    values: [reviewed.onlyWrittenByTriggers],
  },
  {
    hole: 'a role may use a sequence directly',
    sql: `select role || ': ' || relation::regclass as subject, not role = any ($1) as fine
          from ${rights} c where relkind = 'S' and ${isOurs}`,
    values: [[...roles, 'public']],
  },
  {
    hole: 'an amount is open to readers without prices (ROLE-07)',
    sql: `select c.relname || '.' || attname as subject, not has_column_privilege('reader', c.oid, attnum, 'select') as fine
          from pg_attribute a join pg_class c on c.oid = a.attrelid
          where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v') and attnum > 0 and not attisdropped
            and (atttypid = 'numeric'::regtype and not attname = any ($1) or attname like '%cents'
              or c.relname || '.' || attname = any ($2))`,
    values: [columns.decimalsThatAreNoAmounts, columns.amountsOfOtherTypes],
  },
  {
    hole: 'a secret is open to readers (TECH-07)',
    sql: `select c.relname || '.' || attname as subject, not has_column_privilege('reader', c.oid, attnum, 'select')
            and not has_column_privilege('reader_price', c.oid, attnum, 'select') as fine
          from pg_attribute a join pg_class c on c.oid = a.attrelid
          where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v') and attnum > 0 and not attisdropped
            and (atttypid = 'bytea'::regtype or attname ~ 'hash|secret|password|token|credential|public_key|private')
            and not c.relname || '.' || attname = any ($1)`,
    values: [columns.notSecret],
  },
  {
    hole: 'a role may create objects',
    sql: `select role || ' in ' || nspname as subject, not has_schema_privilege(role, n.oid, 'create') as fine
          from pg_namespace n, unnest($1::text[]) as role where nspname not like 'pg\\_%' and nspname <> 'information_schema'`,
    values: [roles],
  },
];

const ourFunctions = `(
  select p.*, n.nspname from pg_proc p join pg_namespace n on n.oid = p.pronamespace
  where nspname in ('app', 'public', 'graphile_worker') and not exists (select from pg_depend d
    where d.classid = 'pg_proc'::regclass and d.objid = p.oid and d.deptype = 'e'))`;

const callers = `lateral (select case when a.grantee = 0 then 'public' else a.grantee::regrole::text end as caller
  from aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) a where a.grantee <> p.proowner)`;

const functionRules: readonly Rule[] = [
  {
    hole: 'a definer function is not on the reviewed list, or has no search path of its own',
    sql: `select proname as subject, proname = any ($1) and 'search_path=""' = any (proconfig) as fine
          from ${ourFunctions} p where prosecdef`,
    values: [reviewed.definerFunctions],
  },
  {
    hole: 'the call of a definer function is not on the reviewed list',
    sql: `select proname || ' by ' || caller as subject, proname || ' by ' || caller = any ($1) as fine
          from ${ourFunctions} p, ${callers} c where prosecdef`,
    values: [definerCalls],
  },
  {
    hole: 'everybody may call the function',
    sql: `select proname as subject, not exists (select from ${callers} c where caller = 'public') as fine from ${ourFunctions} p`,
  },
  {
    hole: 'a definer function of an extension is open to the application',
    sql: `select p.oid::regprocedure::text as subject, not exists (select from unnest($1::text[]) as role
            where has_function_privilege(role, p.oid, 'execute')) as fine
          from pg_proc p where prosecdef and pronamespace <> 'app'::regnamespace`,
    values: [roles],
  },
];
