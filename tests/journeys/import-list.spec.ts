import { randomInt } from 'node:crypto';
import { expect } from '@playwright/test';
import { deep } from '../support/depth.ts';
import { xlsxFile } from '../support/xlsx.ts';
import { expectAccessible } from './accessibility.ts';
import { test } from './journey.ts';
import { ask, texts } from './procurement-people.ts';
import { Table } from './table-view.ts';

const t = texts('de');
const run = String(randomInt(1e6, 1e7));
const supplier = `Listenhandel ${run}`;

test(
  'SHEET-19 a list from Excel: foreign titles, a title above, missing groups, each difference before the import',
  deep,
  async ({ browser }) => {
    await ask('admin', 'mutation ($name: String!) { insert_supplier_one(object: { name: $name }) { id } }', {
      name: supplier,
    });
    const table = await Table.open(browser, 'product');
    const { page } = table;
    const sheet = async (price: number): Promise<Buffer> =>
      await xlsxFile([
        {
          name: 'Artikel',
          rows: [
            ['Artikelliste'],
            [],
            ['Artikel', 'Art.-Nr.', 'Lieferant', 'Warengruppe', 'EK-Preis', 'Lagerort'],
            [`Tau ${run}`, `T-${run}`, supplier, `Seile ${run}`, price, 'R1'],
          ],
        },
      ]);
    const field = (column: string) => page.getByLabel(t('import.field_of').replace('{{column}}', column));

    await test.step('the columns are found, and a missing group is offered', async () => {
      await table.choose('artikel.xlsx', await sheet(12.5));
      await expect(field('Art.-Nr.')).toHaveValue('item_number');
      await expect(field('EK-Preis')).toHaveValue('price_netto');
      await expect(field('Lagerort')).toHaveValue('');
      const missing = page.getByRole('checkbox', { name: t('import.missing') });
      await expect(page.getByText(`Seile ${run}`).last()).toBeVisible();
      await missing.check();
      await field('Lagerort').selectOption('description');
      await expectAccessible(page);
      await page.getByRole('button', { name: /Zeile importieren/ }).click();
      await expect(
        page.getByText(/Import fertig: 1 neu.* 1 Eintrag in „Produktgruppen“ angelegt/),
      ).toBeVisible();
    });

    await test.step('the same shape has the same columns, and a changed price is shown first', async () => {
      await table.choose('artikel.xlsx', await sheet(13.9));
      await expect(field('Lagerort')).toHaveValue('description');
      await page.getByRole('button', { name: /Zeile importieren/ }).click();
      const differences = page.getByRole('region', { name: t('import.differences.label') });
      await expect(differences.getByRole('row', { name: /Preis netto 12,50 13,90/ })).toBeVisible();
      await expectAccessible(page);
      await page.getByRole('button', { name: t('import.confirm') }).click();
      await expect(page.getByText(/Import fertig: 0 neu, 1 geändert/)).toBeVisible();
    });

    const { product } = await ask<{ product: readonly object[] }>(
      'admin',
      'query ($n: String!) { product(where: { item_number: { _eq: $n } }) { name price_netto description product_group { name } } }',
      { n: `T-${run}` },
    );
    expect(product).toEqual([
      { name: `Tau ${run}`, price_netto: 13.9, description: 'R1', product_group: { name: `Seile ${run}` } },
    ]);
  },
);

test('SHEET-19 a template and the table are downloaded as Excel', deep, async ({ browser }) => {
  const table = await Table.open(browser, 'cost-center');
  const { page } = table;
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: t('table.export_xlsx') }).click();
  expect((await download).suggestedFilename()).toMatch(/^cost_center_\d{4}-\d\d-\d\d\.xlsx$/);
  await page.getByRole('button', { name: t('table.import') }).click();
  const template = page.waitForEvent('download');
  await page.getByRole('button', { name: t('import.template') }).click();
  expect((await template).suggestedFilename()).toMatch(/\.xlsx$/);
});
