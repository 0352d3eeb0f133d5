import { expect, type Page } from '@playwright/test';
import { deep } from '../support/depth.ts';
import { expectAccessible } from './accessibility.ts';
import { test } from './journey.ts';
import { personPage, texts } from './procurement-people.ts';
import { actionButton, field } from './request-page.ts';
import { withEveryModule } from './switch-module.ts';

withEveryModule();

const t = texts('de');
const many = 120;

const rows = (page: Page) => page.locator('tr[data-line]');
const cell = (page: Page, line: number, column = 'description') =>
  page.locator(`tr[data-line="${line}"] [data-column="${column}"] input`);

/** A new request with 120 lines, of which the last one has the focus. */
async function requestOfMany(page: Page, quantityOf: (line: number) => string = () => '2'): Promise<void> {
  await page.goto('/procurement/form');
  const text = Array.from({ length: many }, (_, line) => `Artikel ${line + 1}\t${quantityOf(line)}\t4,50`);
  await cell(page, 0).evaluate((input, pasted) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', pasted);
    input.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }, text.join('\r\n'));
  const take = t('document.line.paste.take').replace('{{count}}', String(many));
  await page.getByRole('button', { name: take, exact: true }).click();
  await expect(cell(page, many - 1)).toBeFocused();
}

/** Scrolls the page until the first or last line is far out of view. */
async function scrollBy(page: Page, pixels: number): Promise<void> {
  await page.mouse.move(500, 600);
  await page.mouse.wheel(0, pixels);
}

test(
  'PROC-40 a request of 120 lines holds the rows in view, and its keys reach every line',
  deep,
  async ({ browser }) => {
    const page = await personPage(browser, 'requester');
    await requestOfMany(page);
    await expect(page.getByRole('table', { name: t('document.line.title') })).toHaveAttribute(
      'aria-rowcount',
      String(many + 1),
    );
    await page.keyboard.press('Control+Home');
    await expect(cell(page, 0)).toBeFocused();
    expect(await rows(page).count()).toBeLessThan(80);
    await expect(rows(page).first()).toHaveAttribute('aria-rowindex', '2');
    await expectAccessible(page);

    await page.keyboard.press('PageDown');
    await expect(cell(page, 20)).toBeFocused();
    await page.keyboard.press('Control+End');
    await expect(cell(page, many - 1)).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(cell(page, many)).toBeFocused();
    await page.keyboard.type('Nachtrag');
    await expect(cell(page, many)).toHaveValue('Nachtrag');

    await page.keyboard.press('Control+f');
    await expect(page.getByRole('searchbox', { name: t('document.line.find') })).toBeFocused();
    await page.keyboard.type('Artikel 77');
    await page.keyboard.press('Enter');
    await expect(cell(page, 76)).toBeFocused();
    await expect(cell(page, 76)).toBeInViewport();
    await expect(page.locator('tr[data-found]')).toHaveAttribute('data-line', '76');
  },
);

test(
  'PROC-40 a line keeps focus and unreadable text while it is out of view, and printing shows all lines',
  deep,
  async ({ browser }) => {
    const page = await personPage(browser, 'requester');
    await requestOfMany(page);
    await page.keyboard.press('Control+Home');
    await cell(page, 0, 'quantity').fill('viele');
    await cell(page, 1).focus();
    await expect(cell(page, 60)).toHaveCount(0);
    await scrollBy(page, 20_000);
    await expect(cell(page, many - 1)).toBeInViewport();
    await expect(cell(page, 1)).toBeFocused();
    await expect(cell(page, 1)).not.toBeInViewport();
    await expect(cell(page, 0, 'quantity')).toHaveValue('viele');
    await expect(cell(page, 60)).toHaveCount(0);
    await page.keyboard.press('End');
    await page.keyboard.type(' rot');
    await expect(cell(page, 1)).toHaveValue('Artikel 2 rot');
    await expect(cell(page, 1)).toBeInViewport();

    await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')));
    await expect(rows(page)).toHaveCount(many);
    await page.evaluate(() => window.dispatchEvent(new Event('afterprint')));
    await expect.poll(() => rows(page).count()).toBeLessThan(80);
  },
);

test(
  'VAL-45 an error in a line out of view is shown and gets the focus after those of the head',
  deep,
  async ({ browser }) => {
    const page = await personPage(browser, 'requester');
    await requestOfMany(page, (line) => (line === 90 || line === 100 ? '0' : '2'));
    await page.keyboard.press('Control+Home');
    await expect(cell(page, 0)).toBeFocused();
    await expect(cell(page, 90)).toHaveCount(0);
    await actionButton(page, t, 'submit').click();
    const delivery = field(page, t('field.delivery_date'));
    await expect(delivery).toBeFocused();
    await delivery.fill('+14');
    await actionButton(page, t, 'submit').click();
    await expect(cell(page, 90, 'quantity')).toBeFocused();
    await expect(cell(page, 90, 'quantity')).toHaveAttribute('aria-invalid', 'true');
    await expect(cell(page, 90, 'quantity')).toBeInViewport();
  },
);
