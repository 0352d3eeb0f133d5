import { type Browser, type BrowserContext, test as base } from '@playwright/test';
import { longestTest } from '../support/depth.ts';
import { endWhenStalled } from '../support/journeys-watch.ts';
import { sendLate } from '../support/late-answers.ts';
import { showClock } from '../support/shown-clock.ts';
import { withoutTours } from '../support/without-tours.ts';
import { alertsOfSuccess, watchAlerts } from './alerts.ts';
import { evidenceOf } from './evidence.ts';

interface Journey {
  /** Registers a function that restores the demo; it also runs when the journey fails or takes too long. */
  readonly afterwards: (undo: () => Promise<unknown>) => void;
  readonly closesItsWindows: undefined;
}

/** Unanswered requests of a page at the end of its journey are no failure. */
async function close(context: BrowserContext): Promise<void> {
  await context.unrouteAll({ behavior: 'ignoreErrors' });
  await Promise.all(context.pages().map((page) => page.unrouteAll({ behavior: 'ignoreErrors' })));
  await context.close();
}

/**
 * A journey fails on a failure message that one act shows beside its success. It closes its windows at the end: an
 * open one would follow the documents of later journeys (API-42), and use processor time.
 */
export const test = base.extend<Journey, { readonly browser: Browser }>({
  // People of the demo have seen no tour yet; only the journey of the tours needs them (ONB-05).
  browser: [
    async ({ browser }, use) => {
      const open = browser.newContext.bind(browser);
      browser.newContext = async (options) => {
        const context = await open(options);
        await withoutTours(context);
        await showClock(context);
        await sendLate(context);
        await watchAlerts(context);
        return context;
      };
      await use(browser);
    },
    { scope: 'worker' },
  ],
  closesItsWindows: [
    async ({ browser }, use, info) => {
      const stopLooking = endWhenStalled(info);
      await use(undefined);
      stopLooking();
      if (info.status !== info.expectedStatus) console.log(await evidenceOf(browser));
      const alerts = await alertsOfSuccess(browser);
      await Promise.all(browser.contexts().map(close));
      if (alerts.length > 0) throw new Error(`a success was shown with a failure: ${alerts.join('; ')}`);
    },
    { auto: true },
  ],
  // After the windows are closed, so that the restored state is not requested by them.
  afterwards: [
    async ({ browser: _ }, use) => {
      const undoing: (() => Promise<unknown>)[] = [];
      await use((undo) => undoing.unshift(undo));
      const failures: unknown[] = [];
      for (const undo of undoing) await undo().catch((failure: unknown) => failures.push(failure));
      if (failures.length > 0) throw new Error(`not everything was restored: ${failures.join('; ')}`);
    },
    { timeout: longestTest },
  ],
});
