import { type CatalogueTable, type Queryable, quoted, tenantTables } from '../support/catalogue.ts';
import type { Fixture } from '../support/tenants.ts';
import { Findings } from './findings.ts';
import { openInsideTenant } from './reviewed.ts';

/** Adds an unrelated colleague in tenant A: no role, no task, no own records. Returns the id. */
export async function addStranger(connection: Queryable, fixture: Fixture): Promise<string> {
  const { rows } = await connection.query<{ id: string }>(
    "insert into lb_user (tenant_id, name, email) values ($1, 'Stranger', 'stranger@inside.test') returning id",
    [fixture.a.id],
  );
  return rows[0]?.id ?? '';
}

/** Reads, as that colleague, every table of the tenant that is not reviewed as open to everyone in it. */
export async function checkStranger(
  connection: Queryable,
  fixture: Fixture,
  stranger: string,
  tables: readonly CatalogueTable[] = tenantTables(fixture.catalogue),
): Promise<Findings> {
  const findings = new Findings();
  for (const { name } of tables.filter((table) => !openInsideTenant.includes(table.name))) {
    await connection.query('savepoint stranger');
    await connection.query('select app.enter($1, $2, $2, null, false)', [fixture.a.id, stranger]);
    await connection.query("select set_config('role', 'reader_price', true)");
    const seen = await countOf(connection, name);
    findings.expect(seen === 0, `${name}: an unrelated colleague sees ${seen} rows`);
    await connection.query('rollback to savepoint stranger');
  }
  return findings;
}

/** The tables closed to that colleague by a policy, not by missing rights of readers. */
export async function closedTables(
  connection: Queryable,
  fixture: Fixture,
): Promise<readonly CatalogueTable[]> {
  const { rows } = await connection.query<{ name: string }>(
    `select distinct c.relname as name from pg_policy p join pg_class c on c.oid = p.polrelid
     where p.polname = 'visible' and has_any_column_privilege('reader_price', c.oid, 'select')`,
  );
  const readable = new Set(rows.map(({ name }) => name));
  return tenantTables(fixture.catalogue).filter(
    ({ name }) => readable.has(name) && !openInsideTenant.includes(name),
  );
}

/** Without any right, nothing is visible. */
async function countOf(connection: Queryable, table: string): Promise<number> {
  const { rows: rights } = await connection.query<{ may: boolean }>(
    "select has_any_column_privilege('reader_price', $1::regclass, 'select') as may",
    [quoted(table)],
  );
  if (!rights[0]?.may) return 0;
  const { rows } = await connection.query<{ count: number }>(
    `select count(*)::int as count from ${quoted(table)}`,
  );
  return rows[0]?.count ?? 0;
}
