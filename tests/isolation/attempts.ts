import type { DatabaseRole } from '../../src/platform/server/database/entrance.ts';
import {
  type CatalogueReference,
  type CatalogueTable,
  pointingColumn,
  type Queryable,
  quoted,
  tenantTables,
} from '../support/catalogue.ts';
import { type FilledTenant, type Fixture, insertStatement } from '../support/tenants.ts';
import { Findings } from './findings.ts';
import { applicationRoles, globallyUnique } from './reviewed.ts';
import { crossTenantTables } from './reviewed-crossing.ts';

/** SQLSTATE of "permission denied" and of "violates row-level security". */
const denied = '42501';
/** SQLSTATEs of a foreign key, a check and a generated column that refuse a reference. */
const refusedReferences = ['23503', '23514', '428C9', denied];

interface Outcome {
  readonly rows: readonly Record<string, unknown>[];
  readonly rowCount: number;
  /** The SQLSTATE of the refusal, when the statement was refused. */
  readonly refused?: string;
}

/**
 * Tries statements inside an open transaction, each rolled back immediately, so that the next finds everything
 * unchanged.
 */
class Intruder {
  readonly #connection: Queryable;

  constructor(connection: Queryable) {
    this.#connection = connection;
  }

  /** Runs as a database role, with a person or without context, and restores the state afterwards. */
  async as<T>(role: DatabaseRole, person: FilledTenant | null, run: () => Promise<T>): Promise<T> {
    await this.#connection.query('savepoint role');
    if (person) {
      const isOperator = role === 'operator';
      await this.#connection.query('select app.enter($1, $2, $2, null, $3)', [
        person.id,
        person.person,
        isOperator,
      ]);
    }
    await this.#connection.query("select set_config('role', $1, true)", [role]);
    const result = await run();
    await this.#connection.query('rollback to savepoint role');
    return result;
  }

  async attempt(text: string, values: readonly unknown[] = []): Promise<Outcome> {
    await this.#connection.query('savepoint attempt');
    try {
      const { rows, rowCount } = await this.#connection.query<Record<string, unknown>>(text, [...values]);
      return { rows, rowCount: rowCount ?? 0 };
    } catch (error) {
      return { rows: [], rowCount: 0, refused: String(Reflect.get(Object(error), 'code')) };
    } finally {
      await this.#connection.query('rollback to savepoint attempt');
    }
  }
}

/**
 * Tries, as every database role and as a person of tenant A with every right, to reach tenant B in every table. Runs
 * inside the open transaction of the connection and leaves nothing behind.
 */
export async function attemptIntrusion(
  connection: Queryable,
  fixture: Fixture,
  tables: readonly CatalogueTable[] = tenantTables(fixture.catalogue),
  roles: readonly DatabaseRole[] = applicationRoles,
): Promise<Findings> {
  const findings = new Findings();
  const intruder = new Intruder(connection);
  for (const role of roles) {
    const walled = tables.filter((table) => !crossTenantTables[role]?.includes(table.name));
    await intruder.as(role, null, async () => {
      for (const table of walled) await seeWithoutContext(intruder, findings, role, table);
    });
    await intruder.as(role, fixture.a, async () => {
      for (const table of walled) {
        await see(intruder, findings, role, table, fixture);
        await change(intruder, findings, role, table, fixture);
        if (role === 'writer') await point(intruder, findings, table, fixture);
      }
    });
  }
  return findings;
}

async function seeWithoutContext(
  intruder: Intruder,
  findings: Findings,
  role: string,
  table: CatalogueTable,
): Promise<void> {
  const { rows, refused } = await intruder.attempt(
    `select count(*)::int as count from ${quoted(table.name)}`,
  );
  findings.expect(
    refused === denied || rows[0]?.count === 0,
    `${table.name}: ${role} without context counts ${String(rows[0]?.count ?? refused)}`,
  );
}

async function see(
  intruder: Intruder,
  findings: Findings,
  role: string,
  table: CatalogueTable,
  { a, b }: Fixture,
): Promise<void> {
  const name = quoted(table.name);
  const all = await intruder.attempt(
    `select count(*) filter (where tenant_id <> $1)::int as theirs, count(*) filter (where tenant_id = $1)::int as ours from ${name}`,
    [a.id],
  );
  findings.expect(
    all.refused === denied || all.rows[0]?.theirs === 0,
    `${table.name}: ${role} sees rows of another tenant (${String(all.rows[0]?.theirs ?? all.refused)})`,
  );
  // A role that sees nothing proves nothing: the writer must see the rows of its own tenant.
  findings.expect(
    role !== 'writer' || Number(all.rows[0]?.ours) > 0,
    `${table.name}: ${role} does not even see the rows of his own tenant`,
  );
  const { condition, values } = keyOf(table, b);
  const guessed = await intruder.attempt(`select 1 from ${name} where ${condition}`, values);
  findings.expect(
    guessed.refused === denied || (guessed.rowCount === 0 && !guessed.refused),
    `${table.name}: ${role} finds a row of another tenant by its key`,
  );
}

async function change(
  intruder: Intruder,
  findings: Findings,
  role: string,
  table: CatalogueTable,
  { a, b }: Fixture,
): Promise<void> {
  const name = quoted(table.name);
  const attempts = {
    'updates a row of another tenant': [
      `update ${name} set tenant_id = tenant_id where tenant_id = $1`,
      [b.id],
    ],
    'gives a row away to another tenant': [
      `update ${name} set tenant_id = $1 where tenant_id = $2`,
      [b.id, a.id],
    ],
    'takes a row of another tenant': [`update ${name} set tenant_id = $1 where tenant_id = $2`, [a.id, b.id]],
    'deletes a row of another tenant': [`delete from ${name} where tenant_id = $1`, [b.id]],
    'inserts a row for another tenant': [
      insertStatement(table.name, b.row(table.name)),
      Object.values(b.row(table.name)),
    ],
  } as const;
  for (const [deed, [text, values]] of Object.entries(attempts)) {
    const { rowCount, refused } = await intruder.attempt(text, values);
    findings.expect(
      refused === denied || (rowCount === 0 && !refused),
      `${table.name}: ${role} ${deed} (${refused ?? `${rowCount} rows`})`,
    );
  }
}

/** Sets every reference of the own rows to the row of the other tenant, and copies its unique values. */
async function point(
  intruder: Intruder,
  findings: Findings,
  table: CatalogueTable,
  { a, b }: Fixture,
): Promise<void> {
  for (const reference of table.references) {
    const pair = pointingColumn(reference);
    if (!pair) continue;
    const target = b.row(reference.parent)[pair.parentColumn];
    const { condition, values } = keyOf(table, a);
    const { refused } = await intruder.attempt(
      `update ${quoted(table.name)} set ${quoted(pair.column)} = $${values.length + 1} where ${condition}`,
      [...values, target],
    );
    findings.expect(
      refused !== undefined && refusedReferences.includes(refused),
      `${table.name}.${pair.column}: points at a row of another tenant (${refused ?? 'accepted'})`,
    );
  }
  for (const key of table.uniques) {
    const free = key.columns.filter(
      (column) => column !== 'tenant_id' && !isReference(table.references, column),
    );
    if (free.length === 0) continue;
    const { condition, values } = keyOf(table, a);
    const theirs = free.map((column) => b.row(table.name)[column]);
    const { refused } = await intruder.attempt(
      `update ${quoted(table.name)} set ${free.map((column, place) => `${quoted(column)} = $${values.length + 1 + place}`).join(', ')} where ${condition}`,
      [...values, ...theirs],
    );
    findings.expect(
      refused !== '23505' || globallyUnique.includes(key.name),
      `${table.name}: ${key.name} reveals that another tenant has the same ${free.join(', ')}`,
    );
  }
}

function isReference(references: readonly CatalogueReference[], column: string): boolean {
  return references.some((reference) => reference.columns.includes(column));
}

function keyOf(
  table: CatalogueTable,
  tenant: FilledTenant,
): { condition: string; values: (string | null)[] } {
  const row = tenant.row(table.name);
  return {
    condition: table.primaryKey.map((column, place) => `${quoted(column)} = $${place + 1}`).join(' and '),
    values: table.primaryKey.map((column) => row[column] ?? null),
  };
}
