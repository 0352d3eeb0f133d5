import { expect, type Locator, type Page } from '@playwright/test';

/**
 * A page clock controlled by the test: once stopped, time on the page passes only as set here, however long the
 * machine takes.
 */
export async function takeTime(page: Page): Promise<void> {
  await page.clock.install();
}

/** Stops the page's clock, while the server continues to answer. */
export async function stopTime(page: Page): Promise<void> {
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 10_000));
}

/** Advances the stopped clock of the page by this many milliseconds. */
export async function passTime(page: Page, milliseconds: number): Promise<void> {
  await page.clock.runFor(milliseconds);
}

/** Runs the timers of a page with a stopped clock, one millisecond at a time. */
export async function inSlowTime(page: Page, work: Promise<void>): Promise<void> {
  let isDone = false;
  const ending = work.finally(() => {
    isDone = true;
  });
  while (!isDone) await passTime(page, 1);
  await ending;
}

/** A step of time that misses no briefly shown element. */
const step = 20;

/** The longest real time for a server answer per step, which does not count on the page. */
const patience = 500;

/** Expects it to be shown before that many milliseconds have passed on the page with a stopped clock. */
export async function expectWithin(page: Page, milliseconds: number, shown: Locator): Promise<void> {
  let isShown = false;
  for (let passed = 0; passed < milliseconds && !isShown; passed += step) {
    await passTime(page, step);
    isShown = await shown.waitFor({ timeout: patience }).then(
      () => true,
      () => false,
    );
  }
  expect(isShown, `${shown} within ${milliseconds} ms`).toBe(true);
}
