import { setTimeout as wait } from 'node:timers/promises';
import type { BrowserContext } from '@playwright/test';

/** The largest delay of answers, in milliseconds; unset means no delay. */
const latest = Number(process.env.KONTOR_JOURNEYS_LATE ?? 0);

/**
 * Delays each answer to the windows of this context by a random time. A journey that does not wait for the page's
 * answer fails within one run: `KONTOR_JOURNEYS_LATE=800 npm test -- journeys`.
 */
export async function sendLate(context: BrowserContext): Promise<void> {
  if (latest === 0) return;
  await context.route('**/*', async (route) => {
    await wait(Math.random() * latest);
    await route.fallback();
  });
}
