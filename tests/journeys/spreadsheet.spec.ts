import { randomInt } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { expect } from '@playwright/test';
import { deep, longestWait } from '../support/depth.ts';
import { fastest } from '../support/fastest.ts';
import { expectAccessible } from './accessibility.ts';
import { test } from './journey.ts';
import { firstAdministrator } from './own-tenant.ts';
import { ask, texts } from './procurement-people.ts';
import { Table } from './table-view.ts';

const t = texts('de');

/** Numbers unique to this run, so that it can be repeated on the same data. */
const run = String(randomInt(1e6, 1e7));

async function costCenters(like: string): Promise<readonly { number: string; name: string }[]> {
  const { cost_center } = await ask<{ cost_center: { number: string; name: string }[] }>(
    'admin',
    'query ($like: String!) { cost_center(where: { number: { _like: $like } }, order_by: [{ number: asc }]) { number name } }',
    { like },
  );
  return cost_center;
}

test('SHEET-01 SHEET-05 SHEET-16 a block is pasted, its errors corrected, and saved', async ({ browser }) => {
  const problems: string[] = [];
  const table = await Table.open(browser, 'cost-center', problems);
  const { page } = table;
  await table.cell(0, 0).click();
  const line = await table.firstEmpty();
  await table.goTo(line, 0);
  await table.paste(`S${run}A\tLager\r\nS${run} !\tBüro\r\nS${run}A\t\r\n`);

  await test.step('red cells show the reason, and nothing is saved', async () => {
    await expect(table.cell(line + 1, 0)).toHaveAttribute('aria-invalid', 'true');
    await expect(table.cell(line + 2, 1)).toHaveAttribute('title', /Pflicht|ausfüllen|fehlt/);
    await table.saveButton.click();
    await expect(page.getByRole('dialog')).toBeHidden();
    // The first red cell is active now.
    await page.keyboard.type(`S${run}C`);
    await page.keyboard.press('Enter');
    await expectAccessible(page);
  });

  await test.step('they are corrected by typing', async () => {
    await table.cell(line + 1, 0).click();
    await page.keyboard.type(`S${run}B`);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Tab');
    await page.keyboard.type('Werk');
    await page.keyboard.press('Enter');
    await expect(table.grid.locator('[aria-invalid]')).toHaveCount(0);
  });

  await table.save();
  expect(await costCenters(`S${run}%`)).toEqual([
    { number: `S${run}A`, name: 'Werk' },
    { number: `S${run}B`, name: 'Büro' },
    { number: `S${run}C`, name: 'Lager' },
  ]);
  expect(problems).toEqual([]);
});

test(
  'SHEET-01 fill, undo and redo; SHEET-17 search; SHEET-03 leaving needs a confirmation',
  deep,
  async ({ browser }) => {
    const table = await Table.open(browser, 'cost-center');
    const { page } = table;
    const line = await table.firstEmpty();
    await table.cell(0, 0).click();
    await table.goTo(line, 1);
    await page.keyboard.type('Gefüllt');
    await page.keyboard.press('Enter');
    await page.keyboard.press('ArrowUp');
    for (let step = 0; step < 3; step += 1) await page.keyboard.press('Shift+ArrowDown');
    await page.keyboard.press('Control+d');
    await expect(table.cell(line + 3, 1)).toHaveText(/Gefüllt/);
    await page.keyboard.press('Control+z');
    await expect(table.cell(line + 3, 1)).toHaveText('');
    await page.keyboard.press('Control+y');
    await expect(table.cell(line + 3, 1)).toHaveText(/Gefüllt/);

    await test.step('with the pointer', async () => {
      await table.view.evaluate((view) => view.scrollTo(0, view.scrollHeight));
      await table.cell(line, 1).click();
      await expect(page.getByText(/^Auswahl /)).toBeHidden();
      await page.locator('[data-part=fill]').dragTo(table.cell(line + 6, 1));
      await expect(table.cell(line + 6, 1)).toHaveText(/Gefüllt/);
    });

    await test.step('a search hides lines and keeps what was typed', async () => {
      await page.getByLabel(t('table.search')).fill('Gefüllt');
      await expect(table.cell(0, 1)).toHaveText(/Gefüllt/);
      await expect(table.grid.locator('tbody tr')).toHaveCount(7);
      await page.getByLabel(t('table.search')).fill('');
      await expect(table.cell(line + 6, 1)).toHaveText(/Gefüllt/);
    });

    await page.getByText(t('entity.view_list'), { exact: true }).click();
    await page.getByRole('button', { name: t('shell.unsaved.stay') }).click();
    await expect(table.cell(line, 1)).toHaveText(/Gefüllt/);
    await page.getByText(t('entity.view_list'), { exact: true }).click();
    await page.getByRole('button', { name: t('shell.unsaved.leave') }).click();
    await expect(page.getByRole('grid')).toBeHidden();
  },
);

test(
  'SHEET-16 changes made by another person meanwhile are reported, not overwritten',
  deep,
  async ({ browser }) => {
    const number = `K${run}`;
    const table = await Table.open(browser, 'cost-center');
    await ask(
      'admin',
      'mutation ($n: String!) { insert_cost_center_one(object: { number: $n, name: "alt" }) { id } }',
      { n: number },
    );
    await table.page.reload();
    const { page } = table;
    await page.getByLabel(t('table.search')).fill(number);
    await expect(table.cell(0, 0)).toHaveText(number);
    await table.cell(0, 1).click();
    await page.keyboard.type('meins');
    await page.keyboard.press('Enter');
    await ask(
      'admin',
      'mutation ($n: String!) { update_cost_center(where: { number: { _eq: $n } }, _set: { name: "fremd" }) { affected_rows } }',
      {
        n: number,
      },
    );
    await table.confirmSave();
    await expect(page.getByRole('alert')).toContainText(number);
    expect(await costCenters(number)).toEqual([{ number, name: 'fremd' }]);
    await page.getByRole('button', { name: t('table.conflict.reload_one') }).click();
    await expect(table.cell(0, 1)).toHaveText('fremd');
  },
);

test(
  'SHEET-14 the shown lines are exported as CSV, ADM-20 and imported again with an error first',
  deep,
  async ({ browser }) => {
    const problems: string[] = [];
    const table = await Table.open(browser, 'cost-center', problems);
    const { page } = table;
    const choose = (content: string) => table.choose('kostenstellen.csv', Buffer.from(content, 'latin1'));

    await choose(`Nummer;Name;Sonstiges\r\nJ${run};Größe;x\r\nJ${run};doppelt;\r\n`);
    await expectAccessible(page);
    await page.getByRole('button', { name: /Zeilen importieren/ }).click();
    await expect(page.getByText(/Nichts wurde importiert/)).toBeVisible();
    const reported = page.waitForEvent('download');
    await page.getByRole('button', { name: t('import.report.download') }).click();
    expect(readFileSync(await (await reported).path(), 'utf8')).toContain(`3;Nummer;J${run};`);
    await page.getByRole('button', { name: '1 richtige Zeile importieren' }).click();
    await expect(page.getByText(/Import fertig: 1 neu.* 1 Fehler/)).toBeVisible();
    await page
      .getByRole('status')
      .getByRole('button', { name: t('shell.close') })
      .click();

    await choose(`Nummer;Name\r\nI${run};Größe\r\n`);
    await page.getByRole('button', { name: /Zeile importieren/ }).click();
    await expect(page.getByRole('dialog')).toBeHidden();
    await page.goto('/overview');
    await page.goto('/admin/cost-center?viewMode=table');
    await expect(page.getByText(/Import fertig: 1 neu/)).toBeVisible();
    await page.getByLabel(t('table.search')).fill(`I${run}`);
    await expect(table.cell(0, 1)).toHaveText('Größe');

    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: t('table.export') }).click();
    const file = await download;
    expect(file.suggestedFilename()).toMatch(/^cost_center_\d{4}-\d\d-\d\d\.csv$/);
    const lines = readFileSync(await file.path(), 'utf8')
      .trim()
      .split('\r\n');
    expect(lines).toHaveLength(2);
    expect(lines[1]).toContain(`I${run};Größe`);
    expect(problems).toEqual([]);
  },
);

test(
  'SHEET-13 SHEET-02 the table is 600 px high and warns before risky operations',
  deep,
  async ({ browser }) => {
    const table = await Table.open(browser, 'cost-center');
    const { page } = table;
    const dialog = page.getByRole('dialog', { name: t('table.warning.title') });
    const refuse = async (warning: string): Promise<void> => {
      await expect(dialog).toContainText(warning);
      await dialog.getByRole('button', { name: t('shell.cancel') }).click();
      await expect(dialog).toBeHidden();
    };
    const [number = '', name = ''] = await Promise.all([
      table.cell(0, 0).innerText(),
      table.cell(0, 1).innerText(),
    ]);
    expect((await table.view.boundingBox())?.height).toBe(600);

    await test.step('deleting rows', async () => {
      await table.cell(0, 0).click();
      await page.getByRole('button', { name: t('table.remove_lines') }).click();
      await refuse(t('table.warning.rows_one').replace('{{count}}', '1'));
      await expect(table.cell(0, 0)).toHaveText(number);
    });

    await test.step('deleting columns', async () => {
      await table.cell(0, 1).click();
      await page.keyboard.press('Control+Shift+ArrowDown');
      await page.keyboard.press('Delete');
      await refuse(t('table.warning.columns'));
      await table.view.evaluate((view) => view.scrollTo(0, 0));
      await expect(table.cell(0, 1)).toHaveText(name);
    });

    await test.step('clearing search results', async () => {
      const all = (await table.grid.getAttribute('aria-rowcount')) ?? '';
      await page.getByLabel(t('table.search')).fill('ung');
      await expect(table.grid).not.toHaveAttribute('aria-rowcount', all);
      const found = await table.cell(0, 1).innerText();
      await table.cell(0, 1).click();
      await page.keyboard.press('Shift+ArrowDown');
      await page.keyboard.press('Delete');
      await refuse(t('table.warning.search'));
      await expect(table.cell(0, 1)).toHaveText(found);
      await page.getByLabel(t('table.search')).fill('');
      await expect(table.grid).toHaveAttribute('aria-rowcount', all);
      await expect(table.cell(0, 0)).toHaveText(number);
    });

    await test.step('copying from a spreadsheet program, and merged cells', async () => {
      const notice = page.getByRole('status').filter({ has: page.getByRole('button') });
      const line = await table.firstEmpty();
      await table.cell(0, 0).click();
      await table.goTo(line, 0);
      await table.paste(`W${run}\tWerk`, `<table><tr><td>W${run}</td><td>Werk</td></tr></table>`);
      await expect(notice).toContainText(t('table.warning.copying'));
      await notice.getByRole('button', { name: t('shell.close') }).click();
      await expect(notice).toHaveCount(0);
      await table.cell(line, 0).click();
      await table.paste(`W${run}\t`, `<table><tr><td colspan="2">W${run}</td></tr></table>`);
      await expect(notice).toContainText(t('table.warning.merged'));
    });
  },
);

test(
  'SHEET-05 a taken number that only the server can detect turns red in its row',
  deep,
  async ({ browser }) => {
    const number = `T${run}`;
    const table = await Table.open(browser, 'cost-center');
    const { page } = table;
    const line = await table.firstEmpty();
    await table.cell(0, 0).click();
    await table.goTo(line, 0);
    await table.paste(`${number}A\tfrei\r\n${number}B\tvergeben\r\n`);
    const add =
      'mutation ($n: String!) { insert_cost_center_one(object: { number: $n, name: "fremd" }) { id } }';
    await ask('admin', add, { n: `${number}B` });
    await table.confirmSave();
    await expect(table.cell(line + 1, 0)).toHaveAttribute('aria-invalid', 'true');
    await expect(table.cell(line + 1, 0)).toHaveAttribute('title', t('entity.problem.unique_violation'));
    await expect(table.grid.locator('[aria-invalid]')).toHaveCount(1);
    expect(await costCenters(`${number}%`)).toEqual([{ number: `${number}B`, name: 'fremd' }]);
    await table.cell(line + 1, 0).click();
    await page.keyboard.type(`${number}C`);
    await page.keyboard.press('Enter');
    await table.save();
    expect(await costCenters(`${number}%`)).toHaveLength(3);
  },
);

test(
  'VAL-26 VAL-43 a new company in the table view creates its delivery address',
  deep,
  async ({ browser }) => {
    const name = `Tabelle ${run} GmbH`;
    const table = await Table.open(browser, 'client');
    const titles = await table.titles();
    const columnOf = (field: string): number => titles.indexOf(t(`entity.client.field.${field}`));
    const company: Readonly<Record<string, string>> = {
      name,
      billing_name: name,
      billing_address: 'Kai 1',
      billing_zipcode: '20457',
      billing_city: 'Hamburg',
    };
    const fieldAt = new Map(Object.keys(company).map((field) => [columnOf(field), field]));
    const cells = titles.map((_, column) => company[fieldAt.get(column) ?? ''] ?? '');
    const delivery = ['delivery_name', 'delivery_address', 'delivery_zipcode', 'delivery_city'];
    const line = await table.firstEmpty();
    await table.cell(0, 0).click();
    await table.goTo(line, 0);
    await table.paste(cells.join('\t'));
    await expect(table.grid.locator('[aria-invalid]')).toHaveCount(4);
    for (const field of delivery) {
      await expect(table.cell(line, columnOf(field))).toHaveAttribute('aria-invalid', 'true');
    }
    await table.cell(line, columnOf('delivery_name')).click();
    await table.paste('Lager\tKai 2\t\t20457\tHamburg');
    await expect(table.grid.locator('[aria-invalid]')).toHaveCount(0);
    await table.save();
    const { client } = await ask<{ client: unknown }>(
      'admin',
      `query ($name: String!) { client(where: { name: { _eq: $name } }) {
      client_addresses { address_name address city country is_default } } }`,
      { name },
    );
    expect(client).toEqual([
      {
        client_addresses: [
          { address_name: 'Lager', address: 'Kai 2', city: 'Hamburg', country: 'DE', is_default: true },
        ],
      },
    ]);
  },
);

test(
  'SHEET-01 I18N-05 5,000 rows of 20 columns are imported, scrolled, edited and pasted without lag',
  deep,
  async ({ browser }) => {
    const page = await firstAdministrator(browser, `Katalog ${run}`, `katalog${run}@demo.test`);
    const table = new Table(page);
    const imported = async (route: string, file: string, count: string): Promise<void> => {
      await page.goto(`/admin/${route}?viewMode=table`);
      await expect(table.grid).toBeVisible();
      await table.choose('a.csv', Buffer.from(file));
      await page.getByRole('button', { name: /Zeilen? importieren/ }).click();
      const done = page.getByText(new RegExp(`Import fertig: ${count} neu`));
      await expect(done).toBeVisible({ timeout: longestWait });
    };
    await imported('supplier', 'Name\nGroßhandel Nord\n', '1');
    const products = Array.from({ length: 5000 }, (_, n) => `Artikel ${n};A-${n};Großhandel Nord;${n},50;19`);
    await imported(
      'product',
      `name;item_number;supplier_id;price_netto;tax\n${products.join('\n')}\n`,
      '5\\.000',
    );
    const navigation = page.getByRole('navigation', { name: t('admin.title') });
    await expect(navigation.getByRole('link', { name: `${t('entity.product.many')} 5.000` })).toBeVisible();
    await page.goto('/admin/product?viewMode=table');
    await expect(table.grid).toHaveAttribute('aria-rowcount', '5021');
    await expect(page.getByText('5.000 Zeilen', { exact: true })).toBeVisible();
    expect((await table.titles()).length).toBeGreaterThanOrEqual(20);

    await test.step('typing and moving are drawn without noticeable delay', async () => {
      await page.evaluate(() => {
        const slow: number[] = [];
        Object.assign(window, { slow });
        const observer = new PerformanceObserver((list) => {
          for (const { name, duration } of list.getEntries()) if (name === 'keydown') slow.push(duration);
        });
        observer.observe({ type: 'event', durationThreshold: 104 } as PerformanceObserverInit);
      });
      const keys = 40;
      const slowKeys = async () => {
        await table.cell(0, 0).click();
        for (let step = 0; step < keys / 4; step += 1) {
          for (const key of ['x', 'Enter', 'ArrowRight', 'PageDown']) await page.keyboard.press(key);
        }
        await page.keyboard.press('Control+Home');
        await expect(table.cell(0, 0)).toBeVisible();
        return await page.evaluate(() => (window as unknown as { slow: number[] }).slow.splice(0).length);
      };
      // The median, because the machine may be busy occasionally.
      expect(await fastest(keys / 2, slowKeys)).toBeLessThan(keys / 2);
    });

    await test.step('a frame of scrolling keeps the page busy for less than 50 ms', async () => {
      expect(await fastest(50, () => table.effortOfScrolling())).toBeLessThan(50);
    });

    await test.step('the last rows are shown immediately after scrolling', async () => {
      await page.keyboard.press('Control+End');
      await table.view.evaluate((view) => view.scrollTo(0, view.scrollHeight));
      await expect(table.cell(4999, 0)).toHaveText(/Artikel/);
    });

    await test.step('a paste of 2,000 rows is checked within two seconds', async () => {
      await page.keyboard.press('Control+Home');
      await expect(table.cell(0, 0)).toBeVisible();
      const rows = Array.from({ length: 2000 }, (_, n) => `Ersatz ${n}\t\tE-${n}`);
      const block = rows.map((row, n) => (n === 1 ? row.replace('Ersatz 1', ' ') : row)).join('\r\n');
      expect(await fastest(2000, () => table.paste(block))).toBeLessThan(2000);
      await expect(table.cell(1, 0)).toHaveAttribute('aria-invalid', 'true');
      await expect(table.cell(2, 0)).toHaveText('Ersatz 2');
    });
  },
);
