import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestDatabase, testDatabase } from '../../../../tests/support/database.ts';
import { eventually } from '../../../../tests/support/web.ts';
import { readReplication } from './replication.ts';

let db: TestDatabase;
const slot = `kept_${process.pid}`;

beforeAll(async () => {
  db = await testDatabase();
});
afterAll(async () => {
  await db?.sql('select pg_drop_replication_slot(slot_name) from pg_replication_slots where slot_name = $1', [
    slot,
  ]);
  await db?.drop();
});

test('TECH-15 a slot that nobody reads is a figure with the log that the server keeps for it', async () => {
  const read = async () => {
    const { slots } = await db.database.atGate((tx) =>
      readReplication((text) => tx.query<Record<string, unknown>>(text)),
    );
    return slots.find(({ name }) => name === slot);
  };
  expect(await read()).toBeUndefined();
  await db.sql('select pg_create_physical_replication_slot($1, true)', [slot]);
  const before = await read();
  expect(before).toMatchObject({ isActive: false, isLost: false });
  await db.sql("select pg_logical_emit_message(false, 'test', repeat('x', 100000))");
  // The server writes it a moment later.
  const kept = (before?.keptBytes ?? 0) + 100_000;
  await eventually(async () => ((await read())?.keptBytes ?? 0) > kept || undefined);
});
