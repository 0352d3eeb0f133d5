import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');

const sources = globSync(['src/**/*.{ts,tsx}', 'scripts/**/*.ts'], { cwd: root })
  .filter((path) => !/\.test\.ts$|sandbox/.test(path))
  .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }));

/** A wait for something external, and its limit, as patterns of the source text. */
const waits: readonly (readonly [what: string, waits: RegExp, limited: RegExp])[] = [
  [
    'a connection to the database',
    /new (?:pg\.Pool|pg\.Client|PrimaryClient|Base)\(\{/g,
    /limitedConnection\(|\.\.\.(?:waits|limited)\b|\.\.\.pooled\b/,
  ],
  ['a call of the browser or the server', /(?<![\w.])fetch\(/g, /\bsignal\b/],
  ['a call over HTTP', /(?<![\w.])request(?:Http|Https|Plain|Tls)?\(\s*[{\n]/g, /\bsignal\b|\btimeout\b/],
  ['a mail server', /new ImapFlow\(|createTransport\(/g, /[tT]imeout/],
];

/** The surroundings of a place: the call and its function. */
const around = (text: string, at: number): string => text.slice(Math.max(0, at - 700), at + 700);

describe('TECH-21 every wait has a limit', () => {
  test.each(waits)('%s has a limit everywhere', (_, wait, limited) => {
    const places = sources.flatMap(({ path, text }) =>
      [...text.matchAll(wait)].map(({ index }) => ({ path, near: around(text, index) })),
    );
    expect(places.length).toBeGreaterThan(0);
    expect(places.filter(({ near }) => !limited.test(near)).map(({ path }) => path)).toEqual([]);
  });
});

test('TECH-15 every connection looks for the primary; only those to a replica do not', () => {
  const plain = sources.filter(({ text }) => /\b(?:new|extends) pg\.Client\b/.test(text));
  expect(plain.map(({ path }) => path)).toEqual(['src/platform/server/database/primary.ts']);
  const pools = sources.filter(({ text }) => /new pg\.Pool\(|extends pg\.Pool\b/.test(text));
  expect(pools.length).toBeGreaterThan(0);
  expect(pools.filter(({ text }) => !/\bClient: \w+|, Client \}/.test(text)).map(({ path }) => path)).toEqual(
    [],
  );
});
