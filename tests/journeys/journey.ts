import { test as base } from '@playwright/test';

/**
 * A journey. The windows that it opened close with it: one left open would follow the documents of every later
 * journey (API-42), and share two cores with it.
 */
export const test = base.extend<{ closesItsWindows: undefined }>({
  closesItsWindows: [
    async ({ browser }, use) => {
      await use(undefined);
      await Promise.all(browser.contexts().map((context) => context.close()));
    },
    { auto: true },
  ],
});
