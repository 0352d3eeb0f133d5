import { randomInt } from 'node:crypto';
import { expect } from '@playwright/test';
import { deep } from '../support/depth.ts';
import { expectAccessible } from './accessibility.ts';
import { test } from './journey.ts';
import { ask, texts } from './procurement-people.ts';
import { Table } from './table-view.ts';

const t = texts('de');

/** Numbers unique to this run, so that it can be repeated on the same data. */
const run = String(randomInt(1e6, 1e7));

test(
  'SHEET-01 SHEET-16 ADM-18 rows to be deleted are struck through; a refused save names them, their uses and the remedy',
  deep,
  async ({ browser }) => {
    const number = `V${run}`;
    const table = await Table.open(browser, 'cost-center');
    const { page } = table;
    const focused = page.locator('textarea:focus');
    await ask(
      'admin',
      'mutation ($n: String!) { insert_cost_center_one(object: { number: $n, name: "frei" }) { id } }',
      { n: number },
    );
    await page.reload();
    const [used = '', name = ''] = await Promise.all([
      table.cell(0, 0).innerText(),
      table.cell(0, 1).innerText(),
    ]);
    const remove = async (): Promise<void> => {
      await page.getByRole('button', { name: t('table.remove_lines') }).click();
      await page
        .getByRole('dialog')
        .getByRole('button', { name: t('table.remove_lines') })
        .click();
      await expect(page.getByRole('dialog')).toBeHidden();
    };
    await table.cell(0, 1).click();
    await remove();
    await expect(table.cell(0, 0)).toHaveCSS('text-decoration-line', 'line-through');
    await expect(focused).toHaveAccessibleName(/Zeile 1, Spalte Name/);
    await page.getByRole('button', { name: /Zeile speichern/ }).click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /löschen/ })
      .click();
    const refusal = page.getByRole('alert').filter({ hasText: t('table.refused.title') });
    await expect(refusal).toContainText(`Zeile 1, ${used} ${name}`);
    await expect(refusal).toContainText(/Bestellanforderungen: \d+/);
    await expect(focused).toHaveAccessibleName(/Zeile 1, Spalte Name/);
    await expectAccessible(page);
    await refusal.getByRole('button', { name: t('table.refused.deactivate_one') }).click();
    await expect(table.cell(0, 0)).toHaveCSS('text-decoration-line', 'none');
    await expect(table.cell(0, 2).getByRole('img')).toHaveAccessibleName(t('table.no'));
    await page.getByRole('button', { name: t('table.discard') }).click();
    await expect(page.getByText(t('table.all_saved'))).toBeVisible();

    await page.getByLabel(t('table.search')).fill(number);
    await expect(table.cell(0, 0)).toHaveText(number);
    await table.cell(0, 0).click();
    await remove();
    await table.saveButton.click();
    const confirm = page.getByRole('dialog').getByRole('button', { name: /löschen/ });
    // The notice is shown only briefly.
    await Promise.all([page.getByText(t('table.saved')).waitFor(), confirm.click()]);
    const query = 'query ($n: String!) { cost_center(where: { number: { _eq: $n } }) { id } }';
    expect(await ask('admin', query, { n: number })).toEqual({ cost_center: [] });
  },
);

test(
  'SHEET-01 I18N-05 the first column stays, columns are dragged and sorted, selected numbers are summed, a row opens its form',
  deep,
  async ({ browser }) => {
    const table = await Table.open(browser, 'product');
    const { page } = table;
    const titles = await table.titles();
    const price = titles.indexOf(t('entity.product.field.price_netto'));
    await table.search('Bürobedarf');
    await expect(table.cell(0, price)).toHaveText(/^[\d.]+,\d\d$/);
    await expect(table.cell(0, price - 1)).toHaveText(/^\d+$/);
    const first = await table.cell(0, 0).boundingBox();
    await table.cell(0, price).click();
    await page.keyboard.press('Shift+ArrowDown');
    const amounts = await Promise.all([0, 1].map((line) => table.cell(line, price).innerText()));
    const [one = 0, two = 0] = amounts.map((amount) => Number(amount.replace('.', '').replace(',', '.')));
    const sum = (one + two).toLocaleString('de-DE', { minimumFractionDigits: 2 });
    await expect(page.getByText(`${t('table.sum')} ${sum}`)).toBeVisible();
    expect((await table.cell(0, 0).boundingBox())?.x).toBe(first?.x);

    await test.step('the menu of the column sorts the lines by keyboard', async () => {
      await page.keyboard.press('Alt+ArrowDown');
      await page.getByRole('menuitem', { name: t('table.column.descending') }).click();
      await expect(table.grid.getByRole('columnheader').nth(price + 1)).toHaveAttribute(
        'aria-sort',
        'descending',
      );
      await expect(page.locator('textarea:focus')).toHaveAccessibleName(/Spalte Preis netto/);
    });

    await test.step('a dragged width is restored', async () => {
      await table.view.evaluate((view) => view.scrollTo(0, 0));
      const head = table.grid.getByRole('columnheader').nth(2);
      const before = (await head.boundingBox())?.width ?? 0;
      const edge = await head.locator('[data-part=width]').boundingBox();
      if (!edge) throw new Error('the edge is not in view');
      await page.mouse.move(edge.x + 4, edge.y + 9);
      await page.mouse.down();
      await page.mouse.move(edge.x + 64, edge.y + 9, { steps: 3 });
      await page.mouse.up();
      await page.reload();
      await expect.poll(async () => (await head.boundingBox())?.width).toBe(before + 60);
    });

    await table.cell(2, 1).click();
    const name = await table.cell(2, 0).innerText();
    await page
      .getByRole('button', { name: t('table.open') })
      .first()
      .click();
    await expect(page.getByRole('heading', { level: 1 })).toContainText(name);
    await page.goBack();
    await expect(page.locator('textarea:focus')).toHaveAccessibleName(/Zeile 3, Spalte/);
  },
);
