import { setTimeout as wait } from 'node:timers/promises';
import type { BrowserContext } from '@playwright/test';

/** How late answers may come, in milliseconds; none are made late where it is not set. */
const latest = Number(process.env.KONTOR_JOURNEYS_LATE ?? 0);

/**
 * Whatever the windows of this context ask for is sent late, each time by another moment. A journey that goes on before
 * the page has answered fails under it within one run: `KONTOR_JOURNEYS_LATE=800 npm test -- journeys`.
 */
export async function sendLate(context: BrowserContext): Promise<void> {
  if (latest === 0) return;
  await context.route('**/*', async (route) => {
    await wait(Math.random() * latest);
    await route.fallback();
  });
}
