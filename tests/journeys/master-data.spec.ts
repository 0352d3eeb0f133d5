import { expect, type Page } from '@playwright/test';
import { test } from './journey.ts';
import { personPage, texts } from './procurement-people.ts';
import { choose } from './request-page.ts';

const t = texts('de');

const field = (page: Page, key: string) => page.getByRole('textbox', { name: new RegExp(`^${t(key)}`) });
const openTab = (page: Page, key: string) => page.getByRole('tab', { name: t(key) }).click();

test('NAV-05 the palette leads administrators, and nobody else, to the pages of the administration', async ({
  browser,
}) => {
  const entry = `${t('admin.title')}: ${t('entity.cost_center.many')}`;
  const offered = async (page: Page) => {
    await page.goto('/overview?tab=all');
    await expect(page.getByRole('table').locator('tbody tr').first()).toBeVisible();
    await page.keyboard.press('Control+k');
    const palette = page.getByRole('dialog', { name: t('shell.search') });
    await palette.getByRole('combobox').fill(t('entity.cost_center.many'));
    return palette.getByRole('option', { name: entry });
  };
  const admin = await personPage(browser, 'admin');
  await (await offered(admin)).click();
  await expect(admin).toHaveURL(/\/admin\/cost-center$/);
  const requester = await personPage(browser, 'requester');
  await expect(await offered(requester)).toHaveCount(0);
});

test('VAL-29 a DATEV ID below the creditors is a warning, which does not keep one from saving', async ({
  browser,
}) => {
  const page = await personPage(browser, 'admin');
  await page.goto('/admin/supplier/form');
  const warning = page.getByText(t('entity.problem.no_creditor_account').replace('{{first}}', '70000'));
  await field(page, 'entity.supplier.field.name').fill(`Kreditor ${Date.now()}`);
  await field(page, 'entity.supplier.field.external_id').fill('50000');
  await page.keyboard.press('Tab');
  await expect(warning).toBeVisible();
  await field(page, 'entity.supplier.field.external_id').fill('71999');
  await page.keyboard.press('Tab');
  await expect(warning).toHaveCount(0);
  await field(page, 'entity.supplier.field.external_id').fill('50000');
  await page.getByRole('button', { name: t('entity.save') }).click();
  await expect(page).toHaveURL(/\/admin\/supplier\/form\?id=\d+/);
});

test('VAL-35 the supplier of a product is typed, and made when the product is saved', async ({ browser }) => {
  const page = await personPage(browser, 'admin');
  const name = `Sensorik Neuland ${Date.now()}`;
  await page.goto('/admin/product/form');
  await field(page, 'entity.product.field.name').fill('Drehgeber');
  const supplier = field(page, 'entity.product.field.supplier_id');
  await supplier.fill(name);
  await page.getByRole('option', { name: t('entity.supplier.create').replace('{{name}}', name) }).click();
  await expect(supplier).toHaveValue(name);
  await expect(page.getByText(t('entity.reference_created'))).toBeVisible();
  await page.getByRole('button', { name: t('entity.save') }).click();
  await expect(page).toHaveURL(/\/admin\/product\/form\?id=\d+/);
  await expect(supplier).toHaveValue(name);
  await expect(page.getByText(t('entity.reference_created'))).toHaveCount(0);
});

test('ADM-07 limit and priority of an approver stand beside the name as soon as it is chosen', async ({
  browser,
}) => {
  const page = await personPage(browser, 'admin');
  await page.goto('/admin/department/form');
  await openTab(page, 'entity.department.tab.approvers');
  await page.getByRole('button', { name: t('entity.department_approver.new') }).click();
  await choose(page.getByRole('row').getByRole('textbox').first(), 'Torsten Lüders');
  await expect(page.getByRole('cell', { name: '1.000,00' })).toBeVisible();
});
