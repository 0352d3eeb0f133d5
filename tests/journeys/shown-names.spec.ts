import { expect, type Locator, type Page } from '@playwright/test';
import { deep } from '../support/depth.ts';
import { fill, save } from './admin-page.ts';
import { test } from './journey.ts';
import { searchFor } from './list-page.ts';
import { firstAdministrator } from './own-tenant.ts';
import { ask, personPage, texts } from './procurement-people.ts';
import { choose, field, showHead } from './request-page.ts';

/** Departments and cost centers of the demo have a German and an English name. */
const de = texts('de');
const en = texts('en');

async function switchTo(page: Page, language: string): Promise<void> {
  await page.keyboard.press('Control+k');
  const palette = page.getByRole('dialog');
  await palette.getByRole('combobox').fill(language);
  await expect(palette.getByRole('option').first()).toContainText(language);
  await palette.getByRole('combobox').press('Enter');
}

/** A filter above the list, by its title. */
function chip(page: Page, label: string): Locator {
  return page.getByRole('button', { name: new RegExp(`^${label} `) });
}

test(
  'I18N-07 a request shows department and cost center in the current language, and finds them by either name',
  deep,
  async ({ browser }) => {
    const page = await personPage(browser, 'requester', 'en');
    await page.goto('/procurement/form');
    await showHead(page, en);
    await expect(field(page, en('field.department_id'))).toHaveValue('Production');
    const costCenter = field(page, en('field.cost_center_id'));
    await expect(costCenter).toHaveValue('2000 Production');
    await costCenter.fill('Instand');
    await expect(page.getByRole('option', { name: '2100 Maintenance' })).toBeVisible();
    await costCenter.fill('');
    await choose(costCenter, 'Mainten');
    await expect(costCenter).toHaveValue('2100 Maintenance');
    await field(page, en('field.name')).fill('Messuhren');
    await switchTo(page, 'Deutsch');
    await expect(field(page, de('field.department_id'))).toHaveValue('Produktion');
    await expect(field(page, de('field.cost_center_id'))).toHaveValue('2100 Instandhaltung');
    await expect(field(page, de('field.name'))).toHaveValue('Messuhren');
  },
);

test(
  'I18N-07 the overview shows them in the current language, in the filter, the table and the preview',
  deep,
  async ({ browser }) => {
    const page = await personPage(browser, 'buyer', 'en');
    const { department } = await ask<{ department: { id: number }[] }>(
      'buyer',
      '{ department(where: { name: { _eq: "Produktion" } }) { id } }',
      {},
    );
    await page.goto(`/overview?tab=all&viewMode=table&department=${department[0]?.id}`);
    const cells = (name: string) => page.getByRole('cell', { name, exact: true });
    await expect(cells('Production').first()).toBeVisible();
    await expect(chip(page, en('overview.filter.department'))).toContainText('Production');
    await expect(cells('Produktion')).toHaveCount(0);
    await switchTo(page, 'Deutsch');
    await expect(cells('Produktion').first()).toBeVisible();
    await expect(chip(page, de('overview.filter.department'))).toContainText('Produktion');
    await expect(cells('Production')).toHaveCount(0);
    await page.getByRole('button', { name: de('overview.view_mode.list') }).click();
    await page.keyboard.press('j');
    const preview = (title: string) => page.getByRole('complementary', { name: title });
    await expect(
      preview(de('overview.preview')).getByText(/^\d+ (Produktion|Instandhaltung)$/),
    ).toBeVisible();
    await switchTo(page, 'English');
    await expect(preview(en('overview.preview')).getByText(/^\d+ (Production|Maintenance)$/)).toBeVisible();
  },
);

test(
  'I18N-06 I18N-07 an administrator reading in English finds the English name, and edits the German one',
  deep,
  async ({ browser }) => {
    const page = await personPage(browser, 'admin', 'en');
    await page.goto('/admin/department');
    await page.getByRole('button', { name: 'Warehouse and shipping', exact: true }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Warehouse and shipping' })).toBeVisible();
    await expect(field(page, en('entity.department.field.name'))).toHaveValue('Lager und Versand');
    await page.goto('/admin/user');
    await expect(page.getByRole('cell', { name: 'Warehouse and shipping' }).first()).toBeVisible();
    await page.goto('/profile');
    await expect(page.getByText('1000 Administration')).toBeVisible();
    await switchTo(page, 'Deutsch');
    await expect(page.getByText('1000 Verwaltung')).toBeVisible();
  },
);

test('I18N-06 I18N-07 a name entered in two languages is shown in both', deep, async ({ browser }) => {
  const run = Date.now().toString(36);
  const page = await firstAdministrator(browser, `Namen ${run}`, `namen${run}@demo.test`);
  await page.goto('/admin/configuration?tab=modules');
  await page.getByRole('checkbox', { name: de('entity.configuration.field.module_multilingualism') }).check();
  await save(page);
  await page.goto('/admin/cost-center/form');
  await fill(page, 'cost_center', { number: 'N1' });
  await page.getByRole('textbox', { name: /^Name \(Deutsch\)/ }).fill('Prüffeld');
  await page.getByRole('button', { name: 'Englisch', exact: true }).click();
  await page.getByRole('textbox', { name: /^Name \(Englisch\)/ }).fill('Test field');
  await save(page);
  const title = page.getByRole('heading', { level: 1 });
  await expect(title).toHaveText('N1 Prüffeld');
  await switchTo(page, 'English');
  await expect(title).toHaveText('N1 Test field');
  await page.getByRole('link', { name: new RegExp(`^${en('entity.cost_center.many')}`) }).click();
  await expect(page.getByRole('cell', { name: 'Test field', exact: true })).toBeVisible();
  await searchFor(page, 'Prüf');
  await expect(page.getByRole('cell', { name: 'Test field', exact: true })).toBeVisible();
  await switchTo(page, 'Deutsch');
  await expect(page.getByRole('cell', { name: 'Prüffeld', exact: true })).toBeVisible();
});
