/** `npm run manual:pictures`: takes the pictures of the manual from the demo, in each manual language (ONB-06). */
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import sharp from 'sharp';
import { tokenKeys } from '../src/platform/web/session.ts';
import { login } from '../tests/journeys/session.ts';
import { drawInvoice } from '../tests/support/drawn-invoice.ts';
import { ublSample } from '../tests/support/e-invoice-samples.ts';
import { launchProduct, startScript, temporaryDataDirectory } from '../tests/support/product-process.ts';
import { withoutTours } from '../tests/support/without-tours.ts';

const folder = join(import.meta.dirname, '../manual/pictures');
const languages = ['de', 'en'] as const;
/** Small enough for slow connections, and in total (see `tests/structure/manual.test.ts`). */
const maxBytes = 58_000;

interface Picture {
  readonly name: string;
  /** The local part of the viewing person's address. */
  readonly person: string;
  /** Navigates to the content. */
  readonly show: (page: Page) => Promise<unknown>;
  /** In phone size. */
  readonly phone?: true;
}

const pictures: readonly Picture[] = [
  { name: 'tasks', person: 'buyer', show: (page) => page.goto('/overview') },
  { name: 'table', person: 'admin', show: (page) => page.goto('/overview?tab=procurement&viewMode=table') },
  {
    name: 'request',
    person: 'requester',
    show: document('procurement', '/procurement/form', '{ status: { _eq: "draft" } }'),
  },
  { name: 'approval', person: 'approver1', show: (page) => page.goto('/overview') },
  {
    name: 'receipt',
    person: 'receiver',
    phone: true,
    show: async (page) => {
      await document('procurement', '/procurement/form', '{ status: { _eq: "ordered" } }')(page);
      await page.locator('footer button').last().click();
    },
  },
  { name: 'upload', person: 'accountant', show: (page) => page.goto('/invoice/upload') },
  {
    name: 'invoice',
    person: 'accountant',
    show: document(
      'invoice',
      '/invoice/form',
      '{ status: { _eq: "approval" }, file_id: { _is_null: false } }',
    ),
  },
  {
    name: 'contract',
    person: 'admin',
    show: document('contract', '/contract/form', '{ status: { _eq: "active" } }'),
  },
  { name: 'dashboard', person: 'admin', show: (page) => page.goto('/dashboard?range=this_year') },
  { name: 'month-end', person: 'admin', show: (page) => page.goto('/dashboard/month-end') },
  { name: 'master-data', person: 'admin', show: (page) => page.goto('/admin/cost-center') },
];

/** Opens the newest matching document of a kind. */
function document(table: string, path: string, where: string) {
  return async (page: Page): Promise<void> => {
    await page.goto('/help');
    const id = await page.evaluate(
      async ([key, query, name]) => {
        const answer = await fetch('/v1/graphql', {
          method: 'POST',
          signal: AbortSignal.timeout(30_000),
          headers: {
            'content-type': 'application/json',
            authorization: `Bearer ${localStorage.getItem(key ?? '')}`,
          },
          body: JSON.stringify({ query }),
        });
        const { data } = (await answer.json()) as { data: Record<string, { id: number }[]> };
        return data[name ?? '']?.[0]?.id;
      },
      [tokenKeys.access, `{ ${table}(where: ${where}, order_by: { id: desc }, limit: 1) { id } }`, table],
    );
    if (id === undefined) throw new Error(`the demo has no ${table} where ${where}`);
    await page.goto(`${path}?id=${id}`);
  };
}

/** The demo has no invoices: two are uploaded and read. */
async function bringInvoices(browser: Browser, baseURL: string, storageState: State): Promise<void> {
  const context = await browser.newContext({ baseURL, storageState });
  const page = await context.newPage();
  await page.goto('/help');
  const token = await page.evaluate((key) => localStorage.getItem(key), tokenKeys.access);
  const headers = { authorization: `Bearer ${token}` };
  const files = [
    { name: 'RE-2025-10482.pdf', mimeType: 'application/pdf', buffer: await drawInvoice(2) },
    { name: 'XRechnung.xml', mimeType: 'application/xml', buffer: Buffer.from(ublSample) },
  ];
  for (const file of files.toReversed()) {
    await page.request.post('/api/invoice/upload', { headers, multipart: { 'files[]': file } });
    // Each is read before the next one is uploaded, so that the drawn one is the newest.
    await page.waitForTimeout(25_000);
  }
  await context.close();
}

type State = Awaited<ReturnType<BrowserContext['storageState']>>;

async function sessionsOf(browser: Browser, baseURL: string): Promise<ReadonlyMap<string, State>> {
  const sessions = new Map<string, State>();
  for (const person of new Set(pictures.map((picture) => picture.person))) {
    const context = await browser.newContext({ baseURL, locale: 'de-DE' });
    await withoutTours(context);
    await login(await context.newPage(), `${person}@demo.test`);
    sessions.set(person, await context.storageState());
    await context.close();
  }
  return sessions;
}

async function take(
  browser: Browser,
  baseURL: string,
  storageState: State,
  language: string,
  picture: Picture,
) {
  const context = await browser.newContext({
    baseURL,
    storageState,
    viewport: picture.phone ? { width: 390, height: 720 } : { width: 1280, height: 760 },
    deviceScaleFactor: picture.phone ? 2 : 1,
    colorScheme: 'light',
    reducedMotion: 'reduce',
    locale: 'de-DE',
    timezoneId: 'Europe/Berlin',
  });
  await context.addInitScript((lang) => localStorage.setItem('lang', lang), language);
  await withoutTours(context);
  const page = await context.newPage();
  await picture.show(page);
  // Pages of PDFs, pictures of people, fonts and animations have loaded.
  await page.mouse.move(0, 0);
  await page.waitForTimeout(4_000);
  const file = join(folder, language, `${picture.name}.webp`);
  writeFileSync(file, await packed(await page.screenshot()));
  await context.close();
  console.log(file);
}

/** The best quality for its size; dense pictures are scaled down. */
async function packed(png: Buffer, scale = 1): Promise<Buffer> {
  const { width = 1 } = await sharp(png).metadata();
  for (const quality of [80, 70, 60, 50, 40]) {
    const webp = await sharp(png)
      .resize({ width: Math.round(width * scale) })
      .webp({ quality, effort: 6 })
      .toBuffer();
    if (webp.length <= maxBytes) return webp;
  }
  return await packed(png, scale * 0.85);
}

const data = temporaryDataDirectory();
const product = await launchProduct({ dataDirectory: data.path, program: startScript });
try {
  await product.ready();
  const executablePath = process.env.KONTOR_BROWSER;
  const browser = await chromium.launch(executablePath ? { executablePath } : {});
  const sessions = await sessionsOf(browser, product.url);
  const accountant = sessions.get('accountant');
  if (accountant !== undefined) await bringInvoices(browser, product.url, accountant);
  for (const language of languages) {
    mkdirSync(join(folder, language), { recursive: true });
    // Pictures no longer in the manual are removed.
    for (const old of readdirSync(join(folder, language))) rmSync(join(folder, language, old));
    for (const picture of pictures) {
      const session = sessions.get(picture.person);
      if (session !== undefined) await take(browser, product.url, session, language, picture);
    }
  }
  await browser.close();
} finally {
  product.signal('SIGTERM');
  await product.ended();
  data.remove();
}
