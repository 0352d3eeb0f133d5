import { randomInt } from 'node:crypto';
import { expect } from '@playwright/test';
import { deep } from '../support/depth.ts';
import { expectAccessible } from './accessibility.ts';
import { test } from './journey.ts';
import { ask, texts } from './procurement-people.ts';
import { Table } from './table-view.ts';

const t = texts('de');
const run = String(randomInt(1e6, 1e7));
const changed = (count: number): string => t('table.count.changed').replace('{{count}}', String(count));

test(
  'SHEET-16 typed cells stay while rows are reloaded, and when reloading fails',
  deep,
  async ({ browser }) => {
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
    // A late stream makes the page read once more.
    await expect.poll(() => read.anew).toBeGreaterThanOrEqual(1);

    // A search that starts after the name was changed would no longer find the row.
    await table.search('Akku-Bohr');
    await table.cell(0, 0).click();
    await page.keyboard.type('Getippt');
    held.resolve();
    // Lost requests are repeated twice before the page gives up.
    await expect.poll(() => read.unanswered).toBeGreaterThanOrEqual(3);
    await page.keyboard.type(' und weiter');
    await page.keyboard.press('Enter');
    await expect(table.cell(0, 0)).toHaveText('Getippt und weiter');
    await page.getByLabel(t('table.search')).fill('');
    await expect(page.getByText(changed(1))).toBeVisible();

    await test.step('without typed cells the table shows them, at the same position', async () => {
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: t('table.undo') }).click();
      await page.getByLabel(t('table.search')).fill(run);
      await expect(table.cell(0, 0)).toHaveText('Bolzen');
      await expect(table.cell(1, 0)).toHaveText('Lehre');
    });
  },
);

test(
  'SHEET-16 a stored row is not saved twice when reloading fails; new rows wait for Escape',
  deep,
  async ({ browser }) => {
    const name = `Halle ${run}`;
    const table = await Table.open(browser, 'location');
    const { page } = table;
    const stored = async (): Promise<number> => {
      const query = 'query ($name: String!) { location(where: { name: { _eq: $name } }) { id } }';
      return (await ask<{ location: unknown[] }>('admin', query, { name })).location.length;
    };
    await table.cell(0, 0).click();
    await table.goTo(await table.firstEmpty(), 1);
    await page.keyboard.type(name);
    await page.keyboard.press('Enter');

    await test.step('no changes are left when the stored rows cannot be read', async () => {
      await page.route('**/v1/graphql', (route) =>
        route.request().postData()?.includes('query Sheet(') ? route.abort() : route.continue(),
      );
      await table.confirmSave();
      await expect(page.getByRole('button', { name: t('shell.error.retry') })).toBeVisible();
      await expect(table.saveButton).toBeHidden();
      await page.unroute('**/v1/graphql');
      await page.getByRole('button', { name: t('shell.error.retry') }).click();
      await expect(page.getByText(t('table.all_saved'))).toBeVisible();
      expect(await stored()).toBe(1);
    });

    await test.step('imported rows are shown as soon as the cell is left unchanged', async () => {
      const held = Promise.withResolvers<void>();
      let isRead = false;
      await table.choose('a.csv', Buffer.from(`name\nTor ${run}\n`));
      await page.route('**/v1/graphql', async (route) => {
        const isSheet = route.request().postData()?.includes('query Sheet(') ?? false;
        if (isSheet) await held.promise;
        await route.continue();
        isRead ||= isSheet;
      });
      await page.getByRole('button', { name: /Zeilen? importieren/ }).click();
      await expect(page.getByText(/Import fertig: 1 neu/)).toBeVisible();
      const rows = Number(await table.grid.getAttribute('aria-rowcount'));
      await table.cell(0, 1).click();
      await page.keyboard.type('Getippt');
      const answered = page.waitForResponse('**/v1/graphql');
      held.resolve();
      await answered;
      await expect.poll(() => isRead).toBe(true);
      await expect(table.grid).toHaveAttribute('aria-rowcount', String(rows));
      await page.keyboard.press('Escape');
      await expect(table.grid).toHaveAttribute('aria-rowcount', String(rows + 1));
      await expect(page.getByText(t('table.all_saved'))).toBeVisible();
    });
  },
);

async function isActive(number: string): Promise<boolean | undefined> {
  const { cost_center } = await ask<{ cost_center: readonly { active: boolean }[] }>(
    'admin',
    'query ($n: String!) { cost_center(where: { number: { _eq: $n } }) { active } }',
    { n: number },
  );
  return cost_center[0]?.active;
}

test(
  'PROC-43 the table view and an import need a confirmation before they change records used by open documents',
  deep,
  async ({ browser }) => {
    const { procurement } = await ask<{ procurement: readonly { cost_center: { number: string } }[] }>(
      'admin',
      `{ procurement(where: { status: { _eq: "approval" }, cost_center: { active: { _eq: true } } }, limit: 1) {
      cost_center { number } } }`,
    );
    const number = procurement[0]?.cost_center.number ?? '';
    const file = Buffer.from(`Nummer;Aktiv\r\n${number};nein\r\n`, 'latin1');
    const table = await Table.open(browser, 'cost-center');
    const { page } = table;
    const documents = page.getByText(t('entity.waiting.rows'));

    await table.choose('kostenstellen.csv', file);
    await page.getByRole('button', { name: t('import.into_sheet') }).click();
    await table.saveButton.click();
    await expect(documents).toBeVisible();
    await expectAccessible(page);
    await page
      .getByRole('dialog')
      .getByRole('button', { name: t('shell.cancel') })
      .click();
    expect(await isActive(number)).toBe(true);

    await table.choose('kostenstellen.csv', file);
    await page.getByRole('button', { name: /Zeile importieren/ }).click();
    await expect(page.getByText(t('import.asks'))).toBeVisible();
    await expect(documents).toBeVisible();
    expect(await isActive(number)).toBe(true);
    await page.getByRole('button', { name: t('import.anyway') }).click();
    await expect(page.getByText(/Import fertig: 0 neu, 1 geändert/)).toBeVisible();
    expect(await isActive(number)).toBe(false);
    await ask(
      'admin',
      'mutation ($n: String!) { update_cost_center(where: { number: { _eq: $n } }, _set: { active: true }) { affected_rows } }',
      { n: number },
    );
  },
);
