import { expect } from '@playwright/test';
import { deep } from '../support/depth.ts';
import { expectAccessible } from './accessibility.ts';
import { addGlobalValue, fill, openTab, save } from './admin-page.ts';
import { test } from './journey.ts';
import { personPage, texts } from './procurement-people.ts';

const t = texts('de');

test(
  'OP-01 OP-05 OP-06 NAV-10 NAV-11 an operator finds a tenant, changes it, and views its documents and its billing',
  deep,
  async ({ browser }) => {
    const page = await personPage(browser, 'operator');
    const city = `Leer ${Date.now()}`;

    await test.step('OP-01 the list is searched, and shows another month', async () => {
      await page.goto('/operator/tenant?status=all');
      const row = page
        .getByRole('row')
        .filter({ has: page.getByRole('link', { name: 'demo', exact: true }) });
      await expect(row).toHaveCount(1);
      const search = page.getByRole('searchbox', { name: t('entity.search') });
      await search.fill('nirgends');
      await expect(page.getByText(t('entity.nothing_found'), { exact: true })).toBeVisible();
      await search.fill('DEM');
      await expect(row).toHaveCount(1);
      await page.getByRole('combobox', { name: t('operator.month') }).selectOption({ index: 20 });
      await expect(page).toHaveURL(/month=\d{4}-\d{2}/);
      await expect(row.getByRole('cell').last()).toHaveText('0');
      await page.getByRole('combobox', { name: t('operator.month') }).selectOption({ index: 0 });
      await expect(page).not.toHaveURL(/month=/);
      await row.getByRole('link', { name: 'demo', exact: true }).click();
    });

    await test.step('OP-01 the form saves changes; a conflicting save is reported', async () => {
      const other = await personPage(browser, 'operator');
      await other.goto(page.url());
      await expect(other.getByRole('heading', { level: 1 })).toHaveText('demo');
      await fill(page, 'tenant', { city });
      await save(page);
      await page.reload();
      await expect(page.getByText('demo').first()).toBeVisible();
      await fill(other, 'tenant', { street: 'Am Deich 4' });
      await other.getByRole('button', { name: t('entity.save') }).click();
      await expect(other.getByText(/zwischenzeitlich|inzwischen|geändert/).first()).toBeVisible();
      await other.close();
    });

    await test.step('OP-05 NAV-11 its orders, of one month or all, and its invoices', async () => {
      const address = page.url();
      await page.getByRole('link', { name: t('operator.invoices') }).click();
      await expect(page).toHaveURL(/\/operator\/tenant\/list-invoice/);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(
        `${t('operator.list.invoice')} · demo`,
      );
      await page.getByRole('button', { name: t('shell.back') }).click();
      await page.getByRole('link', { name: t('operator.orders') }).click();
      await expect(page.getByRole('row').filter({ hasText: '€' }).first()).toBeVisible();
      const months = page.getByRole('combobox', { name: t('operator.month') });
      await months.selectOption({ index: 1 });
      await expect(page).toHaveURL(/month=\d{4}-\d{2}/);
      await expectAccessible(page);
      await page.getByRole('button', { name: t('shell.back') }).click();
      await expect(page).toHaveURL(address);
    });

    await test.step('OP-06 its billing of a chosen month', async () => {
      await page.getByRole('link', { name: t('billing.title') }).click();
      await expect(page.getByRole('heading', { level: 1 })).toContainText('demo');
      await page.getByRole('combobox', { name: t('billing.month') }).selectOption({ index: 0 });
      await expect(page).toHaveURL(/month=\d{4}-\d{2}/);
      await expect(page.getByText(t('billing.preview'), { exact: true }).first()).toBeVisible();
      await expectAccessible(page);
    });

    await test.step('OP-07 the administrator of the tenant sees its charges', async () => {
      const admin = await personPage(browser, 'admin');
      await admin.goto('/admin/billing');
      await admin.getByRole('combobox', { name: t('billing.month') }).selectOption({ index: 0 });
      await expect(admin.getByText(t('billing.count.document'), { exact: true })).toBeVisible();
      await expectAccessible(admin);
      await admin.close();
    });
  },
);

test('OP-12 a setting for the whole installation is kept', deep, async ({ browser }) => {
  const page = await personPage(browser, 'operator');
  const key = `wartung_${Date.now()}`;
  await page.goto('/operator/global-configuration');
  await addGlobalValue(page, { key, value: 'Sonntag' });
  await page.reload();
  await expect(
    page
      .getByText(key)
      .or(page.locator(`input[value="${key}"]`))
      .first(),
  ).toBeVisible();
  await expectAccessible(page);
});

test('OP-03 OP-11 operators cannot archive their own tenant', deep, async ({ browser }) => {
  const page = await personPage(browser, 'operator');
  await page.goto('/operator/tenant');
  await page.getByRole('link', { name: 'kontor', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('kontor');
  await openTab(page, 'tenant', 'billing');
  await expect(page.getByRole('button', { name: t('operator.archive') })).toHaveCount(0);
});
