import { type Browser, expect, type Locator, type Page } from '@playwright/test';
import { personPage, texts } from './procurement-people.ts';

const t = texts('de');

/** The table view of an entity, with the actions of a person. */
export class Table {
  readonly page: Page;
  readonly grid: Locator;
  /** The scrolling element. */
  readonly view: Locator;
  readonly saveButton: Locator;

  constructor(page: Page) {
    this.page = page;
    this.grid = page.getByRole('grid');
    this.view = page.locator('[data-sheet-view]');
    this.saveButton = page.getByRole('button', { name: /^(\d+ Zeilen? speichern|Tabelle speichern)$/ });
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

  /** The index of the first empty line. */
  async firstEmpty(): Promise<number> {
    const text = await this.page
      .getByText(/ · |^/)
      .filter({ hasText: /[\d.]+ Zeilen?$/ })
      .last()
      .textContent();
    return Number(/([\d.]+) Zeilen?$/.exec(text ?? '')?.[1]?.replaceAll('.', ''));
  }

  /** Searches, and waits until other lines are hidden. */
  async search(text: string): Promise<void> {
    const before = (await this.grid.getAttribute('aria-rowcount')) ?? '';
    await this.page.getByLabel(t('table.search')).fill(text);
    await expect(this.grid).not.toHaveAttribute('aria-rowcount', before);
  }

  async goTo(line: number, column: number): Promise<void> {
    await this.page.keyboard.press('Control+Home');
    for (let step = 0; step < line; step += 1) await this.page.keyboard.press('ArrowDown');
    for (let step = 0; step < column; step += 1) await this.page.keyboard.press('ArrowRight');
  }

  /**
   * Milliseconds until the page has drawn the pasted cells; `html` is the HTML that spreadsheet programs add to the
   * text.
   */
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

  /** Milliseconds of processor time of the page for scrolling by five lines, independent of the machine's load. */
  async effortOfScrolling(): Promise<number> {
    const client = await this.page.context().newCDPSession(this.page);
    await client.send('Performance.enable', { timeDomain: 'threadTicks' });
    const busySeconds = async (): Promise<number> => {
      const { metrics } = await client.send('Performance.getMetrics');
      return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN;
    };
    const frames = 60;
    const before = await busySeconds();
    await this.view.evaluate(async (view, count) => {
      for (let frame = 0; frame < count; frame += 1) {
        view.scrollTop += 130;
        await new Promise((drawn) => requestAnimationFrame(drawn));
      }
    }, frames);
    return ((await busySeconds()) - before) * (1000 / frames);
  }

  /** The titles of the columns, without the line number. */
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

  async confirmSave(): Promise<void> {
    await this.saveButton.click();
    await this.page
      .getByRole('dialog')
      .getByRole('button', { name: t('table.save.confirm') })
      .click();
  }

  async save(): Promise<void> {
    // The notice is shown only briefly.
    await Promise.all([this.page.getByText(t('table.saved')).waitFor(), this.confirmSave()]);
    await expect(this.page.getByRole('dialog')).toBeHidden();
  }
}
