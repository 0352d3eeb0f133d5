import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type BlackHole, openBlackHole } from '../../../../tests/support/black-hole.ts';
import { type TestDatabase, testDatabase } from '../../../../tests/support/database.ts';
import { eventually } from '../../../../tests/support/web.ts';
import { type Database, openDatabase, type Tx } from '../database.ts';
import { refusalOfError } from '../http/http-errors.ts';
import { databaseLimits } from './limits.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await testDatabase();
});
afterAll(() => db?.drop());

/** The code of the refusal, or 'done' without one. */
async function reported(database: Database, run: (tx: Tx) => Promise<unknown>): Promise<string> {
  try {
    await database.atGate(run);
    return 'done';
  } catch (error) {
    return refusalOfError(error).code;
  }
}

const setting = (name: string) => `current_setting('${name}') as ${name}`;
const sessionSettings = [
  'statement_timeout',
  'lock_timeout',
  'idle_in_transaction_session_timeout',
  'transaction_timeout',
  'tcp_user_timeout',
  'tcp_keepalives_idle',
];

describe('TECH-21 a session of the pool', () => {
  test('has a limit for every wait, and releases a lock within 15 s', async () => {
    const found = await db.database.atGate((tx) =>
      tx.one(`select ${sessionSettings.map(setting).join(', ')}`),
    );
    expect(found).toEqual({
      statement_timeout: '10s',
      lock_timeout: '8s',
      idle_in_transaction_session_timeout: '5s',
      transaction_timeout: '13s',
      tcp_user_timeout: '10000',
      tcp_keepalives_idle: '5',
    });
    const { statement, idle, transaction, answer, connect } = databaseLimits;
    for (const wait of [statement + idle, transaction, answer, connect])
      expect(wait).toBeLessThanOrEqual(15_000);
  });

  test('gives a long act its requested time, and resets it afterwards', async () => {
    const limitsOf = (tx: Tx) =>
      tx.one(`select ${setting('statement_timeout')}, ${setting('transaction_timeout')}`);
    expect(await db.database.atGate(limitsOf, { timeLimitMs: 60_000 })).toEqual({
      statement_timeout: '1min',
      transaction_timeout: '63s',
    });
    expect(await db.database.atGate(limitsOf)).toEqual({
      statement_timeout: '10s',
      transaction_timeout: '13s',
    });
  });
});

describe('TECH-21 reports a wait in vain', () => {
  test.each([
    ['a lock held by another transaction', 'lock_timeout', { lock: 50 }],
    ['a slow statement', 'query_timeout', { statement: 50 }],
  ])('%s', async (_, code, limits) => {
    const impatient = openDatabase(db.webUrl, { size: 1, limits });
    const holder = openDatabase(db.ownerUrl, { size: 1 });
    const locked = Promise.withResolvers<void>();
    const enough = Promise.withResolvers<void>();
    const holding = holder.atGate(async (tx) => {
      await tx.query("select pg_advisory_xact_lock(4711), set_config('role', 'none', true)");
      locked.resolve();
      await enough.promise;
    });
    await locked.promise;
    const text =
      code === 'lock_timeout' ? 'select pg_advisory_xact_lock(4711)::text' : 'select pg_sleep(1)::text';
    expect(await reported(impatient, (tx) => tx.query(text))).toBe(code);
    enough.resolve();
    await holding;
    await Promise.all([impatient.close(), holder.close()]);
  });

  test.each([
    ['an idle transaction', { idle: 100 }],
    ['a long transaction of short statements', { transaction: 100 }],
  ])('%s: the server ends it, and the next request gets another connection', async (_, limits) => {
    const impatient = openDatabase(db.webUrl, { size: 1, limits });
    const rest = async (tx: Tx) => {
      await tx.query('select 1');
      await delay(400);
      await tx.query('select 1');
    };
    expect(await reported(impatient, rest)).toBe('transaction_timeout');
    expect(await reported(impatient, (tx) => tx.query('select 1'))).toBe('done');
    await impatient.close();
  });
});

describe('TECH-21 a database that becomes unreachable silently', () => {
  const limits = { connect: 600, statement: 300, transaction: 400, answer: 700, place: 1_000 };
  let hole: BlackHole;
  let database: Database;
  beforeAll(async () => {
    hole = await openBlackHole(Number(new URL(db.webUrl).port));
    database = openDatabase(hole.through(db.webUrl), { size: 4, limits });
  });
  afterAll(async () => {
    await database?.close();
    await hole?.close();
  });

  const ask = () => reported(database, (tx) => tx.query('select 1'));
  const timed = async () => {
    const from = performance.now();
    return { code: await ask(), ms: performance.now() - from };
  };

  test('the first caller is refused when the answer is late, others at once; it is used again once it is back', async () => {
    expect(await Promise.all([ask(), ask(), ask(), ask()])).toEqual(['done', 'done', 'done', 'done']);
    hole.swallow();
    const first = await Promise.all([timed(), timed(), timed(), timed(), timed(), timed()]);
    expect(first.map(({ code }) => code)).toEqual(Array.from(first, () => 'database_away'));
    const later = await timed();
    expect(later.code).toBe('database_away');
    expect(later.ms).toBeLessThan(200);
    hole.open();
    expect(await eventually(async () => ((await ask()) === 'done' ? true : undefined))).toBe(true);
  });

  test('drops all half-open connections together, not one after the other', async () => {
    expect(await Promise.all([ask(), ask(), ask(), ask()])).toEqual(['done', 'done', 'done', 'done']);
    hole.swallow();
    hole.open();
    expect(await ask()).toBe('database_away');
    const isBack = async () => ((await ask()) === 'done' ? true : undefined);
    expect(await eventually(isBack)).toBe(true);
    expect(await Promise.all([ask(), ask(), ask(), ask()])).toEqual(['done', 'done', 'done', 'done']);
  });
});
