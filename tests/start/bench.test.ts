import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';

const root = join(import.meta.dirname, '../..');
const leftBehind = () => readdirSync(tmpdir()).filter((name) => name.startsWith('kontor-bench-'));

const side = z.object({
  requests: z.number().positive(),
  requestsPerSecond: z.number().positive(),
  p95: z.number(),
});
const report = z.object({
  requests: z.number(),
  documentsOfLargestTenant: z.number(),
  figures: z.array(
    z.object({
      name: z.string(),
      comparisons: z.array(
        z.object({ concurrency: z.number(), ratio: z.number(), product: side, hand: side }),
      ),
    }),
  ),
});

describe('npm run bench', () => {
  const directory = mkdtempSync(join(tmpdir(), 'bench-test-'));
  const before = leftBehind();
  let stdout: string;

  beforeAll(async () => {
    const parameters = ['--scale', '0.05', '--seconds', '0.1', '--json', join(directory, 'result.json')];
    ({ stdout } = await promisify(execFile)(process.execPath, ['bench/main.ts', ...parameters], {
      cwd: root,
    }));
  }, 320_000);
  afterAll(() => rmSync(directory, { recursive: true }));

  test('measures every figure at every concurrency, on both sides', () => {
    const result = report.parse(JSON.parse(readFileSync(join(directory, 'result.json'), 'utf8')));
    expect(result.requests).toBe(10_000);
    expect(result.documentsOfLargestTenant).toBe(5000);
    const names = result.figures.map(({ name }) => name).filter((name) => !name.startsWith('overview_'));
    expect(names).toEqual([
      ...[
        'list',
        'list_involved',
        'search',
        'by_key',
        'aggregate',
        'product_search',
        'audit_verify',
        'approve',
      ],
      ...['sheet_list', 'sheet_save', 'csv_import'],
    ]);
    for (const { name, comparisons } of result.figures) {
      const concurrencies = /^(overview|sheet|csv|audit)_/.test(name) ? [1] : [1, 10, 50];
      expect(comparisons.map(({ concurrency }) => concurrency)).toEqual(concurrencies);
    }
    expect(result.figures.filter(({ name }) => name.startsWith('overview_')).length).toBeGreaterThan(15);
  });

  test('shows them as a table', () => {
    expect(stdout).toMatch(/^figure +at once +product\/s/);
    expect(stdout.trim().split('\n').length).toBeGreaterThan(16);
  });

  test('leaves nothing behind', () => {
    expect(leftBehind().filter((name) => !before.includes(name))).toEqual([]);
  });
});
