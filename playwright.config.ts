import { defineConfig, devices } from '@playwright/test';

const browser = process.env.KONTOR_BROWSER;

/** Journeys in a real browser against the product, started by tests/support/journeys-setup.ts. */
export default defineConfig({
  testDir: 'tests/journeys',
  outputDir: 'test-results',
  globalSetup: './tests/support/journeys-setup.ts',
  fullyParallel: false,
  // One at a time: two browsers, the server and PostgreSQL would share two cores with each other.
  workers: 1,
  // CI tells what fails from what fails now and then; the latter is named at the end of its output.
  retries: process.env.CI ? 1 : 0,
  forbidOnly: true,
  // Its machine may be slow; what is waited for is the same.
  timeout: process.env.CI ? 120_000 : 60_000,
  expect: { timeout: process.env.CI ? 20_000 : 10_000 },
  reporter: 'list',
  use: {
    ...devices['Desktop Chrome'],
    baseURL: process.env.KONTOR_JOURNEYS_URL,
    locale: 'de-DE',
    timezoneId: 'Europe/Berlin',
    trace: 'retain-on-failure',
    screenshot: 'only-on-failure',
    launchOptions: browser ? { executablePath: browser } : {},
  },
});
