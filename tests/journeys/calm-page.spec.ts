import { expect, type Page } from '@playwright/test';
import { deep } from '../support/depth.ts';
import { test } from './journey.ts';
import { createRequest, personPage, runAction, texts } from './procurement-people.ts';

const t = texts('de');

/** The delay of each API answer, so that sequential requests become visible. */
const slowness = 250;

/**
 * The share of the window that moved, times the distance as a share. A badge that appears in the head makes 0.002.
 */
const noticed = 0.01;

interface Shift {
  readonly value: number;
  readonly moved: readonly string[];
}

/** Opens the page on a slow connection; returns the layout shifts without user input. */
async function shiftsOf(page: Page, path: string, last: string): Promise<readonly Shift[]> {
  await page.addInitScript(() => {
    interface LayoutShift extends PerformanceEntry {
      readonly value: number;
      readonly sources: readonly {
        readonly node: Node | null;
        readonly previousRect: DOMRect;
        readonly currentRect: DOMRect;
      }[];
    }
    const shifts: Shift[] = [];
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      for (const { value, sources } of list.getEntries() as LayoutShift[])
        shifts.push({
          value,
          moved: sources.map(
            ({ node, previousRect: from, currentRect: to }) =>
              `${node?.textContent?.slice(0, 40)}: ${from.x},${from.y} to ${to.x},${to.y}`,
          ),
        });
    }).observe({ type: 'layout-shift', buffered: true });
  });
  await page.route('**/v1/graphql', async (route) => {
    const response = await route.fetch();
    await new Promise((resolve) => setTimeout(resolve, slowness));
    await route.fulfill({ response });
  });
  await page.goto(path);
  await expect(page.getByText(last).first()).toBeVisible();
  await page.waitForTimeout(4 * slowness);
  return page.evaluate(() => (window as unknown as { shifts: Shift[] }).shifts);
}

test(
  'PROC-01 OVW-06 the layout is stable while a page loads on a slow connection',
  deep,
  async ({ browser }) => {
    const waiting = await createRequest(browser, 'Ruhig wartend');
    const approved = await createRequest(browser, 'Ruhig freigegeben');
    await runAction('approver1', approved, 'approve', {});
    for (const [person, path, last] of [
      ['requester', '/procurement/form', 'document.approvers'],
      ['approver1', `/procurement/form?id=${waiting}`, 'document.budget.value'],
      ['buyer', `/procurement/form?id=${approved}`, 'document.budget.value'],
      ['buyer', `/overview?id=${approved}&of=procurement`, 'overview.budget_left'],
    ] as const) {
      const page = await personPage(browser, person);
      const shifts = await shiftsOf(page, path, t(last));
      expect(
        shifts.filter(({ value }) => value > noticed),
        path,
      ).toEqual([]);
      await page.close();
    }
  },
);
