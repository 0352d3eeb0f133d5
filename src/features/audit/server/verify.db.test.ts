import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { type TestDatabase, testDatabase } from '../../../../tests/support/database.ts';
import { inDepth } from '../../../../tests/support/depth.ts';
import { hours } from '../../../platform/server/clock.ts';
import { openLog } from '../../../platform/server/log.ts';
import { clockNotes, parseRows, rowNotes, wrongClocks } from './clock-notes.ts';
import { appendRecords, readRecords } from './head-file.ts';
import { openNotary } from './head-record.ts';
import { auditSealer } from './seal.ts';
import { verifyAudit } from './verify.ts';

const tenant = 7;
const notary = openNotary('a-secret-of-more-than-32-characters', null);

let db: TestDatabase;
let client: pg.Client;
let directory: string;
let headsFile: string;
let count = 0;
/** Offset of the worker's clock, in milliseconds. */
let ago: number;

beforeAll(async () => {
  db = await testDatabase();
  directory = mkdtempSync(join(tmpdir(), 'kontor-audit-'));
  await db.sql("insert into tenant (id, name) overriding system value values ($1, 'Checked')", [tenant]);
  client = new pg.Client({ connectionString: db.ownerUrl });
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await db.drop();
  rmSync(directory, { recursive: true });
});

const seal = () =>
  auditSealer({
    database: db.database,
    log: openLog('silent'),
    notary: {
      ...notary,
      sign: (record) => notary.sign({ ...record, at: new Date(Date.parse(record.at) - ago).toISOString() }),
    },
    headsFile,
  })();
const write = async (columns: Readonly<Record<string, string>> = {}) => {
  const names = Object.keys(columns).map((name) => `, ${name}`);
  const values = Object.values(columns).map((value) => `, ${value}`);
  const [row] = await db.sql<{ id: string }>(
    `insert into audit_log (tenant_id, type, "table", random_id${names.join('')})
     values (${tenant}, 'info', 'supplier', 'abcdefghij'${values.join('')}) returning id`,
  );
  return Number(row?.id);
};
const daysAgo = (days: number) => `now() - interval '${days} days'`;
const findings = async () => {
  const { records } = readRecords(headsFile);
  return (await verifyAudit(client, notary, records)).findings;
};

/** Ten rows of each of three days, sealed and signed at that time. */
beforeEach(async () => {
  for (const table of ['audit_link', 'audit_seal', 'audit_log']) await db.sql(`delete from ${table}`);
  count += 1;
  headsFile = join(directory, `heads-${count}.jsonl`);
  for (const days of [30, 20, 10]) {
    ago = hours(24) * days;
    for (let row = 0; row < 10; row += 1) await write({ created_at: daysAgo(days) });
    await seal();
  }
  ago = 0;
});

/** Writes and seals rows with clocks three days ahead, then rows with the correct time. */
async function whileAhead(): Promise<void> {
  ago = -hours(72);
  for (let row = 0; row < 10; row += 1) await write({ created_at: daysAgo(-3) });
  await seal();
  ago = 0;
  for (let row = 0; row < 28; row += 1) await write();
}

describe('AUD-10 a wrong clock', () => {
  test('is a finding of its own and accuses no row, before and after the next head', async () => {
    await whileAhead();
    const clock = { kind: 'clock', tenant, from: 40, to: 40, row: null };
    expect(await findings()).toEqual([clock]);
    await seal();
    await write();
    expect(await findings()).toEqual([clock]);
  });

  test('hides no inserted or changed row', async () => {
    await whileAhead();
    const row = await write({ created_at: daysAgo(15) });
    expect(await findings()).toMatchObject([{ kind: 'clock' }, { kind: 'beside', row }]);
    await seal();
    await db.sql(
      "update audit_log set info = 'x' where id = (select audit_log_id from audit_link where position = 35)",
    );
    expect((await findings()).map(({ kind, from }) => `${kind} ${from}`).toSorted()).toEqual([
      'changed 35',
      'clock 40',
      'misdated 69',
    ]);
  });

  test('is closed only by an operator’s note signed by us', async () => {
    await whileAhead();
    await seal();
    const [wrong] = wrongClocks(readRecords(headsFile).records, Date.now());
    if (!wrong) throw new Error('there should be a wrong head');
    const [note] = clockNotes([wrong], { at: new Date().toISOString(), who: 'root', reason: 'NTP was off' });
    if (!note) throw new Error('there should be a note');
    const stranger = openNotary('another-secret-of-more-than-32-chars', null);
    appendRecords(headsFile, [stranger.sign(note)]);
    expect((await findings()).map(({ kind }) => kind)).toEqual(['forged', 'clock']);
    const { records } = readRecords(headsFile);
    const signed = [...records.slice(0, -1), notary.sign(note)];
    const verified = await verifyAudit(client, notary, signed);
    expect(verified.findings).toEqual([]);
    expect(verified.expectations.get(tenant)?.clocks.get(40)?.note).toBe('root: NTP was off');
    await write();
    await seal();
    expect(await findings()).not.toContainEqual(expect.objectContaining({ kind: 'misdated' }));
  });

  test('shorter than one sealing: signed notes close exactly the rows that an operator names', async () => {
    await write();
    await seal();
    for (let row = 0; row < 2; row += 1) await write({ created_at: daysAgo(-3) });
    const slipped = await write({ created_at: daysAgo(15) });
    await seal();
    const misdated = (await findings()).filter(({ kind }) => kind === 'misdated');
    expect(misdated.map(({ from }) => from)).toEqual([32, 33, 34]);
    const statement = { at: new Date().toISOString(), who: 'root', reason: 'the battery was empty' };
    const named = parseRows('audit', `${tenant}:32-33`);
    if (!named) throw new Error('these are rows');
    const notes = rowNotes(misdated, [named], statement);
    const stranger = openNotary('another-secret-of-more-than-32-chars', null);
    const { records } = readRecords(headsFile);
    const ofStranger = await verifyAudit(client, notary, [...records, ...notes.map(stranger.sign)]);
    expect(ofStranger.findings.map(({ kind }) => kind)).toEqual([
      'forged',
      'forged',
      ...misdated.map(({ kind }) => kind),
    ]);
    appendRecords(headsFile, notes.map(notary.sign));
    expect(await findings()).toMatchObject([{ kind: 'misdated', from: 34, row: slipped }]);
    // The note covers this row only.
    await db.sql(
      `update audit_log set info = 'x' where id = (select audit_log_id from audit_link where tenant_id = ${tenant} and position = 32)`,
    );
    expect((await findings()).map(({ kind, from }) => `${kind} ${from}`)).toEqual([
      'changed 32',
      'misdated 34',
    ]);
  });

  test('of a node does not affect the signed heads, which use the time of the database', async () => {
    vi.useFakeTimers({ now: Date.now() + hours(72), toFake: ['Date'] });
    try {
      await write();
      await seal();
    } finally {
      vi.useRealTimers();
    }
    await write();
    expect(await findings()).toEqual([]);
  });
});

describe('AUD-09 the audit check', () => {
  test('reports nothing without manipulation', async () => {
    await write();
    expect(await findings()).toEqual([]);
    await seal();
    expect(await findings()).toEqual([]);
  });

  test('does not rely on functions that a forger may have replaced', async () => {
    await db.sql("update audit_log set info = 'forged' where id = (select min(id) from audit_log)");
    await db.sql('alter function app.audit_content rename to audit_content_before');
    await db.sql(
      `create function app.audit_content(r audit_log) returns bytea language sql stable
         return app.audit_content_before(jsonb_populate_record(r, case when r.info = 'forged' then '{"info": null}' else '{}' end::jsonb))`,
    );
    try {
      expect(await findings()).toMatchObject([{ kind: 'changed', tenant, from: 1, to: 1 }]);
    } finally {
      await db.sql('drop function app.audit_content');
      await db.sql('alter function app.audit_content_before rename to audit_content');
    }
  });

  test.each([15, 25, 400])(
    'reports a row dated %i days ago that was inserted and sealed today',
    async (days) => {
      const row = await write({ created_at: daysAgo(days) });
      expect(await findings()).toMatchObject([{ kind: 'beside', tenant, row }]);
      await seal();
      expect(await findings()).toMatchObject([{ kind: 'misdated', tenant, from: 31, to: 31, row }]);
    },
  );

  test('reports a row with a future transaction number', async () => {
    const row = await write({ xact: "'99999999999'" });
    await seal();
    expect(await findings()).toMatchObject([{ kind: 'beside', tenant, row }]);
  });

  test('reports a row dated tomorrow once a head is signed', async () => {
    const row = await write({ created_at: daysAgo(-1) });
    await seal();
    expect(await findings()).toMatchObject([{ kind: 'misdated', tenant, row }]);
  });

  test('accepts a transaction that was open for half an hour', async () => {
    await write();
    await seal();
    await write({ created_at: "now() - interval '30 minutes'" });
    await seal();
    expect(await findings()).toEqual([]);
  });

  test('accepts unsealed rows of a restored backup, but none older', async () => {
    const newest = readRecords(headsFile).records.at(-1);
    if (!newest) throw new Error('there should be a head');
    const at = new Date().toISOString();
    appendRecords(headsFile, [notary.sign({ ...newest, kind: 'restored', at, note: 'kontor.backup' })]);
    await write({ created_at: daysAgo(9) });
    await seal();
    expect(await findings()).toEqual([]);
    const row = await write({ created_at: daysAgo(12) });
    expect(await findings()).toMatchObject([{ kind: 'beside', tenant, row }]);
  });

  test('computes the canonical form of every row like sealing', async () => {
    const text = fc.string({ unit: 'binary', maxLength: 30 }).map((value) => value.replaceAll('\0', ''));
    const wellFormed = text.filter((value) => value.isWellFormed());
    const json = fc.oneof(
      fc.constant(null),
      fc.jsonValue({ maxDepth: 3, noUnicodeString: false }).map((value) => JSON.stringify(value)),
      fc.constantFrom(
        '12.50',
        '1e400',
        '-0',
        '0.000',
        '123456789012345678901234567890.1',
        '{"b": 1, "a": 2, "aa": 3}',
      ),
    );
    await fc.assert(
      fc.asyncProperty(
        fc.option(wellFormed),
        fc.array(fc.option(wellFormed), { maxLength: 4 }),
        json.filter((value) => !value?.includes('\\u0000')),
        fc.option(fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n })),
        async (info, properties, data, key) => {
          await db.sql(
            `insert into audit_log (tenant_id, type, "table", random_id, info, affected_properties, data_after, amounts_before, foreign_key)
             values ($1, 'update', 'supplier', 'abcdefghij', $2, $3, $4, $4, $5)`,
            [tenant, info, properties, data, key?.toString() ?? null],
          );
        },
      ),
      { numRuns: inDepth(50, 5_000) },
    );
    await seal();
    expect(await findings()).toEqual([]);
  });
});
