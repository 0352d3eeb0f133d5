import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { prepareQueue } from '../../src/platform/server/jobs/jobs-worker.ts';
import { quoted, tenantTables } from '../support/catalogue.ts';
import { type TestDatabase, testDatabase } from '../support/database.ts';
import { someOf } from '../support/depth.ts';
import { type Fixture, fillTenants } from '../support/tenants.ts';
import { attemptIntrusion } from './attempts.ts';
import { Findings } from './findings.ts';
import { applicationRoles } from './reviewed.ts';
import { crossTenantTables } from './reviewed-crossing.ts';
import { addStranger, checkStranger } from './strangers.ts';
import { checkStructure } from './structure.ts';

describe('GEN-02 TECH-02 the wall between tenants', () => {
  let db: TestDatabase;
  let fixture: Fixture;
  let owner: pg.Client;
  /** Logged in like the web server. */
  let web: pg.Client;
  const all = new Findings();

  const connect = async (connectionString: string): Promise<pg.Client> => {
    const client = new pg.Client({ connectionString });
    await client.connect();
    return client;
  };
  const expectNoHole = (findings: Findings): void => {
    all.add(findings);
    expect(findings.holes).toEqual([]);
    expect(findings.checks).toBeGreaterThan(0);
  };

  beforeAll(async () => {
    db = await testDatabase();
    owner = await connect(db.ownerUrl);
    web = await connect(db.webUrl);
    // The job queue is in the installation's database and must stay out of reach, too.
    await prepareQueue(db.ownerUrl);
    fixture = await fillTenants(owner);
  });
  afterAll(async () => {
    console.info(
      `isolation: ${all.checks.toLocaleString('en')} checks over ${tenantTables(fixture.catalogue).length} tables`,
    );
    await Promise.all([owner.end(), web.end()]);
    await db.drop();
  });

  test('TECH-02 to TECH-07 the catalogue supports it: row-level security, keys, roles, grants, functions', async () => {
    expectNoHole(await checkStructure(owner));
  });

  test('TECH-05 people of one tenant cannot see, count, change, create or reference rows of another', async () => {
    await web.query('begin');
    const tables = tenantTables(fixture.catalogue);
    for (const [place, role] of applicationRoles.entries())
      expectNoHole(await attemptIntrusion(web, fixture, someOf(tables, 5, place), [role]));
    await web.query('rollback');
  });

  test('ROLE-19 ROLE-21 an unrelated colleague sees only tables open to the whole tenant', async () => {
    await owner.query('begin');
    expectNoHole(await checkStranger(owner, fixture, await addStranger(owner, fixture)));
    await owner.query('rollback');
  });

  test('TECH-03 visibility of a former transaction does not pass to the next one on its connection', async () => {
    const findings = new Findings();
    for (const role of applicationRoles) {
      await web.query('begin');
      await web.query('select app.enter($1, $2, $2, null, false)', [fixture.a.id, fixture.a.person]);
      await web.query('commit');
      for (const table of tenantTables(fixture.catalogue)) {
        if (crossTenantTables[role]?.includes(table.name)) continue;
        await web.query('begin');
        await web.query("select set_config('role', $1, true)", [role]);
        const seen = await web.query(`select 1 from ${quoted(table.name)} limit 1`).then(
          ({ rowCount }) => rowCount,
          (error) => error.code,
        );
        await web.query('rollback');
        findings.expect(seen === 0 || seen === '42501', `${table.name}: ${role} still sees (${seen})`);
      }
    }
    expectNoHole(findings);
  });

  test('TECH-03 the login role has no access without one of the other roles', async () => {
    const findings = new Findings();
    for (const { name } of fixture.catalogue.values()) {
      for (const text of [`select from ${quoted(name)}`, `delete from ${quoted(name)}`]) {
        const code = await web.query(text).then(
          () => 'accepted',
          (error) => error.code,
        );
        findings.expect(code === '42501', `${name}: the login role: ${text} (${code})`);
      }
    }
    expectNoHole(findings);
  });

  test("TECH-05 the tenant's row is visible only to its own people", async () => {
    for (const role of ['reader', 'reader_price', 'writer']) {
      await web.query('begin');
      await web.query('select app.enter($1, $2, $2, null, false)', [fixture.a.id, fixture.a.person]);
      await web.query("select set_config('role', $1, true)", [role]);
      expect((await web.query('select id from tenant')).rows).toEqual([{ id: fixture.a.id }]);
      if (role === 'writer') {
        const { rowCount } = await web.query("update tenant set city = 'Ulm' where id = $1", [fixture.b.id]);
        expect(rowCount).toBe(0);
      }
      await web.query('rollback');
    }
  });

  test('TECH-03 people cannot enter a foreign tenant', async () => {
    for (const [tenant, person] of [
      [fixture.b.id, fixture.a.person],
      [fixture.a.id, fixture.b.person],
      ['404', fixture.a.person],
    ]) {
      await expect(
        web.query('select app.enter($1, $2, $2, 1, false)', [tenant, person]),
        `${person} in ${tenant}`,
      ).rejects.toThrow('unauthenticated');
    }
  });

  test('TECH-04 ROLE-16 an operator crosses tenants only with right and header', async () => {
    const tenantsSeen = async (isOperator: boolean | null): Promise<number | null> => {
      await web.query('begin');
      if (isOperator !== null) {
        await web.query('select app.enter($1, $2, $2, null, $3)', [
          fixture.a.id,
          fixture.a.person,
          isOperator,
        ]);
      }
      await web.query("select set_config('role', 'operator', true)");
      const { rowCount } = await web.query('select from tenant');
      await web.query('rollback');
      return rowCount;
    };
    expect(await tenantsSeen(null)).toBe(0);
    expect(await tenantsSeen(false)).toBe(0);
    expect(await tenantsSeen(true)).toBe(2);

    await db.sql("update lb_user set roles = '{user-admin}' where id = $1", [fixture.a.person]);
    await expect(tenantsSeen(true)).rejects.toThrow('permission denied');
    await web.query('rollback');
  });
});
