import { expect, type Locator, type Page } from '@playwright/test';

/** Helpers for the page of a request. */

/** A field by its label, without the required mark; it accepts a text, or one of the options below it. */
export function field(page: Page | Locator, label: string): Locator {
  const name = new RegExp(`^${label.replaceAll(/[()]/g, '\\$&')}( \\*)?$`);
  return page.getByRole('textbox', { name }).or(page.getByRole('combobox', { name }));
}

/** Shows all fields of a new request, which begins as a sentence (PROC-41). */
export async function showHead(page: Page, t: Translate): Promise<void> {
  await page.getByRole('button', { name: t('procurement.inferred.all_fields') }).click();
}

export async function choose(input: Locator, text: string): Promise<void> {
  // Typing again would not change a chosen value.
  await input.fill('');
  await input.fill(text);
  await expect(input.page().getByRole('option', { name: text }).first()).toBeVisible();
  await input.press('Enter');
  await expect(input).toHaveValue(new RegExp(text));
}

export type Translate = (key: string) => string;

export const lineField = (t: Translate, name: string, position: number) =>
  t('document.line.field')
    .replace('{{field}}', t(`field.${name}`))
    .replace('{{position}}', String(position));

export const actionButton = (page: Page, t: Translate, key: string) =>
  page.getByRole('button', { name: new RegExp(`^${t(`procurement.actions.${key}`)}`) });

/** A visible text; its copy for screen readers appears a moment later. */
export const shownText = (page: Page, text: string) =>
  page.getByText(text).and(page.locator(':not([aria-live])')).filter({ visible: true });

/** An action in the menu after the buttons. */
export async function takeFromMenu(page: Page, t: Translate, key: string): Promise<void> {
  await page
    .getByRole('button', { name: t('shell.more_actions') })
    .last()
    .click();
  await page.getByRole('menuitem', { name: t(`procurement.actions.${key}`) }).click();
}

/** Books all missing goods, in as many goods receipts as then exist. */
export async function bookMissing(page: Page, t: Translate, receipts: number): Promise<void> {
  await actionButton(page, t, 'receive').click();
  await page.getByRole('button', { name: t('procurement.receive.all_missing') }).click();
  await page.getByRole('button', { name: t('procurement.receive.book'), exact: true }).click();
  // A delivery may be finished earlier, but then goods are missing.
  await expect(receiptsOf(page, t).getByText(/DN-\d+/)).toHaveCount(receipts);
}

/** The goods received so far, also shown in the timeline. */
export const receiptsOf = (page: Page, t: Translate) =>
  page.getByRole('region', { name: t('procurement.receipts') });

export const timelineOf = (page: Page, t: Translate) =>
  page.getByRole('complementary', { name: t('timeline.title') });

export async function expectDone(page: Page): Promise<void> {
  await expect(page).toHaveURL(/\/overview/);
}
