import { readFileSync } from 'node:fs';
import { expect, type Page, type TestInfo } from '@playwright/test';
import { monthBefore, monthOf } from '../../src/base/month.ts';
import { deep, longestWait } from '../support/depth.ts';
import { today } from '../support/today.ts';
import { expectAccessible } from './accessibility.ts';
import { test } from './journey.ts';
import { personPage, texts } from './procurement-people.ts';

const t = texts('de');

/** The worker runs every minute. */
const billed = { timeout: longestWait };

test(
  'OP-06 OP-07 SET-10 an operator charges the past month of a tenant, who sees the items and their reasons',
  deep,
  async ({ browser }, testInfo) => {
    const operator = await personPage(browser, 'operator');
    let number = '';

    await test.step('the preview is shown before the invoice', async () => {
      await operator.goto('/operator/tenant');
      await operator.getByRole('link', { name: 'demo', exact: true }).click();
      await operator.getByRole('link', { name: t('billing.title') }).click();
      await expect(operator).toHaveURL(/\/operator\/tenant\/invoice/);
      const items = operator.getByRole('table', { name: t('billing.items') });
      await expect(items.getByRole('row', { name: t('billing.item.base_document') })).toContainText('99,00');
      await expect(operator.getByText(t('billing.preview'))).toBeVisible();
      await expectAccessible(operator);
      await testInfo.attach('the preview', { body: await operator.screenshot(), contentType: 'image/png' });
    });

    await test.step('it is created with its number', async () => {
      await operator.getByRole('button', { name: t('billing.create') }).click();
      await expect(operator.getByText(t('billing.state.done')).first()).toBeVisible(billed);
      number = /RE-\d+/.exec(await operator.locator('main').innerText())?.[0] ?? '';
      expect(number).not.toBe('');
      await expect(operator.getByRole('button', { name: t('billing.create') })).toBeHidden();
      await expectAccessible(operator);
      await testInfo.attach('the invoice', { body: await operator.screenshot(), contentType: 'image/png' });
    });

    await test.step('the administrator of the tenant sees the same', async () => {
      const admin = await personPage(browser, 'admin');
      await admin.goto('/admin/billing');
      await expect(admin.getByText(number).first()).toBeVisible();
      await expect(admin.getByRole('table', { name: t('billing.items') })).toContainText('117,81');
      await expectAccessible(admin);
      await testInfo.attach('what a tenant sees', {
        body: await admin.screenshot(),
        contentType: 'image/png',
      });
    });

    await test.step('the operator cancels it', async () => {
      await operator.getByRole('button', { name: t('billing.cancel') }).click();
      await operator
        .getByRole('dialog')
        .getByRole('button', { name: t('billing.cancel') })
        .click();
      await expect(operator.getByText(t('billing.state.cancelled')).first()).toBeVisible(billed);
    });
  },
);

test(
  'OP-13 an operator charges a month of all tenants together and refunds a part, and the tenant downloads both as PDF',
  deep,
  async ({ browser }, testInfo) => {
    const operator = await personPage(browser, 'operator');
    // Other journeys charge the previous one.
    const month = monthBefore(monthBefore(monthOf(today())));
    let invoice = '';

    await test.step('all tenants of the month are shown, and one of them is selected', async () => {
      await operator.goto(`/operator/billing?month=${month}`);
      const tenants = operator.getByRole('table', { name: t('billing.run.tenants') });
      await expect(tenants.getByRole('row', { name: 'demo' })).toContainText('117,81');
      const all = operator.getByRole('checkbox', { name: t('billing.run.all') });
      await all.check();
      await all.uncheck();
      await operator.getByRole('checkbox', { name: 'demo', exact: true }).check();
      await expect(operator.getByRole('status').filter({ hasText: '117,81' })).toBeVisible();
      await onEveryScreen(operator, testInfo, 'the month run');
    });

    await test.step('its bill is started after a confirmation, and gets its number', async () => {
      await operator.getByRole('button', { name: t('billing.run.start') }).click();
      const dialog = operator.getByRole('dialog');
      await expect(dialog).toContainText('117,81');
      await dialog.getByRole('button', { name: t('billing.run.start') }).click();
      const row = operator.getByRole('row', { name: 'demo' });
      await expect(row).toContainText(t('billing.state.done'), billed);
      invoice = /RE-\d+/.exec(await row.innerText())?.[0] ?? '';
      expect(invoice).not.toBe('');
      await expect(row.getByRole('checkbox')).toHaveCount(0);
    });

    let credit = '';
    await test.step('a part is refunded', async () => {
      await operator.getByRole('link', { name: 'demo', exact: true }).click();
      await operator.getByRole('button', { name: t('billing.credit.action') }).click();
      const dialog = operator.getByRole('dialog');
      await dialog.getByLabel(t('billing.credit.net')).fill('10,00');
      await dialog.getByLabel(t('billing.credit.reason')).fill('Ausfall am 3. des Monats');
      await onEveryScreen(operator, testInfo, 'the credit note');
      await dialog.getByRole('button', { name: t('billing.credit.create') }).click();
      const given = operator.getByRole('listitem').filter({ hasText: '11,90' }).first();
      await expect(given).toContainText(t('billing.state.done'), billed);
      credit = /[A-Z]+-\d+/.exec(await given.innerText())?.[0] ?? '';
      await expect(operator.getByRole('button', { name: t('billing.cancel') })).toHaveCount(0);
    });

    await test.step('the tenant downloads the bill and the credit note', async () => {
      const admin = await personPage(browser, 'admin');
      await admin.goto(`/admin/billing?month=${month}`);
      for (const number of [invoice, credit]) {
        const fetched = admin.waitForEvent('download');
        await admin.getByRole('button', { name: t('billing.pdf_of').replace('{{number}}', number) }).click();
        expect(readFileSync(await (await fetched).path()).toString('latin1')).toMatch(/^%PDF-/);
      }
      await onEveryScreen(admin, testInfo, 'what the tenant has');
    });
  },
);

/** Checks a page on a desktop and on a phone, where nothing may overflow. */
async function onEveryScreen(page: Page, testInfo: TestInfo, name: string): Promise<void> {
  await expectAccessible(page);
  await testInfo.attach(name, { body: await page.screenshot(), contentType: 'image/png' });
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
  await testInfo.attach(`${name} on a phone`, { body: await page.screenshot(), contentType: 'image/png' });
  await page.setViewportSize({ width: 1440, height: 900 });
}
