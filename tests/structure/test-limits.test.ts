import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { SourceFile } from './rules.ts';

const root = join(import.meta.dirname, '../..');

/** In milliseconds: a hanging test ends by then. */
const maxPatience = 120_000;

const number = String.raw`\d[\d_]*(?:\s*\*\s*\d[\d_]*)*`;

/** A time limit in tests: by its name, as the last argument of a test or hook, as a deadline. */
const limits = new RegExp(
  String.raw`(?:timeout\w*['"]?\s*[:=(]\s*|\blongest\w+\s*=\s*|\w+ = \w+\.now\(\)\s*\+\s*|^\s*\},\s*)(?:inDepth\()?(${number})(?=\s*(?:,\s*\)|[,;)]))`,
  'gim',
);

function violations(files: readonly SourceFile[]): string[] {
  return files.flatMap(({ path, text }) =>
    [...text.matchAll(limits)]
      .filter(([, written = '']) => productOf(written) > maxPatience)
      .map(([found]) => `${path} waits for longer than ${maxPatience} ms: ${found.trim()}`),
  );
}

function productOf(written: string): number {
  return written
    .split('*')
    .map((factor) => Number(factor.replaceAll('_', '').trim()))
    .reduce((product, factor) => product * factor, 1);
}

const files = [
  'vitest.config.ts',
  'playwright.config.ts',
  ...['src', 'tests', 'scripts'].flatMap((place) =>
    readdirSync(join(root, place), { recursive: true, encoding: 'utf8' })
      .map((name) => `${place}/${name.replaceAll('\\', '/')}`)
      .filter((path) => /^tests\/.*\.tsx?$|\.test\.tsx?$/.test(path))
      .filter((path) => path !== 'tests/structure/test-limits.test.ts'),
  ),
].map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }));

describe('TECH-19 a test that hangs ends within two minutes', () => {
  test('no time limit of a test is longer, except in npm run test:deep', () =>
    expect(violations(files)).toEqual([]));

  test.each([
    ['of a test', 'test("x", async () => {\n  await y();\n}, 900_000);'],
    ['as a product', '},\n    20 * 60_000,\n  );'],
    ['of all tests', 'testTimeout: 900_000,'],
    ['of its short form', 'timeout: inDepth(1_800_000, 7_200_000),'],
    ['with a name', 'const longestWait = 600_000;'],
    ['of a signal', 'AbortSignal.timeout(600_000)'],
    ['as a deadline', 'for (const end = Date.now() + 200_000; Date.now() < end; )'],
  ])('a longer limit is detected: %s', (_, text) => {
    expect(violations([{ path: 'tests/a.ts', text }])).toHaveLength(1);
  });

  test('amounts and shorter limits are allowed', () => {
    const text =
      "createDraft(browser, 'x', 900_000); test('x', run, 120_000); const many = inDepth(600_000, 1);";
    expect(violations([{ path: 'tests/a.ts', text }])).toEqual([]);
  });
});
