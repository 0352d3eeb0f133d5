import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type TestDatabase, testDatabase } from '../../../../tests/support/database.ts';
import { type TestLog, testLog } from '../../../../tests/support/web.ts';
import { openDatabase } from '../../../platform/server/database.ts';
import { readRecords } from './head-file.ts';
import { openNotary } from './head-record.ts';
import { auditSealer } from './seal.ts';

const tenant = 7;
const notary = openNotary('a-secret-of-more-than-32-characters', null);

let db: TestDatabase;
let directory: string;
let count = 0;
let log: TestLog;
let headsFile: string;

beforeAll(async () => {
  db = await testDatabase();
  directory = mkdtempSync(join(tmpdir(), 'kontor-audit-'));
  await db.sql("insert into tenant (id, name) overriding system value values ($1, 'Slow')", [tenant]);
  await db.sql('alter function app.seal_audit rename to seal_audit_swiftly');
});
afterAll(async () => {
  await db.drop();
  rmSync(directory, { recursive: true });
});
beforeEach(async () => {
  log = testLog();
  count += 1;
  headsFile = join(directory, `heads-${count}.jsonl`);
  await db.sql('delete from audit_link');
  await db.sql('delete from audit_seal');
  await db.sql('delete from audit_log');
  await db.sql(
    `insert into audit_log (tenant_id, type, "table", random_id) select ${tenant}, 'info', 'supplier', n from generate_series(1, 1000) n`,
  );
});
afterEach(() => db.sql('drop function app.seal_audit'));

/** Replaces sealing by a version that first runs this statement. */
const sealingThat = (first: string) =>
  db.sql(
    `create function app.seal_audit(most integer) returns integer language plpgsql security definer as $$
     begin ${first}; return app.seal_audit_swiftly(most); end $$;
     grant execute on function app.seal_audit to gate`,
  );
const seal = (database = db.database) => auditSealer({ database, log: log.log, notary, headsFile })();
const sealed = async () => (await db.sql('select from audit_link')).length;
const logged = () => log.lines().map(({ level, msg }) => ({ level, msg }));

describe('AUD-09 sealing on a slow machine', () => {
  test('rows that exceed the time limit are sealed in smaller batches', async () => {
    await sealingThat("if most > 500 then raise exception 'too slow' using errcode = '57014'; end if");
    await seal();
    expect(await sealed()).toBe(1000);
    expect(readRecords(headsFile).records.at(-1)).toMatchObject({ tenant, position: 1000 });
    expect(logged().map(({ level }) => level)).toEqual([40, 40, 40]);
  });

  test('has a longer time limit than people’s statements', async () => {
    await sealingThat('perform pg_sleep(1)');
    const impatient = openDatabase(db.webUrl, { size: 1, limits: { statement: 500 } });
    try {
      await seal(impatient);
    } finally {
      await impatient.close();
    }
    expect(await sealed()).toBe(1000);
    expect(logged()).toEqual([]);
  });

  test('a permanent failure is logged at the highest level; earlier batches are recorded', async () => {
    await sealingThat(
      "if (select count(*) >= 160 from public.audit_link) or most > 80 then raise exception 'a bad row'; end if",
    );
    await expect(seal()).rejects.toThrow('a bad row');
    expect(await sealed()).toBe(160);
    expect(readRecords(headsFile).records.at(-1)).toMatchObject({ tenant, position: 160 });
    expect(logged().at(-1)).toEqual({ level: 60, msg: 'the audit cannot be sealed' });
  });
});
