import { type Browser, expect, type Locator, type Page } from '@playwright/test';
import { personPage, texts } from './procurement-people.ts';

const t = texts('de');

/** The table view of an entity, with what a person does in it. */
export class Table {
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
      .filter({ hasText: /[\d.]+ Zeilen?$/ })
      .last()
      .textContent();
    return Number(/([\d.]+) Zeilen?$/.exec(text ?? '')?.[1]?.replaceAll('.', ''));
  }

  async goTo(line: number, column: number): Promise<void> {
    await this.page.keyboard.press('Control+Home');
    for (let step = 0; step < line; step += 1) await this.page.keyboard.press('ArrowDown');
    for (let step = 0; step < column; step += 1) await this.page.keyboard.press('ArrowRight');
  }

  /** Milliseconds until the page has drawn what was pasted; `html` is what spreadsheet programs put beside the text. */
  async paste(text: string, html = ''): Promise<number> {
    return await this.page.evaluate(
      async (content) => {
        const data = new DataTransfer();
        data.setData('text/plain', content.text);
        if (content.html !== '') data.setData('text/html', content.html);
        const event = new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true });
        const started = performance.now();
        document.activeElement?.dispatchEvent(event);
        await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
        return performance.now() - started;
      },
      { text, html },
    );
  }

  /** The titles of the columns, without the number of the line. */
  async titles(): Promise<readonly string[]> {
    const titles = await this.grid.getByRole('columnheader').allInnerTexts();
    return titles.slice(1).map((title) => title.replace('*', '').trim());
  }

  async choose(name: string, content: Buffer): Promise<void> {
    await this.page.getByRole('button', { name: t('table.import') }).click();
    await this.page
      .locator('input[type=file]')
      .setInputFiles({ name, mimeType: 'text/csv', buffer: content });
    await expect(this.page.getByLabel(t('import.preview'))).toBeVisible();
  }

  async save(): Promise<void> {
    await this.page.getByRole('button', { name: t('table.save_table') }).click();
    await this.page
      .getByRole('dialog')
      .getByRole('button', { name: t('table.save.confirm') })
      .click();
    await expect(this.page.getByText(t('table.saved'))).toBeVisible();
    await expect(this.page.getByRole('dialog')).toBeHidden();
  }
}
