import { expect, type Locator, type Page } from '@playwright/test';
import { deep } from '../support/depth.ts';
import { test } from './journey.ts';
import { createRequest, personPage, texts } from './procurement-people.ts';
import { showHead, takeFromMenu } from './request-page.ts';

/** The output of a screen reader. */

const t = texts('de');

test('PROC-01 NAV-24 a select announces its role, the marked and chosen option and the number of hits', async ({
  browser,
}) => {
  const page = await personPage(browser, 'requester');
  await page.goto('/procurement/form');
  await showHead(page, t);
  const account = page.getByRole('combobox', { name: t('field.ledger_account_id') });
  await expect(account).toHaveAttribute('aria-autocomplete', 'list');
  await expect(account).toHaveAttribute('aria-expanded', 'false');

  await account.fill('49');
  await expect(account).toHaveAttribute('aria-expanded', 'true');
  const options = page.getByRole('listbox', { name: t('field.ledger_account_id') }).getByRole('option');
  await expect(options.nth(1)).toBeVisible();
  const [first, second] = await options.allInnerTexts();
  await expect(saidOf(page)).toHaveText(`${await options.count()} Vorschläge`);
  await expect.poll(() => markedBy(account)).toBe(first);
  await account.press('ArrowDown');
  await expect.poll(() => markedBy(account)).toBe(second);

  await account.fill('4980');
  await expect(saidOf(page)).toHaveText('1 Vorschlag');
  await expect.poll(() => markedBy(account)).toMatch(/^4980/);
  await account.press('Enter');
  await expect(account).toHaveValue(/^4980/);
  await expect(account).toHaveAttribute('aria-expanded', 'false');
  await expect(saidOf(page)).toHaveCount(0);
  await account.press('ArrowDown');
  await expect(page.getByRole('option', { selected: true })).toHaveText(/^4980/);
  await account.press('Escape');
  await expect(page.getByRole('option')).toHaveCount(0);

  await account.fill('gibtesnicht');
  await expect(saidOf(page)).toHaveText(t('shell.field.nothing_found'));
  await expect(account).toHaveAttribute('aria-expanded', 'false');
  // Typed text alone is no choice.
  await account.press('Escape');
  await expect(account).toHaveValue(/^4980/);
});

test(
  'PROC-07 NAV-24 the search for products and the palette announce the option that Enter takes',
  deep,
  async ({ browser }) => {
    const page = await personPage(browser, 'requester');
    await page.goto('/procurement/form');
    const search = page.getByRole('combobox', { name: t('procurement.product_search') });
    await search.fill('kopierpapier');
    await expect.poll(() => markedBy(search)).toMatch(/^Kopierpapier/);
    await expect(saidOf(page)).toHaveText(/^\d+ Vorschl/);
    await search.press('Escape');
    await expect(search).toHaveAttribute('aria-expanded', 'false');
    await search.fill('');
    await page.keyboard.press('Control+k');
    const palette = page.getByRole('dialog', { name: t('shell.search') }).getByRole('combobox');
    await palette.fill('English');
    await expect.poll(() => markedBy(palette)).toMatch(/English/);
  },
);

test(
  'NAV-24 Esc closes the list of a select first, and only then the dialog around it',
  deep,
  async ({ browser }) => {
    const id = await createRequest(browser, 'Wird weitergegeben und vorgelesen');
    const page = await personPage(browser, 'approver1');
    await page.goto(`/procurement/form?id=${id}`);
    await takeFromMenu(page, t, 'reassign');
    const dialog = page.getByRole('dialog');
    const person = dialog.getByRole('combobox');
    await person.click();
    await expect(page.getByRole('option').first()).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('option')).toHaveCount(0);
    await expect(person).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
  },
);

test(
  'NAV-01 PROC-01 the main pages have one heading, ordered sections, and controls understandable out of context',
  deep,
  async ({ browser }) => {
    const id = await createRequest(browser, 'Wird vorgelesen');
    const page = await personPage(browser, 'approver1');
    for (const address of [
      '/overview',
      '/overview?tab=all',
      '/procurement/form',
      `/procurement/form?id=${id}`,
    ])
      await test.step(address, async () => {
        await page.goto(address);
        await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
        await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
        for (const landmark of ['banner', 'main', 'navigation'] as const)
          await expect(page.getByRole(landmark)).toHaveCount(1);
        await expect(page.getByRole('region', { name: t('shell.messages') })).toHaveAttribute(
          'aria-live',
          'polite',
        );
        const outline = await outlineOf(page);
        expect(skippedLevels(outline), 'headings').toEqual([]);
        const controls = controlsOf(outline);
        expect(
          controls.filter(({ name }) => name === ''),
          'controls without a name',
        ).toEqual([]);
        // Two documents may have the same name.
        const documents = await page.locator('a[href*="/procurement/form?id="]').allInnerTexts();
        const others = controls.filter(({ role, name }) => role !== 'link' || !documents.includes(name));
        expect(repeated(others.map(({ role, name }) => `${role} ${name}`)), 'the same name twice').toEqual(
          [],
        );
      });
  },
);

/** Announcements without focus: the number of hits. */
const saidOf = (page: Page): Locator =>
  page.locator('.visually-hidden[aria-live="polite"]').filter({ hasText: /\S/ });

/** The option announced while the cursor stays in the field. */
async function markedBy(input: Locator): Promise<string | null> {
  return await input.evaluate((element) => {
    const list = document.getElementById(element.getAttribute('aria-controls') ?? '');
    const marked = document.getElementById(element.getAttribute('aria-activedescendant') ?? '');
    return list?.contains(marked) && marked?.role === 'option' ? marked.innerText : null;
  });
}

interface Node {
  readonly role: string;
  readonly name: string;
  readonly level: number | null;
}

/** The headings and controls of the page in reading order. */
async function outlineOf(page: Page): Promise<readonly Node[]> {
  const lines = (await page.locator('body').ariaSnapshot()).split('\n');
  return lines.flatMap((line) => {
    const found = /^\s*- '?([a-z]+)(?: "((?:[^"\\]|\\.)*)")?(.*)$/.exec(line);
    if (found === null) return [];
    const [, role = '', name = '', rest = ''] = found;
    const level = /\[level=(\d)\]/.exec(rest)?.[1];
    return [{ role, name, level: level === undefined ? null : Number(level) }];
  });
}

function skippedLevels(outline: readonly Node[]): readonly Node[] {
  const headings = outline.filter(({ role }) => role === 'heading');
  return headings.filter(({ level }, place) => (level ?? 0) > (headings[place - 1]?.level ?? 0) + 1);
}

const controlRoles = [
  'button',
  'link',
  'textbox',
  'searchbox',
  'combobox',
  'checkbox',
  'switch',
  'spinbutton',
];

const controlsOf = (outline: readonly Node[]): readonly Node[] =>
  outline.filter(({ role }) => controlRoles.includes(role));

const repeated = (names: readonly string[]): readonly string[] =>
  names.filter((name, place) => names.indexOf(name) !== place);
