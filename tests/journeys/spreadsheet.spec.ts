import { randomInt } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { AxeBuilder } from '@axe-core/playwright';
import { type Browser, expect, type Locator, type Page } from '@playwright/test';
import { test } from './journey.ts';
import { ask, personPage, texts } from './procurement-people.ts';

const t = texts('de');

/** Numbers of this run, so that it can run again on the same data. */
const run = String(randomInt(1e6, 1e7));

async function expectAccessible(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([]);
}

/** The table view of an entity, with what a person does in it. */
class Table {
  readonly page: Page;
  readonly grid: Locator;

  constructor(page: Page) {
    this.page = page;
    this.grid = page.getByRole('grid');
  }

  static async open(browser: Browser, route: string, problems: string[] = []): Promise<Table> {
    const page = await personPage(browser, 'admin');
    page.on('console', (message) => {
      if (message.type() === 'error') problems.push(message.text());
    });
    await page.goto(`/admin/${route}?viewMode=table`);
    const table = new Table(page);
    await expect(table.grid).toBeVisible();
    return table;
  }

  /** By line and column, counted from 0. */
  cell(line: number, column: number): Locator {
    return this.grid.locator(`tr[aria-rowindex="${line + 2}"] td`).nth(column);
  }

  /** The place of the first line without anything in it. */
  async firstEmpty(): Promise<number> {
    const text = await this.page
      .getByText(/ · |^/)
      .filter({ hasText: /\d+ Zeilen?$/ })
      .last()
      .textContent();
    return Number(/(\d+) Zeilen?$/.exec(text ?? '')?.[1]);
  }

  async goTo(line: number, column: number): Promise<void> {
    await this.page.keyboard.press('Control+Home');
    for (let step = 0; step < line; step += 1) await this.page.keyboard.press('ArrowDown');
    for (let step = 0; step < column; step += 1) await this.page.keyboard.press('ArrowRight');
  }

  async paste(text: string): Promise<void> {
    await this.page.evaluate((content) => {
      const data = new DataTransfer();
      data.setData('text/plain', content);
      const event = new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true });
      document.activeElement?.dispatchEvent(event);
    }, text);
  }

  async save(): Promise<void> {
    await this.page.getByRole('button', { name: t('table.save_table') }).click();
    await this.page
      .getByRole('dialog')
      .getByRole('button', { name: t('table.save.confirm') })
      .click();
    await expect(this.page.getByText(t('table.saved'))).toBeVisible();
  }
}

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

  await test.step('red cells say why, and nothing is saved', async () => {
    await expect(table.cell(line + 1, 0)).toHaveAttribute('aria-invalid', 'true');
    await expect(table.cell(line + 2, 1)).toHaveAttribute('title', /Pflicht|ausfüllen|fehlt/);
    await page.getByRole('button', { name: t('table.save_table') }).click();
    await expect(page.getByRole('dialog')).toBeHidden();
    // The first red cell is the active one now.
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

test('SHEET-01 fill, undo and redo; SHEET-17 search; SHEET-03 leaving asks', async ({ browser }) => {
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
    await table.grid.evaluate((grid) => {
      grid.parentElement?.scrollTo(0, grid.scrollHeight);
    });
    await table.cell(line, 1).click();
    const handle = await page.locator('[data-part=fill]').boundingBox();
    const target = await table.cell(line + 6, 1).boundingBox();
    if (!handle || !target) throw new Error('the cells are not in view');
    await page.mouse.move(handle.x + 4, handle.y + 4);
    await page.mouse.down();
    await page.mouse.move(target.x + 20, target.y + 10, { steps: 5 });
    await page.mouse.up();
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
});

test('SHEET-16 what somebody else changed meanwhile is reported, not overwritten', async ({ browser }) => {
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
  await page.getByRole('button', { name: t('table.save_table') }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('table.save.confirm') })
    .click();
  await expect(page.getByRole('alert')).toContainText(number);
  expect(await costCenters(number)).toEqual([{ number, name: 'fremd' }]);
  await page.getByRole('button', { name: t('table.conflict.reload_one') }).click();
  await expect(table.cell(0, 1)).toHaveText('fremd');
});

test('SHEET-14 the shown lines as CSV, ADM-20 and back again with an error first', async ({ browser }) => {
  const problems: string[] = [];
  const table = await Table.open(browser, 'cost-center', problems);
  const { page } = table;
  const choose = async (content: string): Promise<void> => {
    await page.getByRole('button', { name: t('table.import') }).click();
    await page.locator('input[type=file]').setInputFiles({
      name: 'kostenstellen.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(content, 'latin1'),
    });
    await expect(page.getByLabel(t('import.preview'))).toBeVisible();
  };

  await choose(`Nummer;Name;Sonstiges\r\nI${run};Größe;x\r\nI${run};doppelt;\r\n`);
  await expectAccessible(page);
  await page.getByRole('button', { name: /Zeilen importieren/ }).click();
  await expect(page.getByText(/Nichts wurde importiert/)).toBeVisible();
  const reported = page.waitForEvent('download');
  await page.getByRole('button', { name: t('import.report.download') }).click();
  expect(readFileSync(await (await reported).path(), 'utf8')).toContain(`3;Nummer;I${run};`);
  await page
    .getByRole('status')
    .getByRole('button', { name: t('shell.close') })
    .click();

  await choose(`Nummer;Name\r\nI${run};Größe\r\n`);
  await page.getByRole('button', { name: /Zeile importieren/ }).click();
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
});
