import { execFile } from 'node:child_process';
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { Figure } from '../../bench/figure.ts';
import type { Fixture } from '../../bench/fixture.ts';
import { measured } from '../../bench/measured.ts';
import { measuredLists } from '../../bench/month-end-by-hand.ts';
import { table } from '../../bench/report.ts';
import { isDeep } from '../support/depth.ts';

/** With less the largest tenant runs out of documents to approve. */
const scale = 0.05;
const concurrencies = [1, 10, 50];
/** HTTP covers more of the product. */
const ways = ['alone', 'http'];
const dashboardParts = ['figures', 'budgets', 'products', 'contracts', 'turn_around'];
const root = join(import.meta.dirname, '../..');

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
        z.object({ way: z.string(), concurrency: z.number(), ratio: z.number(), product: side, hand: side }),
      ),
    }),
  ),
});

// Minutes on a quiet machine, and independent of the rest of the product.
describe.runIf(isDeep)('npm run bench', () => {
  let directory: string;
  let stdout: string;
  let measuring: Promise<{ readonly stdout: string }>;

  beforeAll(async () => {
    directory = mkdtempSync(join(tmpdir(), 'bench-test-'));
    chmodSync(directory, 0o711);
    const parameters = [
      '--scale',
      String(scale),
      '--seconds',
      '0.05',
      '--at-once',
      concurrencies.join(),
      '--ways',
      ways.join(),
      '--json',
      join(directory, 'result.json'),
    ];
    measuring = promisify(execFile)(process.execPath, ['bench/main.ts', ...parameters], {
      cwd: root,
      env: { ...process.env, TMPDIR: directory },
    });
    // A slow machine takes longer than one hook may; the first test waits for the rest.
    await Promise.race([measuring, delay(7_000_000)]);
  });
  afterAll(() => rmSync(directory, { recursive: true }));

  test('measures every figure at every concurrency, on both sides', async () => {
    ({ stdout } = await measuring);
    const result = report.parse(JSON.parse(readFileSync(join(directory, 'result.json'), 'utf8')));
    expect(result.requests).toBe(200_000 * scale);
    expect(result.documentsOfLargestTenant).toBe(100_000 * scale);
    const names = result.figures.map(({ name }) => name).filter((name) => !name.startsWith('overview_'));
    expect(names).toEqual([
      ...['list', 'list_involved', 'search', 'by_key', 'aggregate', 'product_search'],
      ...[
        'all',
        'involved',
        'text',
        'cost_center',
        'by_amount',
        'cleared',
        'cleared_involved',
        'combined',
      ].map((view) => `invoices_${view}`),
      ...['invoices_text_count', 'invoices_cleared_count', 'invoice_open', 'invoice_page'],
      ...['dashboard', 'dashboard_involved'],
      ...['', '_involved'].flatMap((suffix) => dashboardParts.map((part) => `dashboard_${part}${suffix}`)),
      ...measuredLists.map((list) => `month_end_${list}`),
      ...['audit_verify', 'approve', 'create', 'forward', 'export_run', 'contract_days'],
      ...['sheet_list', 'sheet_save', 'csv_import', 'mail_import', 'invoice_xml', 'invoice_text', 'deletion'],
    ]);
    for (const { name, comparisons } of result.figures) {
      const isOfMany = /^(overview_combined|invoices_all|invoices_combined)$/.test(name);
      const isOneByOne =
        /^(deletion$|(overview|invoices|month_end|sheet|csv|mail|audit|export|contract)_)/.test(name) &&
        !isOfMany;
      const isRead = /^invoice_(xml|text)$/.test(name);
      const isPage = /^dashboard(_involved)?$/.test(name);
      const atOnce = isOneByOne
        ? [1]
        : isRead || isPage
          ? [1, 4]
          : name.startsWith('dashboard')
            ? [4]
            : concurrencies;
      const isAlone = isRead || /^(month_end|sheet_save|csv|mail|audit|export|contract|deletion)/.test(name);
      const ownWays = isAlone ? ['alone'] : ways;
      expect(comparisons.map(({ way, concurrency }) => `${way} ${concurrency}`)).toEqual(
        ownWays.flatMap((way) => atOnce.map((concurrency) => `${way} ${concurrency}`)),
      );
    }
    expect(result.figures.filter(({ name }) => name.startsWith('overview_')).length).toBeGreaterThan(15);
  });

  test('prints them as a table', () => {
    expect(stdout).toMatch(/^figure +way +at once +product\/s/);
    expect(stdout.trim().split('\n').length).toBeGreaterThan(16);
  });

  test('leaves nothing behind', () => {
    expect(readdirSync(directory)).toEqual(['result.json']);
  });
});

test('npm run bench names a failed figure, and measures the others', async () => {
  const figure = (name: string, answer: () => Promise<string>): Figure => ({
    ...{ name, title: name, concurrencies: [1] },
    sides: async () => ({ product: answer, hand: answer }),
  });
  const figures = [
    figure('broken', async () => {
      throw new Error('no such table\nand more');
    }),
    figure('whole', async () => 'answer'),
  ];
  const reported: string[] = [];
  const ground = { fixture: {} as Fixture, remote: null };
  const options = { concurrencies: [1], seconds: 0.01, ways: ['alone'] } as const;
  const results = await measured(ground, figures, options, (sentence) => reported.push(sentence));
  expect(results.map(({ comparisons }) => comparisons.length)).toEqual([0, 1]);
  expect(table(results)).toContain('broken FAILED: no such table');
  expect(table(results)).toMatch(/^whole +alone +1 /m);
  expect(reported).toContain('broken failed: no such table\nand more');
});
