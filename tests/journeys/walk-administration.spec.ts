import { expect, type Page } from '@playwright/test';
import { adminGroups, settingsPages } from '../../src/app/web/admin-groups.ts';
import type { Entity } from '../../src/entity/entity.ts';
import { deep, deeper, someOf } from '../support/depth.ts';
import { test } from './journey.ts';
import { ask, personPage, texts } from './procurement-people.ts';
import { withEveryModule } from './switch-module.ts';
import { Table } from './table-view.ts';
import { type Walk, walk } from './walk.ts';

const t = texts('de');

withEveryModule();

for (const group of adminGroups)
  test(
    `NAV-05 NAV-06 NAV-07 NAV-08 ADM-01 I18N-01 every list and form of the administration: ${group.name}`,
    deeper,
    async ({ browser }) => {
      const page = await personPage(browser, 'admin');
      await walk(page, async (admin) => {
        for (const entity of someOf(group.entities, 17)) await walkEntity(admin, entity);
      });
    },
  );

/** Visits its list, a record on each tab, and the form of a new one; a table that another form edits has none. */
async function walkEntity({ page, visit, look }: Walk, entity: Entity): Promise<void> {
  const { table, route, tabs } = entity;
  await visit(`/admin/${route}/list`);
  await expect(headingOf(page)).toHaveText(t(`entity.${table}.many`));
  if (entity.editedIn !== undefined) return;
  await visit(`/admin/${route}/form?id=${await someRecord(entity)}`);
  for (const { name } of someOf(tabs.slice(1), 5)) {
    await page.locator(`#tab-${name}`).click();
    await expect(page).toHaveURL(new RegExp(`tab=${name}$`));
    await look(`${table}, ${name}`);
  }
  await visit(`/admin/${route}/form`);
  await expect(headingOf(page)).toHaveText(t(`entity.${table}.new`));
}

const headingOf = (page: Page) => page.getByRole('heading', { level: 1 });

/** The id of the first record, or of a new one if there is none. */
async function someRecord({ table, fields }: Entity): Promise<number> {
  const found = await ask<Record<'records' | 'client', { id: number }[]>>(
    'admin',
    `{ records: ${table}(limit: 1, order_by: { id: asc }) { id } client(limit: 1) { id } }`,
  );
  const [present] = found.records;
  if (present !== undefined) return present.id;
  const object: Record<string, unknown> = {};
  for (const [name, { required, choices, references }] of Object.entries(fields))
    if (required) object[name] = references === 'client' ? found.client[0]?.id : (choices?.[0] ?? '4711');
  const { made } = await ask<{ made: { id: number } }>(
    'admin',
    `mutation ($object: ${table}_insert_input!) { made: insert_${table}_one(object: $object) { id } }`,
    { object },
  );
  return made.id;
}

test(
  'SHEET-01 ADM-20 NAV-24 I18N-01 the table view, its questions and an import',
  deep,
  async ({ browser }) => {
    await walk(await personPage(browser, 'admin'), async ({ page, visit, look }) => {
      const dialog = page.getByRole('dialog');
      await visit('/admin/supplier?viewMode=table');
      const titles = await page.getByRole('grid').getByRole('columnheader').allInnerTexts();
      const payment = titles.findIndex((title) =>
        title.startsWith(t('entity.supplier.field.payment_method')),
      );
      await page
        .getByRole('grid')
        .locator('tr[aria-rowindex="2"] td')
        .nth(payment - 1)
        .click();
      await page.keyboard.press('F2');
      await expect(page.getByRole('option').first()).toBeVisible();
      await look('the choices of a cell', { only: 'desk' });
      await page.keyboard.press('Escape');
      await visit('/admin/cost-center?viewMode=table');
      const cell = (line: number, column: number) =>
        page
          .getByRole('grid')
          .locator(`tr[aria-rowindex="${line + 2}"] td`)
          .nth(column);
      await cell(0, 1).click();
      await page.keyboard.type('Anders genannt');
      await page.keyboard.press('Enter');
      await cell(1, 0).click();
      await page.keyboard.type(' !');
      await page.keyboard.press('Enter');
      await expect(page.getByRole('grid').locator('[aria-invalid]').first()).toBeVisible();
      await look('a table with a cell that is wrong');
      await page.keyboard.press('Control+z');
      await new Table(page).saveButton.click();
      await expect(dialog).toBeVisible();
      await look('saving the table');
      await page.keyboard.press('Escape');
      await expect(dialog).toBeHidden();
      await cell(2, 0).click();
      await page.getByRole('button', { name: t('table.remove_lines') }).click();
      await expect(dialog).toBeVisible();
      await look('removing lines');
      await page.keyboard.press('Escape');
      await expect(dialog).toBeHidden();
      await cell(2, 1).click();
      await new Table(page).paste('Lager', '<table><tr><td colspan="2">Lager</td></tr></table>');
      await expect(page.getByText(t('table.warning.merged'))).toBeVisible();
      await look('what pasting loses', { only: 'phone' });

      await page.getByRole('button', { name: t('table.import') }).click();
      await page.locator('input[type=file]').setInputFiles({
        name: 'kostenstellen.csv',
        mimeType: 'text/csv',
        buffer: Buffer.from('Nummer;Name;Sonstiges\r\nW1;doppelt;x\r\nW1;doppelt;\r\n', 'latin1'),
      });
      await expect(page.getByLabel(t('import.preview'))).toBeVisible();
      await look('an import');
      await page.getByRole('button', { name: /Zeilen importieren/ }).click();
      await expect(page.getByText(/Nichts wurde importiert/)).toBeVisible();
      await look('an import that was refused');
      await page.getByText(t('entity.view_list'), { exact: true }).click();
      await expect(dialog).toBeVisible();
      await look('leaving the table unsaved');
      await dialog.getByRole('button', { name: t('shell.unsaved.leave') }).click();
    });
  },
);

test(
  'LIST-03 ADM-18 ADM-19 VAL-45 NAV-24 I18N-01 the questions of a list and a form',
  deep,
  async ({ browser, afterwards }) => {
    const inactive = `Stillgelegt ${Date.now()}`;
    afterwards(await inactiveSupplier(inactive));
    await walk(await personPage(browser, 'admin'), async ({ page, visit, look, expectRefused }) => {
      const dialog = page.getByRole('dialog');
      await visit('/admin/supplier?q=gibtesnicht');
      // A supplier used by the demo: those of other journeys may be deleted.
      await page.goto('/admin/supplier?q=Br%C3%BCggemann');
      await page
        .getByRole('button', { name: /^Aktionen für Brüggemann/ })
        .first()
        .click();
      await expect(page.getByRole('menuitem').first()).toBeVisible();
      await look('the menu of a row');
      await page.getByRole('menuitem', { name: t('entity.delete') }).click();
      await look('deleting a record');
      expectRefused(/graphql/);
      await dialog.getByRole('button', { name: t('entity.delete') }).click();
      await expect(dialog).toContainText(t('entity.in_use_text'));
      await look('deleting what is used');
      await page.keyboard.press('Escape');
      await page.goto(`/admin/supplier?active=inactive&q=${inactive}`);
      await page.getByRole('button', { name: `Aktionen für ${inactive}` }).click();
      await page.getByRole('menuitem', { name: t('entity.delete') }).click();
      await dialog.getByRole('button', { name: t('entity.delete') }).click();
      await expect(dialog).toContainText(t('entity.in_use_inactive_text'));
      await look('deleting what is used and inactive already', { only: 'phone' });
      await page.keyboard.press('Escape');

      await page.goto('/admin/user/form');
      await page.getByRole('button', { name: t('entity.save') }).click();
      await expect(page.getByText(t('entity.problem.field_required')).first()).toBeVisible();
      await look('a form with errors');
      await page.getByRole('button', { name: t('shell.back') }).click();
      await page.goto('/admin/supplier');
      await page.locator('[data-row-open]').first().click();
      await page.getByRole('button', { name: t('entity.history') }).click();
      await expect(dialog.getByRole('listitem').first()).toBeVisible();
      await look('the history of a record');
      await page.keyboard.press('Escape');
      await page
        .getByRole('textbox', { name: new RegExp(`^${t('entity.supplier.field.name')}`) })
        .fill('Anders genannt');
      await look('a form with something unsaved');
      await page.getByRole('button', { name: t('shell.back') }).click();
      await expect(dialog).toBeVisible();
      await look('leaving a form unsaved');
    });
  },
);

/** An inactive supplier that is used by a product; the returned function removes both. */
async function inactiveSupplier(name: string): Promise<() => Promise<unknown>> {
  const { made } = await ask<{ made: { id: number } }>(
    'admin',
    'mutation ($object: supplier_insert_input!) { made: insert_supplier_one(object: $object) { id } }',
    { object: { name } },
  );
  await ask(
    'admin',
    `mutation ($id: bigint!, $product: product_insert_input!) {
      insert_product_one(object: $product) { id }
      update_supplier_by_pk(pk_columns: { id: $id }, _set: { active: false }) { id } }`,
    { id: made.id, product: { name, supplier_id: made.id } },
  );
  return () =>
    ask(
      'admin',
      `mutation ($id: bigint!) {
        delete_product(where: { supplier_id: { _eq: $id } }) { affected_rows }
        delete_supplier_by_pk(id: $id) { id } }`,
      { id: made.id },
    );
}

test(
  'NAV-05 the navigation of the administration leads to every declared page',
  deeper,
  async ({ browser }) => {
    const page = await personPage(browser, 'admin');
    await page.goto('/admin');
    await expect(page).toHaveURL(/\/admin\/client$/);
    const links = page.getByRole('navigation', { name: t('admin.title') }).getByRole('link');
    const declared = adminGroups.flatMap((group) => group.entities.map(({ route }) => route));
    await expect(links).toHaveCount(declared.length + settingsPages.length);
    const addresses = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')));
    expect(addresses).toEqual([
      ...declared.map((route) => `/admin/${route}`),
      ...settingsPages.map(({ page: name }) => `/admin/${name}`),
    ]);
  },
);
