import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { SourceFile } from './rules.ts';

const root = join(import.meta.dirname, '../..');

/**
 * Ways to get a day from the machine's clock or UTC, which differs from a European tenant's day for hours (GEN-14).
 */
const ways: Readonly<Record<string, RegExp>> = {
  'the day of UTC':
    /\.toISOString\(\)\.(slice|substring)\(0, (4|7|10)\)|_at\.slice\(0, (4|7|10)\)|\bnow\(\)\.getUTC|new Date\(\)\.getUTC/,
  'the zone of the machine': /\.(get|set)(FullYear|Month|Date|Day|Hours)\(/,
  'the zone of the session': /\bcurrent_date\b|\b(now\(\)|\w+_at\)?)::date\b/i,
  'the spelling of a locale (TECH-23)': /'(en-CA|sv-SE)'/,
  'a part in the zone of the session':
    /\b(to_char\(|date_trunc\('\w{3,}', |extract\((day|week|month|year|dow|isodow) from )(now\(\)|(\w+\.)?\w+_at)(, '[YMD-]+')?\)/i,
};

/** Allowed files, with the reason. */
const exceptions: Readonly<Record<string, string>> = {
  'src/features/contract/term/working-days.ts': 'the holidays come as noon in UTC',
  'src/features/contract/term/reminders.test.ts': 'a list of days, made in UTC',
  'tests/invoice/matching.db.test.ts': 'a list of days, made in UTC',
  'src/features/archive/server/stock.ts': 'the end of the retention, with days to spare',
  'tests/isolation/audit.db.test.ts': 'any other day than the one that stands there',
  'tests/isolation/plans.db.test.ts': 'days between rows that are made up',
  'tests/invoice/intake.db.test.ts': 'any day, for a change that is refused',
  'scripts/setup/clocks.mjs': 'instants are counted in UTC, whatever the zone of the machine',
  'tests/billing/facts.db.test.ts': 'any day, for a question that is refused',
};

function violations(files: readonly SourceFile[], excepted: Readonly<Record<string, string>>): string[] {
  return files
    .filter(({ path }) => excepted[path] === undefined)
    .flatMap(({ path, text }) =>
      Object.entries(ways).flatMap(([way, pattern]) => {
        const found = text.match(pattern);
        return found ? [`${path} takes ${way}: ${found[0]}`] : [];
      }),
    );
}

const sources = ['src', 'tests', 'scripts'].flatMap((place) =>
  readdirSync(join(root, place), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(ts|tsx|mjs)$/.test(name))
    .map((name) => `${place}/${name.replaceAll('\\', '/')}`),
);
/** Landed migrations cannot change: their result counts. */
const files = [...sources, 'db/schema.sql']
  .filter((path) => path !== 'tests/structure/days.test.ts')
  .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }));

describe('GEN-14 TECH-19 a day is one of the tenant', () => {
  test('no day comes from UTC, the machine or the session', () =>
    expect(violations(files, exceptions)).toEqual([]));

  test('every exception is still needed', () => {
    const found = violations(files, {}).map((sentence) => sentence.split(' ')[0]);
    expect(Object.keys(exceptions).filter((path) => !found.includes(path))).toEqual([]);
  });

  test.each([
    ['the day of UTC', 'const day = new Date().toISOString().slice(0, 10);'],
    ['the day of UTC', 'const day = row.created_at.slice(0, 10);'],
    ['the zone of the machine', 'const year = new Date().getFullYear();'],
    ['the zone of the session', 'select 1 where due_date < current_date'],
    ['the zone of the session', 'select max(t.created_at)::date'],
    ['the zone of the session', 'RETURN (retain_until >= CURRENT_DATE)'],
    ['a part in the zone of the session', "select to_char(a.made_at, 'YYYY-MM-DD') as day"],
    ['a part in the zone of the session', "where at >= date_trunc('month', now())"],
    ['a part in the zone of the session', 'select extract(year from created_at)'],
  ])('detects %s in %s', (way, text) => {
    expect(violations([{ path: 'src/a.ts', text }], {})).toEqual([
      expect.stringContaining(`src/a.ts takes ${way}`),
    ]);
  });

  test('the day in the time zone of a tenant is allowed', () => {
    const text =
      "select (created_at at time zone app.time_zone())::date, extract(year from now() at time zone 'Europe/Berlin')";
    expect(violations([{ path: 'src/a.ts', text }], {})).toEqual([]);
  });
});
