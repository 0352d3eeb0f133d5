import { randomInt } from 'node:crypto';
import { expect } from '@playwright/test';
import { test } from './journey.ts';
import { ask, texts } from './procurement-people.ts';
import { Table } from './table-view.ts';

const t = texts('de');
const run = String(randomInt(1e6, 1e7));

test('SHEET-16 what is typed into the table stays while its rows are read anew, and when nothing can be read', async ({
  browser,
}) => {
  const table = await Table.open(browser, 'product');
  const supplier = `Nordlager ${run}`;
  await ask('admin', 'mutation ($name: String!) { insert_supplier_one(object: { name: $name }) { id } }', {
    name: supplier,
  });
  await table.page.reload();
  const { page } = table;
  const held = Promise.withResolvers<void>();
  const read = { anew: 0, unanswered: 0 };
  await table.choose(
    'a.csv',
    Buffer.from(`name;item_number;supplier_id\nLehre;A-${run};${supplier}\nBolzen;B-${run};${supplier}\n`),
  );
  await page.route('**/v1/graphql', async (route) => {
    const asked = route.request().postData() ?? '';
    if (asked.includes('query Choosable')) {
      read.unanswered += 1;
      return await route.abort();
    }
    if (asked.includes('query Sheet(')) {
      read.anew += 1;
      await held.promise;
    }
    await route.continue();
  });
  await page.getByRole('button', { name: /Zeilen? importieren/ }).click();
  await expect(page.getByText(/Import fertig: 2 neu/)).toBeVisible();
  await expect.poll(() => read.anew).toBe(1);

  await page.getByLabel(t('table.search')).fill('Akku-Bohr');
  await table.cell(0, 0).click();
  await page.keyboard.type('Getippt');
  held.resolve();
  // Lost requests are repeated twice before a page gives up.
  await expect.poll(() => read.unanswered).toBeGreaterThanOrEqual(3);
  await page.keyboard.type(' und weiter');
  await page.keyboard.press('Enter');
  await expect(table.cell(0, 0)).toHaveText('Getippt und weiter');
  await page.getByLabel(t('table.search')).fill('');
  await expect(page.getByText('0 neu, 1 geändert, 0 gelöscht')).toBeVisible();

  await test.step('without anything typed the table shows them, where one is', async () => {
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: t('table.undo') }).click();
    await page.getByLabel(t('table.search')).fill(run);
    await expect(table.cell(0, 0)).toHaveText('Bolzen');
    await expect(table.cell(1, 0)).toHaveText('Lehre');
  });
});
