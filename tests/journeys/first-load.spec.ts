import { type Browser, type BrowserContextOptions, expect } from '@playwright/test';
import { firstLoad, loginStop, overviewStop, type Stop } from '../../bench/web/first-load.ts';
import { deep } from '../support/depth.ts';
import { test } from './journey.ts';
import { personPage } from './procurement-people.ts';

/** Compressed bytes of JavaScript until the page is usable, with an empty browser cache. */
async function scriptBytes(
  browser: Browser,
  stop: Stop,
  options: BrowserContextOptions = {},
): Promise<number> {
  const baseURL = process.env.KONTOR_JOURNEYS_URL;
  const context = { ...(baseURL !== undefined && { baseURL }), ...options };
  const { untilUsable } = await firstLoad(browser, context, stop, 1);
  return untilUsable.script;
}

test('NAV-23 the first pages load only the needed parts of the program', deep, async ({ browser }) => {
  const login = await scriptBytes(browser, loginStop);
  expect(login).toBeGreaterThan(0);
  expect(login).toBeLessThanOrEqual(loginStop.aimBytes);

  const page = await personPage(browser, 'requester');
  const overview = await scriptBytes(browser, overviewStop, {
    storageState: await page.context().storageState(),
  });
  expect(overview).toBeGreaterThan(login);
  expect(overview).toBeLessThanOrEqual(overviewStop.aimBytes);
});
