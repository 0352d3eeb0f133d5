import { expect, type Locator, type Page } from '@playwright/test';
import { deep } from '../support/depth.ts';
import { test } from './journey.ts';
import { journeyLanguages } from './journey-languages.ts';
import { documentAs, personPage, texts } from './procurement-people.ts';
import { showHead } from './request-page.ts';

/** The limit for a person who presses two keys a second, including thinking: 120 a minute. */
const maxKeystrokes = 120;

/** A person with only a keyboard: counts the pressed keys. */
class Keyboard {
  readonly #page: Page;
  count = 0;

  constructor(page: Page) {
    this.#page = page;
  }

  async press(key: string, times = 1): Promise<void> {
    for (let time = 0; time < times; time += 1) await this.#page.keyboard.press(key);
    this.count += times;
  }

  async type(text: string): Promise<void> {
    await this.#page.keyboard.type(text);
    this.count += text.length;
  }
}

/** The name of the focused element, as a person follows it. */
async function focusedName(page: Page): Promise<string> {
  return page.evaluate(() => {
    const focused = document.activeElement;
    const label = focused instanceof HTMLInputElement ? focused.labels?.[0]?.textContent : null;
    return (focused?.getAttribute('aria-label') ?? label ?? '').replace(/ \*$/, '');
  });
}

/** Whether Enter takes this option. */
async function isMarked(option: Locator): Promise<boolean> {
  return (await option.getAttribute('data-combobox-selected')) === 'true';
}

for (const { lang, form } of journeyLanguages) {
  test(
    `PROC-01 from "add order" to a submitted request with three products by keyboard alone (${lang})`,
    form,
    async ({ browser }) => {
      const t = texts(lang);
      const page = await personPage(browser, 'requester', lang);
      await page.goto('/overview');
      await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
      const keys = new Keyboard(page);

      await test.step('the palette opens a new request, which asks for the first product', async () => {
        await keys.press('Control+k');
        await expect(page.getByRole('dialog')).toBeVisible();
        await keys.type(t('shell.add.order').slice(0, 8));
        const option = page.getByRole('option', { name: t('shell.add.order') });
        await expect(option).toBeVisible();
        for (let step = 0; step < 5 && !(await isMarked(option)); step += 1) await keys.press('ArrowDown');
        await keys.press('Enter');
        await expect(page).toHaveURL(/\/procurement\/form$/);
        await expect.poll(() => focusedName(page)).toBe(t('procurement.product_search'));
      });

      await test.step('three products are found and added, each with Enter', async () => {
        // Without looking at the screen: an experienced user does not wait for the answers.
        for (const text of ['kopier', 'ordner', 'headset']) {
          await keys.type(text);
          await keys.press('Enter');
        }
        for (const [index, name] of [/^Kopierpapier/, /^Ordner/, /^Headset/].entries()) {
          await expect(
            page.getByRole('textbox', { name: lineField(t, 'description', index + 1), exact: true }),
          ).toHaveValue(name);
        }
        await expect.poll(() => focusedName(page)).toBe(t('procurement.product_search'));
        // PROC-08: the suppliers' delivery times propose the date.
        await expect(
          page.getByRole('button', { name: t('procurement.inferred.no_day').replaceAll(/<\/?part>/g, '') }),
        ).toHaveCount(0);
      });

      await test.step('the quantity of the last line is one arrow away', async () => {
        await keys.press('ArrowDown');
        await expect.poll(() => focusedName(page)).toBe(lineField(t, 'quantity', 3));
        await keys.type('2');
      });

      await test.step('Ctrl+Enter submits', async () => {
        await keys.press('Control+Enter');
        await expect(page.getByText(t('status.procurement.approval'), { exact: true })).toBeVisible();
      });

      const id = Number(new URL(page.url()).searchParams.get('id'));
      expect(await documentAs('requester', id)).toMatchObject({ status: 'approval', total_netto: 242.44 });
      expect(keys.count).toBeLessThan(maxKeystrokes);
      test.info().annotations.push({ type: 'keystrokes', description: String(keys.count) });
    },
  );
}

test('NAV-24, PROC-01 the focus is visible at every Tab stop, in reading order', async ({ browser }) => {
  const t = texts('de');
  const page = await personPage(browser, 'requester');
  await page.goto('/procurement/form');
  await showHead(page, t);
  await expect.poll(() => focusedName(page)).toBe(t('field.name'));
  const passed: string[] = [];
  // After the last button the browser itself has the focus.
  while (await page.evaluate(() => document.activeElement !== document.body)) {
    passed.push(await focusedName(page));
    const isVisible = await page.evaluate(() => {
      const style = document.activeElement && getComputedStyle(document.activeElement);
      return style !== null && (style.boxShadow !== 'none' || style.outlineStyle !== 'none');
    });
    expect(isVisible, `the focus on ${passed.at(-1)} can be seen`).toBe(true);
    await page.keyboard.press('Tab');
  }
  const wanted = [
    'field.name',
    'field.client_id',
    'field.department_id',
    'field.cost_center_id',
    'field.ledger_account_id',
    'field.delivery_address_id',
    'field.consignee_id',
    'field.delivery_date',
    'document.add_approver',
    'procurement.product_search',
  ].map(t);
  expect(passed.filter((name) => wanted.includes(name))).toEqual(wanted);
});

test('PROC-08 an unknown product is added by typing, with a new supplier', deep, async ({ browser }) => {
  const t = texts('de');
  const page = await personPage(browser, 'buyer');
  const keys = new Keyboard(page);
  await page.goto('/procurement/form');
  await expect.poll(() => focusedName(page)).toBe(t('procurement.product_search'));
  await keys.type('Feinmesslupe 30x');
  await expect(page.getByRole('option', { name: /als freie Position/ })).toBeVisible();
  await keys.press('Enter');
  await expect.poll(() => focusedName(page)).toBe(lineField(t, 'supplier_id', 1));
  const supplier = `Optik Hansen ${Date.now()}`;
  await keys.type(supplier);
  await expect(page.getByRole('option', { name: /als neuen Lieferanten/ })).toBeVisible();
  await keys.press('Enter');
  await keys.press('Control+s');
  await expect(page).toHaveURL(/id=\d+/);
  await expect(page.getByRole('combobox', { name: lineField(t, 'supplier_id', 1), exact: true })).toHaveValue(
    supplier,
  );
});

test(
  'VAL-45 PROC-05 Ctrl+Enter submits the form as it is, also with an open select',
  deep,
  async ({ browser }) => {
    const t = texts('de');
    const page = await personPage(browser, 'requester');
    await page.goto('/procurement/form');
    await showHead(page, t);
    const account = page.getByRole('combobox', { name: new RegExp(`^${t('field.ledger_account_id')}`) });
    await account.fill('4980');
    await expect(page.getByRole('option', { name: '4980' })).toBeVisible();
    await page.keyboard.press('Control+Enter');
    await expect(account).toHaveAccessibleDescription(/Sachkonto.*erforderlich/);
    await expect(account).toHaveValue('');
    await expect(page.getByRole('option')).toHaveCount(0);
    await expect(page).toHaveURL(/\/procurement\/form$/);
  },
);

function lineField(t: (key: string) => string, column: string, position: number): string {
  return t('document.line.field')
    .replace('{{field}}', t(`field.${column}`))
    .replace('{{position}}', String(position));
}
