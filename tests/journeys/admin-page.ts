import { expect, type Page } from '@playwright/test';
import { texts } from './procurement-people.ts';
import { choose, field } from './request-page.ts';

/** Helpers for the administration area, in German. */

const t = texts('de');

/** The entries of form fields; a choice is made among the records found by its text. */
export type Entries = Readonly<Record<string, string | { readonly choose: string }>>;

/** Fills the visible fields of an entity. */
export async function fill(page: Page, table: string, entries: Entries): Promise<void> {
  for (const [name, entry] of Object.entries(entries)) {
    const input = field(page, t(`entity.${table}.field.${name}`));
    await (typeof entry === 'string' ? input.fill(entry) : choose(input, entry.choose));
  }
}

/** Adds a value for the whole installation, listed below those of others. */
export async function addGlobalValue(page: Page, values: { readonly key: string; readonly value: string }) {
  await page.getByRole('button', { name: t('entity.global_configuration.new') }).click();
  for (const [name, value] of Object.entries(values))
    await field(page, t(`entity.global_configuration.field.${name}`))
      .last()
      .fill(value);
  await save(page);
}

/** A tab may show a count after its name. */
export async function openTab(page: Page, table: string, tab: string): Promise<void> {
  const name = t(`entity.${table}.tab.${tab}`);
  await page.getByRole('tab').filter({ hasText: name }).first().click();
}

/** Links the record with another, on the tab for these links. */
export async function link(page: Page, to: string, name: string): Promise<void> {
  const label = t('entity.link.add').replace('{{name}}', t(`entity.${to}.one`));
  await page.getByRole('combobox', { name: label }).fill(name);
  await page.getByRole('option', { name }).first().click();
  await expect(page.getByRole('button', { name: new RegExp(`${name}.* entfernen$`) })).toBeVisible();
}

async function openList(page: Page, table: string): Promise<void> {
  const navigation = page.getByRole('navigation', { name: t('admin.title') });
  await navigation.getByRole('link', { name: new RegExp(`^${t(`entity.${table}.many`)}`) }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(t(`entity.${table}.many`));
}

/** Creates a record like an administrator: by the button in the list. */
export async function begin(page: Page, table: string): Promise<void> {
  await openList(page, table);
  const button = page.getByRole('button', { name: t(`entity.${table}.new`) });
  await button.first().click();
  await expect(page).toHaveURL(/\/form/);
}

/** Saves, and confirms the change for open documents, whose number depends on other journeys (PROC-43). */
export async function save(page: Page): Promise<void> {
  const unchanged = page.getByText(t('entity.unchanged'));
  const asked = page.getByRole('dialog').getByRole('button', { name: t('entity.save') });
  await page.getByRole('button', { name: t('entity.save') }).click();
  await expect(asked.or(unchanged)).toBeVisible();
  if (await asked.isVisible()) await asked.click();
  await expect(unchanged).toBeVisible();
}
