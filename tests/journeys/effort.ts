import type { Browser, Locator, Page } from '@playwright/test';

/** The effort of people until they reach something: clicks, filled fields, chosen files, and seconds. */
export class Effort {
  steps = 0;
  readonly #begun = Date.now();

  async click(target: Locator): Promise<void> {
    this.steps += 1;
    await target.click();
  }

  async fill(target: Locator, text: string): Promise<void> {
    this.steps += 1;
    await target.fill(text);
  }

  async press(page: Page, key: string): Promise<void> {
    this.steps += 1;
    await page.keyboard.press(key);
  }

  async choose(page: Page, name: string, buffer: Buffer): Promise<void> {
    this.steps += 1;
    const mimeType = 'application/octet-stream';
    await page.locator('input[type=file]').setInputFiles({ name, mimeType, buffer });
  }

  get seconds(): number {
    return (Date.now() - this.#begun) / 1000;
  }
}

/** A window opened by the login link in this text. */
export async function opened(browser: Browser, effort: Effort, text: string): Promise<Page> {
  const link = /https?:\/\/\S+\/login\/\S+/.exec(text)?.[0] ?? '';
  const context = await browser.newContext({
    locale: 'de-DE',
    timezoneId: 'Europe/Berlin',
    viewport: { width: 1440, height: 900 },
  });
  await context.addInitScript(() => localStorage.setItem('lang', 'de'));
  const page = await context.newPage();
  const { pathname, search } = new URL(link);
  await page.goto(pathname + search);
  await effort.click(page.getByRole('button', { name: 'Jetzt anmelden' }));
  return page;
}
