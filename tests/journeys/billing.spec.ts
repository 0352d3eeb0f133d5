import { expect } from '@playwright/test';
import { deep, longestWait } from '../support/depth.ts';
import { expectAccessible } from './accessibility.ts';
import { test } from './journey.ts';
import { personPage, texts } from './procurement-people.ts';

const t = texts('de');

/** The worker begins every minute. */
const billed = { timeout: longestWait };

test(
  'OP-06 OP-07 SET-10 an operator charges the past month of a tenant, who sees what and why',
  deep,
  async ({ browser }, testInfo) => {
    const operator = await personPage(browser, 'operator');
    let number = '';

    await test.step('the preview stands before the invoice', async () => {
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

    await test.step('it is created, and has its number', async () => {
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
