import { expect, type Locator, type Page } from '@playwright/test';

/** What tests do on the page of a request, as a person does it. */

/** A field by its label, the required mark aside; it takes a text, or one of the options below it. */
export function field(page: Page | Locator, label: string): Locator {
  const name = new RegExp(`^${label.replaceAll(/[()]/g, '\\$&')}( \\*)?$`);
  return page.getByRole('textbox', { name }).or(page.getByRole('combobox', { name }));
}

export async function choose(input: Locator, text: string): Promise<void> {
  // What is chosen already would not be typed anew.
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

/** A text that is seen; what is told to screen readers beside it comes a moment later. */
export const shownText = (page: Page, text: string) =>
  page.getByText(text).and(page.locator(':not([aria-live])')).filter({ visible: true });

/** An action that stands in the menu behind the buttons. */
export async function takeFromMenu(page: Page, t: Translate, key: string): Promise<void> {
  await page
    .getByRole('button', { name: t('shell.more_actions') })
    .last()
    .click();
  await page.getByRole('menuitem', { name: t(`procurement.actions.${key}`) }).click();
}

/** Books everything that is missing, in as many goods receipts as there are then. */
export async function bookMissing(page: Page, t: Translate, receipts: number): Promise<void> {
  await actionButton(page, t, 'receive').click();
  await page.getByRole('button', { name: t('procurement.receive.all_missing') }).click();
  await page.getByRole('button', { name: t('procurement.receive.book'), exact: true }).click();
  // A delivery may be finished sooner, but then goods are missing.
  await expect(receiptsOf(page, t).getByText(/DN-\d+/)).toHaveCount(receipts);
}

/** What has been received so far, which the timeline tells as well. */
export const receiptsOf = (page: Page, t: Translate) =>
  page.getByRole('region', { name: t('procurement.receipts') });

export const timelineOf = (page: Page, t: Translate) =>
  page.getByRole('complementary', { name: t('timeline.title') });

export async function expectDone(page: Page): Promise<void> {
  await expect(page).toHaveURL(/\/overview/);
}
