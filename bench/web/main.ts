/** `npm run bench:web`: the size of the pages, their time to usable, and their load on the browser. */
import { writeFileSync } from 'node:fs';
import { availableParallelism, cpus, loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { type Browser, chromium, type Page } from 'playwright-core';
import { login } from '../../tests/journeys/session.ts';
import {
  launchProduct,
  type ProductProcess,
  startScript,
  temporaryDataDirectory,
} from '../../tests/support/product-process.ts';
import { withoutTours } from '../../tests/support/without-tours.ts';
import { type FirstLoad, firstLoad, loginStop, overviewStop } from './first-load.ts';
import { longestTask } from './longest-task.ts';
import { median } from './median.ts';

const usage = `npm run bench:web -- [options]
  --runs COUNT   how often each page is opened and each figure taken; the median counts (default 5)
  --json FILE    writes the result as JSON, too
The browser is Playwright's own Chromium, or the program that KONTOR_BROWSER names.`;

interface BusyTime {
  readonly name: string;
  /** The longest task of the main thread in milliseconds; the median of all runs. */
  readonly longestTaskMs: number;
}

interface Result {
  readonly firstLoads: readonly FirstLoad[];
  readonly busyTimes: readonly BusyTime[];
}

type State = Awaited<ReturnType<Awaited<ReturnType<Browser['newContext']>>['storageState']>>;

async function main(runs: number, file: string | undefined): Promise<void> {
  const data = temporaryDataDirectory();
  const product = await launchProduct({ dataDirectory: data.path, program: startScript });
  try {
    await product.ready();
    const executablePath = process.env.KONTOR_BROWSER;
    const browser = await chromium.launch(executablePath ? { executablePath } : {});
    const result = await measured(browser, product, runs).finally(() => browser.close());
    console.log(table(result));
    if (file !== undefined) writeFileSync(file, json(result, runs));
  } finally {
    product.signal('SIGTERM');
    await product.ended();
    data.remove();
  }
}

async function measured(browser: Browser, { url }: ProductProcess, runs: number): Promise<Result> {
  const state = await sessionOf(browser, url, 'buyer@demo.test');
  const invoicing = await sessionOf(browser, url, 'accountant@demo.test');
  return {
    firstLoads: [
      await firstLoad(browser, { baseURL: url }, loginStop, runs),
      await firstLoad(browser, { baseURL: url, storageState: state }, overviewStop, runs),
    ],
    busyTimes: [
      await busyTime('opening a document', browser, url, state, runs, async (page) => {
        await page.locator(overviewStop.usable).nth(1).getByRole('link').dblclick();
        await page.waitForURL(/procurement\/form/);
        await page.getByRole('tab').first().waitFor();
      }),
      await busyTime('filtering', browser, url, state, runs, async (page) => {
        const last = page.locator(overviewStop.usable).last().getByRole('link');
        const name = (await last.textContent()) ?? '';
        await page.getByRole('searchbox').first().fill(name);
        await page.waitForURL(/[?&]q=/);
        await page.locator(overviewStop.usable).first().getByRole('link', { name }).waitFor();
      }),
      await busyTime('a key in a request of 500 lines', browser, url, state, runs, typeInLine, open500Lines),
      await busyTime('a key in its head', browser, url, state, runs, typeInHead, open500Lines),
      await busyTime(
        'a key in an invoice of 1,000 lines',
        browser,
        url,
        invoicing,
        runs,
        typeInLine,
        open1000Lines,
      ),
    ],
  };
}

/** Logged in once; every run starts with this session and an empty cache. */
async function sessionOf(browser: Browser, baseURL: string, email: string): Promise<State> {
  const context = await browser.newContext({ baseURL, locale: 'de-DE' });
  await withoutTours(context);
  await login(await context.newPage(), email);
  const state = await context.storageState();
  await context.close();
  return state;
}

/** A new request with 500 lines, pasted as from a spreadsheet (PROC-40). */
async function open500Lines(page: Page): Promise<void> {
  await page.goto('/procurement/form');
  await pasteLines(page, 500);
  await restOnFirstLine(page);
}

/** A new invoice with 1,000 lines; at most 500 are pasted at a time. */
async function open1000Lines(page: Page): Promise<void> {
  await page.goto('/invoice/form');
  await pasteLines(page, 500);
  await page.getByRole('button', { name: 'Position hinzufügen' }).click();
  await pasteLines(page, 1000);
  await restOnFirstLine(page);
}

const descriptionAt = (page: Page, line: number) =>
  page.locator(`[data-line="${line}"] [data-column="description"] input`);

/** Pastes 500 lines, after which there are `count`. */
async function pasteLines(page: Page, count: number): Promise<void> {
  const field = descriptionAt(page, count - 500);
  await field.waitFor();
  const rows = Array.from({ length: 500 }, (_, row) => `Artikel ${row + 1}\t${row + 1}\t4,50`);
  await field.evaluate((input, pasted) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', pasted);
    input.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }, rows.join('\r\n'));
  await page.getByRole('dialog').getByRole('button').last().click();
  await descriptionAt(page, count - 1).waitFor();
}

async function restOnFirstLine(page: Page): Promise<void> {
  await page.keyboard.press('Control+Home');
  await descriptionAt(page, 0).waitFor();
  await page.waitForTimeout(2_500);
}

async function typeInLine(page: Page): Promise<void> {
  await descriptionAt(page, 0).press('x');
}

async function typeInHead(page: Page): Promise<void> {
  await page.locator('input[name="head.name"]').press('x');
}

type Act = Parameters<typeof longestTask>[2];

async function busyTime(
  name: string,
  browser: Browser,
  baseURL: string,
  storageState: State,
  runs: number,
  act: Act,
  prepare: Act = async () => {},
): Promise<BusyTime> {
  const times: number[] = [];
  for (let run = 0; run < runs; run += 1) {
    const context = await browser.newContext({ baseURL, storageState, locale: 'de-DE' });
    await withoutTours(context);
    const page = await context.newPage();
    await page.goto(overviewStop.path);
    await page.locator(overviewStop.usable).nth(1).waitFor();
    // Background loading of the page does not count.
    await page.waitForTimeout(2_500);
    await prepare(page);
    times.push(await longestTask(browser, page, act));
    await context.close();
  }
  return { name, longestTaskMs: median(times) };
}

function table({ firstLoads, busyTimes }: Result): string {
  const kilobytes = (bytes: number): string => `${(bytes / 1000).toFixed(0)} kB`;
  return [
    ...firstLoads.map(({ name, aimBytes, untilUsable, afterwards, usableMs }) => {
      const verdict = untilUsable.script <= aimBytes ? 'met' : 'MISSED';
      return [
        `first load of ${name}: ${kilobytes(untilUsable.script)} JavaScript (<= ${kilobytes(aimBytes)}: ${verdict})`,
        `  besides ${kilobytes(untilUsable.style)} CSS, ${kilobytes(untilUsable.font)} fonts, ${kilobytes(untilUsable.other)} rest, ${untilUsable.requests} requests`,
        `  afterwards, in the background, ${kilobytes(afterwards.script)} JavaScript`,
        `  usable after ${usableMs.toFixed(0)} ms`,
      ].join('\n');
    }),
    ...busyTimes.map(({ name, longestTaskMs }) => `${name}: longest task ${longestTaskMs.toFixed(0)} ms`),
  ].join('\n');
}

function json(result: Result, runs: number): string {
  const machine = { cpu: cpus()[0]?.model, cores: availableParallelism(), load: loadavg()[0] };
  const measuredAt = new Date().toISOString();
  return `${JSON.stringify({ measuredAt, machine, runs, ...result }, null, 2)}\n`;
}

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '5' },
    json: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
});
if (values.help) console.log(usage);
else await main(Number(values.runs), values.json);
