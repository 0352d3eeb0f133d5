import { expect, type Locator, type Page } from '@playwright/test';

/**
 * The time of a page in the hands of the test: however long the machine takes, no more time passes on the page than
 * is said here once it stands still.
 */
export async function takeTime(page: Page): Promise<void> {
  await page.clock.install();
}

/** The time of the page stands still from now on, while the server goes on to answer. */
export async function stopTime(page: Page): Promise<void> {
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 10_000));
}

/** Lets so many milliseconds pass on the page whose time stands still. */
export async function passTime(page: Page, milliseconds: number): Promise<void> {
  await page.clock.runFor(milliseconds);
}

/** Does what waits for timers of the page whose time stands still, a millisecond after the other. */
export async function inSlowTime(page: Page, work: Promise<void>): Promise<void> {
  let isDone = false;
  const ending = work.finally(() => {
    isDone = true;
  });
  while (!isDone) await passTime(page, 1);
  await ending;
}

/** A step of time in which nothing is missed that shows for a moment. */
const step = 20;

/** The answer of a server takes its own time, of which the page knows nothing: so long at most for each step. */
const patience = 500;

/** It shows before so many milliseconds have passed on the page, whose time stands still otherwise. */
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
