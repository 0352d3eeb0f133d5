import type { Browser, Page } from 'playwright-core';
import { z } from 'zod';

const trace = z.object({
  traceEvents: z.array(
    z.object({
      name: z.string(),
      ph: z.string(),
      pid: z.number(),
      tid: z.number(),
      dur: z.number().optional(),
      args: z.object({ name: z.string().optional() }).optional(),
    }),
  ),
});

/** The next action begins only when the page is idle. */
const restMs = 800;

/** The longest task of the page's main thread, in milliseconds, during an action and shortly after. */
export async function longestTask(
  browser: Browser,
  page: Page,
  act: (page: Page) => Promise<void>,
): Promise<number> {
  await browser.startTracing(page, { categories: ['toplevel', '__metadata'] });
  await act(page);
  await page.waitForTimeout(restMs);
  const { traceEvents } = trace.parse(JSON.parse((await browser.stopTracing()).toString()));
  const threadOf = (event: { readonly pid: number; readonly tid: number }): string =>
    `${event.pid}/${event.tid}`;
  const mainThreads = new Set(
    traceEvents
      .filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain')
      .map(threadOf),
  );
  const tasks = traceEvents.filter(({ name, ph }) => name === 'ThreadControllerImpl::RunTask' && ph === 'X');
  const microseconds = tasks.filter((task) => mainThreads.has(threadOf(task))).map(({ dur = 0 }) => dur);
  if (microseconds.length === 0) throw new Error('the browser reported no task');
  return Math.max(...microseconds) / 1000;
}
