import { randomUUID } from 'node:crypto';
import { expect, type Page } from '@playwright/test';
import { deep } from '../support/depth.ts';
import { drawStack } from '../support/drawn-invoice.ts';
import { expectAccessible } from './accessibility.ts';
import { test } from './journey.ts';
import { personPage, texts } from './procurement-people.ts';

const t = texts('de');
const filled = (key: string, values: Readonly<Record<string, string | number>>): string =>
  Object.entries(values).reduce((text, [name, value]) => text.replace(`{{${name}}}`, String(value)), t(key));

const row = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: name });
const newName = (): string => `stapel-${randomUUID().slice(0, 8)}`;

/** Uploads a stack that waits for its recognition. */
async function bring(page: Page, name: string, numbers: readonly string[]): Promise<void> {
  await page.getByLabel(t('invoice.upload.at_once')).uncheck();
  await page.getByLabel(t('invoice.upload.add')).setInputFiles({
    name: `${name}.pdf`,
    mimeType: 'application/pdf',
    buffer: await drawStack(numbers),
  });
  await expect(row(page, `${name}.pdf`)).toContainText(t('invoice.upload.state.waiting'));
}

const open = (page: Page, name: string) =>
  page.getByRole('button', { name: filled('invoice.pages.open_named', { name: `${name}.pdf` }) });
const table = (page: Page) => page.getByRole('dialog', { name: t('invoice.pages.title') });
const cut = (page: Page, before: number) =>
  table(page).getByRole('button', { name: filled('invoice.pages.cut', { page: before, next: before + 1 }) });
const apply = (page: Page) => table(page).getByRole('button', { name: t('invoice.pages.apply') });
const tool = (page: Page, key: string, name: string, number: number) =>
  table(page).getByRole('button', {
    name: filled(`invoice.pages.${key}`, {
      page: filled('invoice.pages.page', { file: `${name}.pdf`, page: number }),
    }),
  });

test(
  'REC-12 a scanned stack is split into three invoices, each read separately',
  deep,
  async ({ browser }) => {
    const page = await personPage(browser, 'accountant');
    await page.goto('/invoice/upload');
    const name = newName();
    await bring(page, name, ['RA-2025-1', 'RB-2025-2', 'RC-2025-3']);
    await open(page, name).click();
    await expect(table(page).locator('canvas')).toHaveCount(6);
    await expect(apply(page)).toBeDisabled();
    const tiles = table(page).getByRole('group');
    const order = () => tiles.evaluateAll((all) => all.map((tile) => tile.ariaLabel));
    const before = await order();
    await tiles.nth(0).dragTo(tiles.nth(3));
    await expect.poll(order).toEqual([1, 2, 3, 0, 4, 5].map((place) => before[place]));
    await page.keyboard.press('Control+z');
    await expect.poll(order).toEqual(before);
    await cut(page, 2).click();
    await cut(page, 3).click();
    await table(page)
      .getByRole('button', { name: t('invoice.pages.undo') })
      .click();
    await cut(page, 4).press('Enter');
    await expect(table(page).getByRole('region')).toHaveCount(3);
    await expectAccessible(page);
    await apply(page).click();
    await expect(table(page)).toHaveCount(0);
    const parts = ['1–2', '3–4', '5–6'].map((pages) => row(page, `${name} (${pages}).pdf`));
    for (const part of parts) await expect(part).toContainText(t('invoice.upload.state.waiting'));
    await page.getByRole('button', { name: /^Erkennung starten \([1-9]/ }).click();
    for (const part of parts) {
      await expect(part).toContainText(t('invoice.upload.state.done'));
    }
    await row(page, `${name} (3–4).pdf`).getByRole('link').click();
    await expect(page.getByLabel(t('field.number_printed'))).toHaveValue('RB-2025-2');
    await page.getByRole('button', { name: t('document.unfold_timeline') }).click();
    await expect(page.getByText(`Seiten 3–4 aus „${name}.pdf“ übernommen`)).toBeVisible();
    await expect(
      page.getByRole('button', { name: filled('document.original.received', { name: `${name}.pdf` }) }),
    ).toBeVisible();
  },
);

test(
  'REC-12 two files are joined by keyboard alone, with a page turned, one left out and the order changed',
  deep,
  async ({ browser }) => {
    const page = await personPage(browser, 'accountant');
    await page.goto('/invoice/upload');
    const [one, other] = [newName(), newName()];
    await bring(page, one, ['RD-2025-4']);
    await bring(page, other, ['RE-2025-5']);
    for (const name of [one, other]) {
      await page
        .getByRole('checkbox', { name: filled('invoice.pages.choose', { name: `${name}.pdf` }) })
        .press('Space');
    }
    await page
      .getByRole('button', { name: filled('invoice.pages.open_selected', { count: 2 }) })
      .press('Enter');
    await table(page)
      .getByRole('button', { name: filled('invoice.pages.join', { number: 1 }) })
      .press('Enter');
    await tool(page, 'turn', one, 2).press('Enter');
    await tool(page, 'leave_out', other, 2).press('Enter');
    await tool(page, 'earlier', other, 1).press('Enter');
    await expect(tool(page, 'earlier', other, 1)).toBeFocused();
    await apply(page).press('Enter');
    await expect(table(page)).toHaveCount(0);
    const joined = row(page, `${one} +1.pdf`);
    await expect(joined).toContainText(t('invoice.upload.state.waiting'));
    await expect(row(page, `${other}.pdf`)).toHaveCount(0);
    await joined.getByRole('link').click();
    await page.getByRole('button', { name: t('document.unfold_timeline') }).click();
    await expect(page.getByText('Gedrehte Seiten: 3')).toBeVisible();
    await expect(page.getByText(`Seiten 2 aus „${other}.pdf“ weggelassen`)).toBeVisible();
  },
);
