import { expect, type Page } from '@playwright/test';
import { deep } from '../support/depth.ts';
import { test } from './journey.ts';
import { personPage, texts } from './procurement-people.ts';
import { field } from './request-page.ts';

const t = texts('de');
const text = 'Gleich verworfen';

/** Waits until the browser keeps the typed text, or has deleted it. */
async function untilKept(page: Page, isKept: boolean): Promise<void> {
  await page.waitForFunction(
    ([typed, wanted]) =>
      Object.values({ ...localStorage }).some((kept) => String(kept).includes(typed)) === wanted,
    [text, isKept] as const,
  );
}

/** Waits until that many lock queries for other windows are unanswered. */
async function untilWaiting(page: Page, count: number): Promise<void> {
  await page.waitForFunction(async (wanted) => {
    const { pending = [] } = await navigator.locks.query();
    return pending.filter(({ name }) => name?.startsWith('procurement-draft:')).length === wanted;
  }, count);
}

test('PROC-13 a draft discarded in one window is not offered in a waiting one', deep, async ({ browser }) => {
  const page = await personPage(browser, 'requester');
  await page.goto('/procurement/form');
  const name = field(page, t('field.name'));
  await name.fill(text);
  await untilKept(page, true);
  const other = await page.context().newPage();
  await other.goto('/procurement/form');
  await untilWaiting(other, 1);
  await name.fill('');
  await untilKept(other, false);
  await page.close({ runBeforeUnload: false });
  await untilWaiting(other, 0);
  await expect(field(other, t('field.name'))).toBeVisible();
  await expect(other.getByRole('button', { name: t('document.kept.restore') })).toHaveCount(0);
  await other.context().close();
});
