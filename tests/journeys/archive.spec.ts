import { expect, type Page } from '@playwright/test';
import { deep, longestWait } from '../support/depth.ts';
import { expectAccessible } from './accessibility.ts';
import { test } from './journey.ts';
import { personPage, texts } from './procurement-people.ts';

const t = texts('de');

/** The worker begins immediately, or within the next minute. */
const made = { timeout: longestWait };

async function expectNoSidewaysScrolling(page: Page): Promise<void> {
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
}

/** Downloads the newest archive of the page and returns the first bytes of the file. */
async function download(page: Page): Promise<string> {
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page
      .getByRole('button', { name: t('archive.download') })
      .first()
      .click(),
  ]);
  expect(file.suggestedFilename()).toMatch(/^Archiv_\d{4}-\d\d-\d\d\.zip$/);
  const stream = await file.createReadStream();
  for await (const piece of stream) return (piece as Buffer).toString('latin1', 0, 2);
  return '';
}

test(
  'ARC-03 ARC-05 OP-02 an operator creates the archive of a tenant, and hands it over',
  deep,
  async ({ browser }, testInfo) => {
    const operator = await personPage(browser, 'operator');
    await operator.goto('/operator/tenant');
    await operator.getByRole('link', { name: 'demo', exact: true }).click();
    await operator.getByRole('link', { name: t('archive.operator_title') }).click();
    await expect(operator).toHaveURL(/\/operator\/tenant\/archive/);
    await expectAccessible(operator);
    await operator.getByRole('button', { name: t('archive.make') }).click();
    await expect(operator.getByText(t('archive.state.done')).first()).toBeVisible(made);
    await expect(operator.getByText(/\(SHA-256\): [0-9a-f]{64}/).first()).toBeVisible();
    expect(await download(operator)).toBe('PK');
    await operator.reload();
    await expect(operator.getByText(/^Vollständig heruntergeladen von Betreiber /).first()).toBeVisible(made);
    await expectAccessible(operator);
    await testInfo.attach('the archive', { body: await operator.screenshot(), contentType: 'image/png' });
    await expectNoSidewaysScrolling(operator);
    await testInfo.attach('on a phone', { body: await operator.screenshot(), contentType: 'image/png' });
  },
);

test(
  'ARC-05 an administrator exports a company and a period for an auditor',
  deep,
  async ({ browser }, testInfo) => {
    const admin = await personPage(browser, 'admin');
    await admin.goto('/admin/archive');
    await expect(admin.getByRole('heading', { name: t('archive.title') })).toBeVisible();
    const order = admin.getByRole('region', { name: t('archive.order') });
    await order.getByLabel(t('archive.company')).selectOption({ index: 1 });
    await order.getByRole('textbox', { name: t('archive.from') }).fill('01.01.2020');
    await order.getByRole('textbox', { name: t('archive.to') }).fill('31.12.2019');
    await order.getByRole('textbox', { name: t('archive.to') }).blur();
    await expect(order.getByText(t('archive.backwards'))).toBeVisible();
    await order.getByRole('textbox', { name: t('archive.to') }).fill('31.12.2030');
    await order.getByRole('textbox', { name: t('archive.to') }).blur();
    await order.getByRole('button', { name: t('archive.make') }).click();
    const list = admin.getByRole('list', { name: t('archive.list') });
    const first = list.getByRole('listitem').first();
    await expect(first).toContainText('01.01.2020 bis 31.12.2030');
    await expect(first.getByText(t('archive.state.done'))).toBeVisible(made);
    expect(await download(admin)).toBe('PK');
    await expectAccessible(admin);
    await testInfo.attach('the exports', { body: await admin.screenshot(), contentType: 'image/png' });
    await expectNoSidewaysScrolling(admin);
    await testInfo.attach('on a phone', { body: await admin.screenshot(), contentType: 'image/png' });
  },
);
