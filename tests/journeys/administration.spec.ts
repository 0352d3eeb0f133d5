import { expect, type Page } from '@playwright/test';
import { deep, someOf } from '../support/depth.ts';
import { expectAccessible } from './accessibility.ts';
import { test } from './journey.ts';
import { searchFor } from './list-page.ts';
import { personPage, texts } from './procurement-people.ts';

const t = texts('de');
const phone = { width: 390, height: 844 };

function rows(page: Page) {
  return page.getByRole('table').locator('tbody tr');
}

function rowOf(page: Page, name: string) {
  return rows(page).filter({ hasText: name });
}

function field(page: Page, key: string) {
  return page.getByRole('textbox', { name: new RegExp(`^${t(key)}`) });
}

async function openMenuOf(page: Page, name: string): Promise<void> {
  await rowOf(page, name)
    .getByRole('button', { name: /^Aktionen für/ })
    .click();
}

/** A unique number, so that the journeys are independent. */
function freshNumber(): string {
  return `J${Date.now().toString(36)}`.toUpperCase();
}

async function save(page: Page): Promise<void> {
  await page.getByRole('button', { name: t('entity.save') }).click();
}

test(
  'ADM-04 LIST-02 LIST-05 AUD-08 a cost center with a budget is created from the list, edited and deleted',
  deep,
  async ({ browser }) => {
    const page = await personPage(browser, 'admin');
    const number = freshNumber();
    const name = `Prüffeld der Reise ${number}`;
    await page.goto('/admin/cost-center');
    await expect(rows(page).first()).toBeVisible();
    await expectAccessible(page);

    await test.step('the form of a new one is refused with all errors, the first one focused', async () => {
      await page.getByRole('button', { name: t('entity.cost_center.new') }).click();
      await save(page);
      const first = field(page, 'entity.cost_center.field.number');
      await expect(first).toBeFocused();
      await expect(first).toHaveAttribute('aria-invalid', 'true');
      await expect(field(page, 'entity.cost_center.field.name')).toHaveAttribute('aria-invalid', 'true');
      await expect(page.getByText(t('entity.problem.field_required'))).toHaveCount(2);
      await expectAccessible(page);
    });

    await test.step('a tab with an error is marked and opened', async () => {
      await field(page, 'entity.cost_center.field.number').fill(number);
      await field(page, 'entity.cost_center.field.name').fill(name);
      await page.getByRole('tab', { name: t('entity.cost_center.tab.budgets') }).click();
      await page.getByRole('button', { name: t('entity.budget.new') }).click();
      await page.getByLabel(t('entity.budget.field.name')).fill('Jahresbudget');
      await page.getByLabel(t('entity.budget.field.value')).fill('12.500,50');
      await page.getByRole('textbox', { name: t('entity.budget.field.start') }).fill('1.1.27');
      await page.getByRole('textbox', { name: t('entity.budget.field.end') }).fill('31.12.26');
      await page.getByRole('tab', { name: t('entity.cost_center.tab.general') }).click();
      await save(page);
      await expect(page.getByText(t('entity.problem.end_before_start')).first()).toBeVisible();
      await expect(page.getByRole('textbox', { name: t('entity.budget.field.end') })).toBeFocused();
    });

    await test.step('it is saved, with its history, by the keyboard', async () => {
      await page.getByRole('textbox', { name: t('entity.budget.field.end') }).fill('31.12.27');
      await page.keyboard.press('Control+Enter');
      await expect(page).toHaveURL(/\/admin\/cost-center\/form\?id=\d+/);
      await expect(page.getByRole('heading', { level: 1 })).toContainText(name);
      await page.getByRole('button', { name: t('entity.history') }).click();
      await expect(page.getByRole('dialog')).toContainText(name);
      await page.keyboard.press('Escape');
    });

    await test.step('the list finds it', async () => {
      await page.getByRole('button', { name: t('shell.back') }).click();
      await expect(rowOf(page, number)).toHaveAttribute('data-highlighted', 'true');
      await searchFor(page, name.toLowerCase());
      await expect(rows(page)).toHaveCount(1);
    });

    await test.step('it is deactivated, and found among those', async () => {
      await openMenuOf(page, number);
      await page.getByRole('menuitem', { name: t('entity.deactivate') }).click();
      await expect(page.getByText(t('entity.nothing_found'), { exact: true })).toBeVisible();
      await page
        .getByRole('radiogroup', { name: t('entity.state') })
        .getByText(t('entity.filter.inactive'), { exact: true })
        .click();
      await expect(rowOf(page, number)).toContainText(t('entity.inactive'));
    });

    await test.step('and deleted, because it is unused', async () => {
      await openMenuOf(page, number);
      await page.getByRole('menuitem', { name: t('entity.delete') }).click();
      await expectAccessible(page);
      await page
        .getByRole('dialog')
        .getByRole('button', { name: t('entity.delete') })
        .click();
      await expect(rowOf(page, number)).toHaveCount(0);
    });
  },
);

test('ADM-18 a record in use cannot be deleted; deactivating is offered', deep, async ({ browser }) => {
  const page = await personPage(browser, 'admin');
  await page.goto('/admin/supplier');
  const name = 'Brüggemann Bürobedarf GmbH';
  await openMenuOf(page, name);
  await page.getByRole('menuitem', { name: t('entity.delete') }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('entity.delete') })
    .click();
  const dialog = page.getByRole('dialog', { name: t('entity.in_use_title').replace('{{name}}', name) });
  await expect(dialog).toContainText(t('entity.in_use_text'));
  await expect(dialog.getByRole('button', { name: t('entity.deactivate') })).toBeVisible();
  await dialog.getByRole('button', { name: t('shell.cancel') }).click();
  await expect(rowOf(page, name)).toHaveCount(1);
});

test('NAV-24 unsaved input is not lost by accident', deep, async ({ browser }) => {
  const page = await personPage(browser, 'admin');
  await page.goto('/admin/posting-key');
  await rows(page).first().getByRole('button').first().click();
  const name = field(page, 'entity.posting_key.field.name');
  const before = await name.inputValue();
  await name.fill(`${before} geändert`);
  await page.getByRole('button', { name: t('shell.back') }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('shell.unsaved.stay') })
    .click();
  await expect(name).toHaveValue(`${before} geändert`);
  await page.getByRole('button', { name: t('entity.discard'), exact: true }).click();
  await expect(name).toHaveValue(before);
  await page.getByRole('button', { name: t('shell.back') }).click();
  await expect(page).toHaveURL(/\/admin\/posting-key$/);
});

test(
  'SHEET-16 LOCK-01 a record changed by another person is not overwritten, and no input is lost',
  deep,
  async ({ browser }) => {
    const page = await personPage(browser, 'admin');
    const other = await personPage(browser, 'admin');
    await page.goto('/admin/profit-center/form');
    const number = String(Date.now()).slice(-8).replace(/^0/, '1');
    await field(page, 'entity.profit_center.field.number').fill(number);
    await field(page, 'entity.profit_center.field.name').fill('Vertrieb Nord');
    await page.keyboard.press('Control+s');
    await expect(page).toHaveURL(/id=\d+/);
    await other.goto(page.url());
    await field(other, 'entity.profit_center.field.name').fill('Vertrieb Süd');
    await save(other);
    await expect(other.getByText(t('entity.unchanged'))).toBeVisible();

    await page.getByRole('checkbox', { name: t('entity.profit_center.field.active') }).uncheck();
    await save(page);
    await expect(page.getByText(t('entity.outdated'))).toBeVisible();
    await page.getByRole('button', { name: t('entity.take_over') }).click();
    await expect(field(page, 'entity.profit_center.field.name')).toHaveValue('Vertrieb Süd');
    await expect(
      page.getByRole('checkbox', { name: t('entity.profit_center.field.active') }),
    ).not.toBeChecked();

    await field(other, 'entity.profit_center.field.name').fill('Vertrieb Ost');
    await save(other);
    await expect(other.getByText(t('entity.unchanged'))).toBeVisible();
    await field(page, 'entity.profit_center.field.name').fill('Vertrieb West');
    await save(page);
    await page.getByRole('button', { name: t('entity.take_over') }).click();
    const choice = page.getByRole('region', { name: t('conflict.label') });
    await expect(choice).toContainText('hier Vertrieb West, gespeichert Vertrieb Ost');
    await expectAccessible(page);
    await save(page);
    await expect(choice.getByRole('button', { name: t('conflict.mine') })).toBeFocused();
    await choice.getByRole('button', { name: t('conflict.theirs') }).click();
    await expect(choice).toBeHidden();
    await expect(field(page, 'entity.profit_center.field.name')).toHaveValue('Vertrieb Ost');
    await save(page);
    await expect(page.getByText(t('entity.unchanged'))).toBeVisible();
    await other.context().close();
  },
);

test('PRICE-01 PRICE-02 the last typed price is kept, the other follows', deep, async ({ browser }) => {
  const page = await personPage(browser, 'admin');
  await page.goto('/admin/product/form');
  const net = field(page, 'entity.product.field.price_netto');
  const gross = field(page, 'entity.product.field.price_brutto');
  await net.fill('100');
  await expect(gross).toHaveValue('119,00');
  await gross.fill('238');
  await expect(net).toHaveValue('200,00');
  await field(page, 'entity.product.field.tax').fill('7');
  await expect(net).toHaveValue('200,00');
  await expect(gross).toHaveValue('214,00');

  await test.step('SHEET-07 an invalid number is neither guessed nor lost', async () => {
    await net.fill('1o0');
    await page.getByRole('tab', { name: t('entity.product.tab.files') }).click();
    await expect(net).toHaveValue('1o0');
    await expect(net).toBeFocused();
    await save(page);
    await expect(page).not.toHaveURL(/id=/);
  });
});

test('ROLE-08 VAL-30 the dashboard needs the right to see prices', deep, async ({ browser }) => {
  const page = await personPage(browser, 'admin');
  await page.goto('/admin/user/form');
  await field(page, 'entity.lb_user.field.name').fill('Petra Muster');
  await field(page, 'entity.lb_user.field.email').fill(` ${freshNumber()} @Firma.DE`);
  await page.getByRole('tab', { name: t('entity.lb_user.tab.rights') }).click();
  await page.getByRole('checkbox', { name: t('entity.role.user-dashboard') }).check();
  await save(page);
  await expect(page.getByText(t('entity.problem.dashboard_needs_price'))).toBeVisible();
  await page.getByRole('checkbox', { name: t('entity.role.user-price') }).check();
  await save(page);
  await expect(page).toHaveURL(/id=\d+/);
  await page.getByRole('tab', { name: t('entity.lb_user.tab.general') }).click();
  await expect(field(page, 'entity.lb_user.field.email')).toHaveValue(/^j[a-z0-9]+@firma\.de$/);
});

const busiest = ['client', 'department', 'user', 'supplier', 'product'];

test(
  'ADM-02 ADM-03 ADM-05 ADM-06 ADM-14 every tab of the largest forms has no axe finding and no error',
  deep,
  async ({ browser }) => {
    const page = await personPage(browser, 'admin');
    const failures: string[] = [];
    page.on('console', (message) => message.type() === 'error' && failures.push(message.text()));
    for (const route of busiest) {
      await page.goto(`/admin/${route}`);
      await expect(rows(page).first()).toBeVisible();
      await rows(page).first().getByRole('button').first().click();
      await expect(page.getByRole('tab').first()).toBeVisible();
      for (const tab of someOf(await page.getByRole('tab').all(), 3)) {
        await tab.click();
        await expect(tab).toHaveAttribute('aria-selected', 'true');
        await expectAccessible(page);
      }
    }
    expect(failures).toEqual([]);
  },
);

test('ADM-02 lists and forms fit on a dark phone', deep, async ({ browser }) => {
  const page = await personPage(browser, 'admin');
  await page.setViewportSize(phone);
  await page.emulateMedia({ colorScheme: 'dark' });
  for (const route of someOf(busiest, 2)) {
    await page.goto(`/admin/${route}`);
    await expect(rows(page).first()).toBeVisible();
    await expectAccessible(page);
    await rows(page).first().getByRole('button').first().click();
    await expect(page.getByRole('tab').first()).toBeVisible();
    await expectAccessible(page);
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(width).toBeLessThanOrEqual(phone.width);
  }
});

test('NAV-09 ROLE-16 people without the right see an explanation for the area, and no menu entry', async ({
  browser,
}) => {
  const page = await personPage(browser, 'requester');
  await page.goto('/admin/client');
  await expect(page.getByRole('heading', { name: t('admin.no_permission_title') })).toBeVisible();
  await page.getByRole('button', { name: /^Benutzermenü/ }).click();
  await expect(page.getByRole('menuitem', { name: t('shell.profile') })).toBeVisible();
  await expect(page.getByRole('menuitem', { name: t('admin.title') })).toHaveCount(0);
});
