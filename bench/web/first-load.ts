import type { Browser, BrowserContextOptions, CDPSession, Page } from 'playwright-core';
import { withoutTours } from '../../tests/support/without-tours.ts';
import { median } from './median.ts';

export interface Stop {
  readonly name: string;
  readonly path: string;
  /** The element that marks the page as usable. */
  readonly usable: string;
  /** The largest allowed size of compressed JavaScript until then. */
  readonly aimBytes: number;
}

export const loginStop: Stop = {
  name: 'login',
  path: '/login',
  usable: 'input[name="email"]',
  aimBytes: 180_000,
};
export const overviewStop: Stop = {
  name: 'overview',
  path: '/overview?tab=all&viewMode=list',
  usable: 'main table tbody tr',
  // Includes 2 kB for running without storage, locks and new functions (TECH-23) and for timeouts (TECH-21), 1 kB for
  // the readiness filter of invoices (EXP-27), 0.5 kB for amounts in company currency in lists (PRICE-07),
  // 5 kB for days, amounts and groups of tasks (OVW-10), single sign-on (AUTH-32) and the next step of empty lists.
  aimBytes: 238_500,
};

/** Bytes of the contents as transferred, compressed. */
export interface Weight {
  readonly script: number;
  readonly style: number;
  readonly font: number;
  readonly other: number;
  readonly requests: number;
}

export interface FirstLoad {
  readonly name: string;
  readonly aimBytes: number;
  /** Requests until the page was usable. */
  readonly untilUsable: Weight;
  /** Automatic requests of the page in the following three seconds. */
  readonly afterwards: Weight;
  /** From the start of the navigation, in milliseconds; the median of all runs. */
  readonly usableMs: number;
}

const backgroundMs = 3_000;

/** Opens a page repeatedly in a browser with an empty cache. */
export async function firstLoad(
  browser: Browser,
  options: BrowserContextOptions,
  stop: Stop,
  runs: number,
): Promise<FirstLoad> {
  const loads: Load[] = [];
  for (let run = 0; run < runs; run += 1) {
    const context = await browser.newContext({ ...options, locale: 'de-DE' });
    await withoutTours(context);
    loads.push(await oneLoad(await context.newPage(), stop));
    await context.close();
  }
  const [first] = loads;
  if (!first) throw new Error('at least one run is required');
  const { name, aimBytes } = stop;
  return { name, aimBytes, ...first, usableMs: median(loads.map(({ usableMs }) => usableMs)) };
}

type Load = Omit<FirstLoad, 'name' | 'aimBytes'>;

async function oneLoad(page: Page, { path, usable }: Stop): Promise<Load> {
  await page.addInitScript(noteWhenThere, usable);
  const requests = await watched(await page.context().newCDPSession(page));
  await page.goto(path);
  await page.locator(usable).first().waitFor();
  const usableMs = await page.evaluate(
    () => performance.getEntriesByName('usable')[0]?.startTime ?? Number.NaN,
  );
  await page.waitForTimeout(backgroundMs);
  const all = [...requests.values()];
  const usableAt = (all[0]?.sentAt ?? Number.NaN) + usableMs / 1000;
  return {
    untilUsable: weightOf(all.filter(({ sentAt }) => sentAt <= usableAt)),
    afterwards: weightOf(all.filter(({ sentAt }) => sentAt > usableAt)),
    usableMs,
  };
}

interface Request {
  readonly type: string;
  /** Seconds of the browser's own clock. */
  readonly sentAt: number;
  bytes: number;
}

/** All requests of the page, with their transferred bytes. */
async function watched(client: CDPSession): Promise<ReadonlyMap<string, Request>> {
  const requests = new Map<string, Request>();
  client.on('Network.requestWillBeSent', ({ requestId, timestamp, type = 'Other' }) => {
    requests.set(requestId, { type, sentAt: timestamp, bytes: 0 });
  });
  client.on('Network.dataReceived', ({ requestId, encodedDataLength }) => {
    const request = requests.get(requestId);
    if (request) request.bytes += encodedDataLength;
  });
  await client.send('Network.enable');
  return requests;
}

function weightOf(requests: readonly Request[]): Weight {
  const sum = (isOne: (type: string) => boolean): number =>
    requests.filter(({ type }) => isOne(type)).reduce((total, { bytes }) => total + bytes, 0);
  const known = ['Script', 'Stylesheet', 'Font'];
  return {
    script: sum((type) => type === 'Script'),
    style: sum((type) => type === 'Stylesheet'),
    font: sum((type) => type === 'Font'),
    other: sum((type) => !known.includes(type)),
    requests: requests.length,
  };
}

/** Runs in the page from its very start: marks the time when the element appears. */
function noteWhenThere(selector: string): void {
  const observer = new MutationObserver(() => {
    if (document.querySelector(selector) === null) return;
    observer.disconnect();
    performance.mark('usable');
  });
  observer.observe(document, { subtree: true, childList: true });
}
