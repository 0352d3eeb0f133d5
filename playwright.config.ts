import { defineConfig, devices } from '@playwright/test';
import { deep, deeper, isDeep, longestTest, longestWait } from './tests/support/depth.ts';
import { enterFixture } from './tests/support/journeys-fixture.ts';
import { browserEnvironment } from './tests/support/shown-clock.ts';

const browser = process.env.KONTOR_BROWSER;
enterFixture();

/** Time limit of one step in milliseconds, generous for a busy machine. */
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
  // Each has its own product, so that journeys do not affect each other.
  workers: 3,
  retries: 0,
  forbidOnly: true,
  // Journeys without progress end after two minutes: tests/support/journeys-watch.ts.
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
    // Half faded-in elements have too little contrast, and waiting for them proves nothing.
    contextOptions: { reducedMotion: 'reduce' },
    // A service worker hides requests from the routes of a journey; those about it allow it.
    serviceWorkers: 'block',
    // scripts/test.mjs repeats failed journeys with traces; recording all of them costs a third of the time.
    trace: 'off',
    screenshot: 'only-on-failure',
    launchOptions: { ...(browser ? { executablePath: browser } : {}), env: browserEnvironment() },
  },
});
