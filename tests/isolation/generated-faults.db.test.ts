import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { quoted, tenantTables } from '../support/catalogue.ts';
import { type TestDatabase, testDatabase } from '../support/database.ts';
import { inDepth, someOf } from '../support/depth.ts';
import { type Fixture, fillTenants } from '../support/tenants.ts';
import { attemptIntrusion } from './attempts.ts';
import { Findings } from './findings.ts';
import { addStranger, checkStranger, closedTables } from './strangers.ts';
import { checkStructure } from './structure.ts';

/** One fault for every policy, module and amount of the catalogue, including new ones. */
describe('GEN-02 a fault in any part of the wall is found', () => {
  let db: TestDatabase;
  let fixture: Fixture;
  let owner: pg.Client;
  let stranger: string;
  const planted = new Findings();

  beforeAll(async () => {
    db = await testDatabase();
    owner = new pg.Client({ connectionString: db.ownerUrl });
    await owner.connect();
    fixture = await fillTenants(owner);
    stranger = await addStranger(owner, fixture);
  });
  afterAll(async () => {
    console.info(`generated faults: ${planted.checks - planted.holes.length}/${planted.checks} caught`);
    await owner.end();
    await db.drop();
  });

  /** Plants one fault, runs the checks, and removes the fault. */
  async function findingsWith(plant: string, look: () => Promise<Findings>): Promise<readonly string[]> {
    await owner.query('begin');
    try {
      await owner.query(plant);
      return (await look()).holes;
    } finally {
      await owner.query('rollback');
    }
  }

  function expectCaught(found: readonly string[], words: string): void {
    planted.expect(
      found.some((hole) => hole.startsWith(words)),
      words,
    );
  }

  function expectAllCaught(atLeast: number, before: number): void {
    expect(planted.holes).toEqual([]);
    expect(planted.checks - before).toBeGreaterThanOrEqual(atLeast);
  }

  test("ROLE-04 ROLE-21 a readers' policy opened to the whole tenant", async () => {
    const before = planted.checks;
    for (const table of await closedTables(owner, fixture)) {
      const plant = `alter policy visible on ${quoted(table.name)} using (tenant_id = (select app.tenant_id()))`;
      const found = await findingsWith(plant, () => checkStranger(owner, fixture, stranger, [table]));
      expectCaught(found, `${table.name}: an unrelated colleague sees`);
    }
    expectAllCaught(40, before);
  });

  test("TECH-02 a writer's policy opened to all tenants", async () => {
    const before = planted.checks;
    const { rows } = await owner.query<{ name: string }>(
      "select polrelid::regclass::text as name from pg_policy where polname = 'tenant_wall'",
    );
    const walled = new Set(rows.map(({ name }) => name));
    const tables = tenantTables(fixture.catalogue).filter(({ name }) => walled.has(name));
    for (const table of someOf(tables, 7)) {
      const plant = `alter policy tenant_wall on ${quoted(table.name)} using (true)`;
      const found = await findingsWith(plant, () => attemptIntrusion(owner, fixture, [table]));
      expectCaught(found, `${table.name}: writer `);
    }
    expectAllCaught(inDepth(7, 50), before);
  });

  test('API-45 a table of a module visible while the module is off', async () => {
    const before = planted.checks;
    const { rows } = await owner.query<{ name: string }>(
      "select relname as name from pg_policy join pg_class c on c.oid = polrelid where polname = 'module_on' and app.module_of(relname) is not null",
    );
    const plant = rows.map(({ name }) => `drop policy module_on on ${quoted(name)};`).join(' ');
    const found = await findingsWith(plant, () => checkStructure(owner));
    for (const { name } of rows) expectCaught(found, `${name}: rows of a switched-off module`);
    expectAllCaught(20, before);
  });

  test('ROLE-07 an amount granted to readers without prices', async () => {
    const before = planted.checks;
    const { rows } = await owner.query<{ table: string; column: string }>(
      `select c.relname as table, attname as column from pg_attribute a join pg_class c on c.oid = a.attrelid
       where relnamespace = 'public'::regnamespace and relkind = 'r' and attnum > 0 and not attisdropped
         and atttypid = 'numeric'::regtype and has_column_privilege('reader_price', c.oid, attnum, 'select')
         and not has_column_privilege('reader', c.oid, attnum, 'select')`,
    );
    const plant = rows.map(
      ({ table, column }) => `grant select (${quoted(column)}) on ${quoted(table)} to reader;`,
    );
    const found = await findingsWith(plant.join(' '), () => checkStructure(owner));
    for (const { table, column } of rows) expectCaught(found, `${table}.${column}: an amount is open`);
    expectAllCaught(20, before);
  });

  test('TECH-02 a table with row-level security switched off', async () => {
    const before = planted.checks;
    const tables = tenantTables(fixture.catalogue).filter(({ viewOf }) => viewOf === null);
    const plant = tables.map(({ name }) => `alter table ${quoted(name)} disable row level security;`);
    const found = await findingsWith(plant.join(' '), () => checkStructure(owner));
    for (const { name } of tables) expectCaught(found, `${name}: row-level security is not enabled`);
    expectAllCaught(50, before);
  });
});
