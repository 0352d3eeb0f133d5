import { defineConfig, devices } from '@playwright/test';
import { deep, deeper, isDeep, longestTest, longestWait } from './tests/support/depth.ts';
import { enterWorld } from './tests/support/journeys-world.ts';
import { browserEnvironment } from './tests/support/shown-clock.ts';

const browser = process.env.KONTOR_BROWSER;
enterWorld();

/** One step, in milliseconds, on a machine that has much else to do: what takes longer will not come. */
const longestStep = 60_000;

const journeysWatch = './tests/support/journeys-watch.ts';

/** Journeys in a real browser against the product, started by tests/support/journeys-setup.ts. */
export default defineConfig({
  testDir: 'tests/journeys',
  outputDir: 'test-results',
  globalSetup: './tests/support/journeys-setup.ts',
  ...(isDeep
    ? { grep: new RegExp(`${deep.tag}|${deeper.tag}`) }
    : { grepInvert: new RegExp(`${deep.tag}\\b`) }),
  fullyParallel: false,
  // Each with a product of its own, so that nobody waits for what somebody else changes.
  workers: 3,
  retries: 0,
  forbidOnly: true,
  // One that does nothing any more is ended after two minutes: tests/support/journeys-watch.ts.
  timeout: 10 * longestTest,
  expect: { timeout: longestStep, toPass: { timeout: longestWait } },
  reporter: [['list'], [journeysWatch]],
  use: {
    ...devices['Desktop Chrome'],
    baseURL: process.env.KONTOR_JOURNEYS_URL,
    actionTimeout: longestStep,
    navigationTimeout: longestStep,
    locale: 'de-DE',
    timezoneId: 'Europe/Berlin',
    // What is half faded in has too little contrast, and nothing is proven by waiting for it.
    contextOptions: { reducedMotion: 'reduce' },
    // scripts/test.mjs runs once more with traces what has failed: recording all takes a third of the time.
    trace: 'off',
    screenshot: 'only-on-failure',
    launchOptions: { ...(browser ? { executablePath: browser } : {}), env: browserEnvironment() },
  },
});
