import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { contracts } from './commands/contracts.ts';
import { invoices } from './commands/invoices.ts';
import { others } from './commands/others.ts';
import { requests } from './commands/requests.ts';
import { CommandStage } from './commands/stage.ts';

let stage: CommandStage;

beforeAll(async () => {
  stage = await CommandStage.open();
});
afterAll(() => stage?.close());

const ways = { requests, invoices, contracts, others };

describe('every command, taken twice at the same time and again', () => {
  test.each(Object.entries(ways))('API-39 can be taken on the way of %s', async (_, take) => {
    await take(stage);
  });

  test('API-39 all of them were taken', () => {
    const taken = new Set(stage.repeated.map(({ name }) => name));
    const all = stage.commands().map(({ name }) => name);
    expect(all.filter((name) => !taken.has(name))).toEqual([]);
  });

  test('SHEET-21 API-39 with one key it is done once, and answered each time', () => {
    const keyed = stage.repeated.filter(({ way }) => way === 'keyed');
    expect(new Set(keyed.map(({ name }) => name)).size).toBe(stage.commands().length);
    for (const { name, answers, changed } of keyed) {
      expect([name, new Set(answers).size, answers[0]]).toEqual([
        name,
        1,
        expect.stringContaining('"result"'),
      ]);
      expect([name, changed]).toEqual([name, []]);
    }
  });

  test('SHEET-21 without a key, where none is demanded, it is done once, but where a second one may be meant', () => {
    const bare = stage.repeated.filter(({ way }) => way === 'bare');
    const keyless = stage
      .commands()
      .filter(({ args }) => !args.some((one) => one.name === 'idempotency_key'));
    expect(bare.map(({ name }) => name).toSorted()).toEqual(keyless.map(({ name }) => name).toSorted());
    for (const { name, answers, changed } of bare) {
      const others = answers.filter((answer) => answer !== 'record_changed');
      const isRefused = /_(confirm|reject)$/.test(name);
      expect([name, others.length]).toEqual([name, isRefused ? 1 : 3]);
      // Two equal remarks may be meant.
      expect([name, changed]).toEqual([name, name === 'insert_audit_log_one' ? ['audit_log'] : []]);
    }
  });

  test('API-39 TECH-21 none waits for the database more often than is listed', () => {
    stage.trips.check();
  });
});
