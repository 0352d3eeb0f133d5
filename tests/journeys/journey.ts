import { test as base } from '@playwright/test';
import { evidenceOf } from './evidence.ts';

interface Journey {
  /** Keeps for the end what puts the demo back: it is done, too, when the journey fails or takes too long. */
  readonly afterwards: (undo: () => Promise<unknown>) => void;
  readonly closesItsWindows: undefined;
}

/**
 * A journey. The windows that it opened close with it: one left open would follow the documents of every later
 * journey (API-42), and share two cores with it.
 */
export const test = base.extend<Journey>({
  closesItsWindows: [
    async ({ browser }, use, info) => {
      await use(undefined);
      if (info.status !== info.expectedStatus) console.log(await evidenceOf(browser));
      await Promise.all(browser.contexts().map((context) => context.close()));
    },
    { auto: true },
  ],
  // After the windows: what is undone in the last of them is not asked for again.
  afterwards: [
    async ({ browser: _ }, use) => {
      const undoing: (() => Promise<unknown>)[] = [];
      await use((undo) => undoing.unshift(undo));
      const failures: unknown[] = [];
      for (const undo of undoing) await undo().catch((failure: unknown) => failures.push(failure));
      if (failures.length > 0) throw new Error(`not all was put back: ${failures.join('; ')}`);
    },
    { timeout: 300_000 },
  ],
});
