import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { contracts } from './commands/contracts.ts';
import { invoices } from './commands/invoices.ts';
import { others } from './commands/others.ts';
import { requests } from './commands/requests.ts';
import { CommandSetup } from './commands/setup.ts';

let setup: CommandSetup;

beforeAll(async () => {
  setup = await CommandSetup.open();
});
afterAll(() => setup?.close());

const ways = { requests, invoices, contracts, others };

describe('every command, sent twice in parallel and again', () => {
  test.each(Object.entries(ways))('API-39 succeeds on the path of %s', async (_, take) => {
    await take(setup);
  });

  test('API-39 every command was sent', () => {
    const taken = new Set(setup.repeated.map(({ name }) => name));
    const all = setup.commands().map(({ name }) => name);
    expect(all.filter((name) => !taken.has(name))).toEqual([]);
  });

  test('SHEET-21 API-39 with one key it takes effect once, and is answered each time', () => {
    const keyed = setup.repeated.filter(({ way }) => way === 'keyed');
    expect(new Set(keyed.map(({ name }) => name)).size).toBe(setup.commands().length);
    for (const { name, answers, changed } of keyed) {
      expect([name, new Set(answers).size, answers[0]]).toEqual([
        name,
        1,
        expect.stringContaining('"result"'),
      ]);
      expect([name, changed]).toEqual([name, []]);
    }
  });

  test('SHEET-21 without a key, where none is required, it takes effect once, unless a second one may be intended', () => {
    const bare = setup.repeated.filter(({ way }) => way === 'bare');
    const keyless = setup
      .commands()
      .filter(({ args }) => !args.some((one) => one.name === 'idempotency_key'));
    expect(bare.map(({ name }) => name).toSorted()).toEqual(keyless.map(({ name }) => name).toSorted());
    for (const { name, answers, changed } of bare) {
      const others = answers.filter((answer) => answer !== 'record_changed');
      const isRefused = /_(confirm|reject)$/.test(name);
      expect([name, others.length]).toEqual([name, isRefused ? 1 : 3]);
      // Two equal remarks may be intended.
      expect([name, changed]).toEqual([name, name === 'insert_audit_log_one' ? ['audit_log'] : []]);
    }
  });

  test('API-39 TECH-21 no command exceeds its listed number of round trips', () => {
    setup.trips.check();
  });
});
