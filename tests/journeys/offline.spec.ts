import { type Browser, type BrowserContext, expect, type Page } from '@playwright/test';
import { deep, longestWait } from '../support/depth.ts';
import { expectAccessible } from './accessibility.ts';
import { storedFiles } from './device-stores.ts';
import { test } from './journey.ts';
import { createRequest, documentAs, runAction, texts } from './procurement-people.ts';
import { login } from './session.ts';

const t = texts('de');

/** A phone whose pages have a service worker, after a login. */
async function phoneOf(browser: Browser, address: string): Promise<{ context: BrowserContext; page: Page }> {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    serviceWorkers: 'allow',
    locale: 'de-DE',
    timezoneId: 'Europe/Berlin',
  });
  const page = await context.newPage();
  await login(page, address);
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  return { context, page };
}

/** The number of answers that this browser keeps; null without a store. */
function keptCount(page: Page): Promise<number | null> {
  return page.evaluate(async () => {
    const databases = await indexedDB.databases();
    if (!databases.some(({ name }) => name === 'kontor-offline')) return null;
    const database = await new Promise<IDBDatabase>((resolve, reject) => {
      const request = indexedDB.open('kontor-offline');
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
    const count = await new Promise<number>((resolve) => {
      const request = database.transaction('answers').objectStore('answers').count();
      request.onsuccess = () => resolve(request.result);
    });
    database.close();
    return count;
  });
}

/** Waits until the browser keeps more answers than before, and no further ones; returns their number. */
async function keptMoreThan(page: Page, former: number): Promise<number> {
  let before = -1;
  await expect(async () => {
    const count = (await keptCount(page)) ?? 0;
    const isCalm = count > former && count === before;
    before = count;
    expect(isCalm).toBe(true);
  }).toPass({ intervals: [2_000], timeout: longestWait });
  return before;
}

/** Opens tasks and a document, and waits until both are kept. */
async function readOnce(page: Page, id: number, name: string): Promise<void> {
  await page.goto('/overview?tab=tasks');
  await expect(page.getByText(name).first()).toBeVisible();
  const kept = await keptMoreThan(page, 0);
  await page.goto(`/procurement/form?id=${id}`);
  await expect(page.getByRole('heading', { name: new RegExp(name) })).toBeVisible();
  await keptMoreThan(page, kept);
}

const approve = (page: Page) =>
  page.getByRole('button', { name: new RegExp(`^${t('procurement.actions.approve')}`) });
const line = (page: Page) => page.getByRole('complementary', { name: t('offline.label') });
const oneWaits = t('offline.waiting_one').replace('{{count}}', '1');

async function approvalsOf(id: number): Promise<number> {
  const { timeline } = await documentAs('approver1', id);
  return timeline.timeline_entries.filter(({ status }) => status === 'approved').length;
}

test('MOB-04 on a phone without network tasks and documents are readable, and an approval is sent once', async ({
  browser,
}) => {
  const name = `Ohne Netz ${Date.now()}`;
  const id = await createRequest(browser, name);
  const { context, page } = await phoneOf(browser, 'approver1@demo.test');
  await readOnce(page, id, name);

  await test.step('the shell opens, with the hour of the state', async () => {
    await context.setOffline(true);
    await page.goto('/overview?tab=tasks');
    await expect(page.getByText(name).first()).toBeVisible();
    await expect(line(page)).toContainText(/Ohne Netz – Stand .*\d\d:\d\d/);
    await page.goto(`/procurement/form?id=${id}`);
    await expect(page.getByRole('heading', { name: new RegExp(name) })).toBeVisible();
    await expect(line(page)).toContainText(/Stand .*\d\d:\d\d/);
    await expectAccessible(page);
  });

  const before = await approvalsOf(id);
  await test.step('an approval waits, also after the page was closed', async () => {
    await approve(page).click();
    await expect(line(page)).toContainText(oneWaits);
    await page.reload();
    await expect(line(page)).toContainText(oneWaits);
    await line(page)
      .getByRole('button', { name: t('offline.show') })
      .click();
    await expect(page.getByRole('dialog')).toContainText(name);
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    expect(await approvalsOf(id)).toBe(before);
  });

  await test.step('a logout asks first', async () => {
    await page.goto('/logout');
    await expect(page.getByText(t('login.waiting_lost_one'))).toBeVisible();
    await page.getByRole('button', { name: t('shell.back') }).click();
    await expect(line(page)).toContainText(oneWaits);
  });

  await test.step('it is sent once when the network is back', async () => {
    await context.setOffline(false);
    await expect.poll(() => approvalsOf(id), { timeout: longestWait }).toBe(before + 1);
    await expect(line(page)).toBeHidden();
    await page.reload();
    await expect(page.getByRole('banner')).toBeVisible();
    expect(await approvalsOf(id)).toBe(before + 1);
  });

  await test.step('after the logout nothing of the person is left, and the next one sees nothing', async () => {
    await page.goto('/logout');
    await expect(page).toHaveURL(/\/login/);
    // The store of shared files stays, empty.
    await expect
      .poll(() => page.evaluate(async () => (await indexedDB.databases()).map((one) => one.name)))
      .toEqual(['device-files']);
    expect(await storedFiles(page)).toEqual([]);
    const kept = await page.evaluate(async () => {
      const names = await caches.keys();
      const requests = await Promise.all(names.map(async (one) => (await caches.open(one)).keys()));
      return requests.flat().map(({ url }) => new URL(url).pathname);
    });
    // Only the product itself: its page and its files.
    expect(kept.filter((path) => path !== '/' && !path.startsWith('/assets/'))).toEqual([]);
    await login(page, 'accountant@demo.test');
    await context.setOffline(true);
    await page.goto(`/procurement/form?id=${id}`);
    await expect(page.getByText(t('shell.error.not_loaded')).first()).toBeVisible();
    await expect(page.getByText(name)).toHaveCount(0);
    await context.setOffline(false);
  });
});

test(
  'MOB-04 LOCK-01 a document that changed meanwhile is shown instead of decided',
  deep,
  async ({ browser }) => {
    const name = `Inzwischen geändert ${Date.now()}`;
    const id = await createRequest(browser, name);
    const { context, page } = await phoneOf(browser, 'approver1@demo.test');
    await readOnce(page, id, name);
    const before = await approvalsOf(id);
    await context.setOffline(true);
    await page.goto(`/procurement/form?id=${id}`);
    await approve(page).click();
    await expect(line(page)).toContainText(oneWaits);
    await runAction('admin', id, 'save', { head: { name: `${name}, mehr` } });
    await context.setOffline(false);
    await expect(line(page)).toContainText(t('offline.refused_one').replace('{{count}}', '1'), {
      timeout: longestWait,
    });
    await line(page)
      .getByRole('button', { name: t('offline.show') })
      .click();
    const dialog = page.getByRole('dialog');
    await expect(dialog).toContainText(t('offline.not_done'));
    await expect(dialog).toContainText(t('error.timeline_changed'));
    await dialog.getByRole('button', { name: /^Zurückziehen: / }).click();
    // Nothing waits any more.
    await expect(dialog).toHaveCount(0);
    await expect(line(page)).toHaveCount(0);
    expect(await approvalsOf(id)).toBe(before);
  },
);
