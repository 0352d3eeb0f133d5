import { expect, type Locator, type Page } from '@playwright/test';
import { deep } from '../support/depth.ts';
import { expectAccessible } from './accessibility.ts';
import { test } from './journey.ts';
import { search } from './list-page.ts';
import { personPage, texts } from './procurement-people.ts';
import { withEveryModule } from './switch-module.ts';
import { walk } from './walk.ts';

const t = texts('de');

withEveryModule();

function panel(page: Page, title: string): Locator {
  return page.getByRole('region', { name: title, exact: true });
}

/** The amount to the cent and the number of documents of a bar. */
async function partOf(row: Locator): Promise<{ readonly net: string; readonly count: string }> {
  const [net = '', count = ''] = ((await row.getByRole('cell').last().getAttribute('title')) ?? '').split(
    ', ',
  );
  return { net, count };
}

test('DASH-04 DASH-05 a bar opens the overview with exactly its documents, to the cent', async ({
  browser,
}) => {
  const page = await personPage(browser, 'admin');
  await page.goto('/dashboard?range=last_month');
  await expectAccessible(page);
  const orders = t('overview.tab.procurement');
  // Other journeys work on these orders meanwhile, and change their value.
  for (const title of [
    t('dashboard.by_status').replace('{{kind}}', orders),
    t('dashboard.by.department'),
    t('dashboard.by.cost_center'),
  ])
    await expect(async () => {
      await page.goto('/dashboard?range=last_month');
      const row = panel(page, title).getByRole('row').nth(1);
      const { net, count } = await partOf(row);
      await row.getByRole('link').click();
      await expect(page).toHaveURL(/\/overview\?tab=procurement/);
      expect(search(page).get('range')).toBe('last_month');
      await expect(page.getByText(count, { exact: true })).toBeVisible({ timeout: 10_000 });
      const total = t('overview.net_total').replace('{{amount}}', net);
      await expect(page.getByText(total)).toBeVisible({ timeout: 10_000 });
    }).toPass();
});

test('DASH-02 DASH-03 days, company and measure are in the address', deep, async ({ browser }) => {
  const page = await personPage(browser, 'admin');
  await page.goto('/');
  await page.getByRole('button', { name: /Katrin Voss/ }).click();
  await page.getByRole('menuitem', { name: t('shell.dashboard') }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
  const segment = (group: string, name: string) =>
    page.getByRole('radiogroup', { name: group }).getByText(name, { exact: true });
  await segment(t('overview.filter.range'), t('overview.range.last_year')).click();
  await expect.poll(() => search(page).get('range')).toBe('last_year');
  await segment(t('dashboard.measure.label'), t('dashboard.measure.count')).click();
  await expect.poll(() => search(page).get('show')).toBe('count');
  await page.getByRole('button', { name: t('dashboard.own_days') }).click();
  const from = page.getByLabel(t('overview.filter.day_from'), { exact: true });
  await from.fill('01.03.2026');
  await from.press('Enter');
  await page.getByLabel(t('overview.filter.day_to'), { exact: true }).fill('15.04.2026');
  await page.keyboard.press('Tab');
  await expect.poll(() => search(page).get('range')).toBe('2026-03-01..2026-04-15');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: new RegExp(`^${t('overview.filter.client')}`) }).click();
  await page.getByRole('dialog').getByRole('checkbox').nth(1).check();
  await expect.poll(() => search(page).get('client')).toMatch(/^\d+$/);
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('01.03.2026');
});

test(
  'DASH-02 DASH-06 the shortcut ranges are in order, and this month is the default',
  deep,
  async ({ browser }) => {
    const page = await personPage(browser, 'approver2');
    await page.goto('/dashboard');
    const ranges = page.getByRole('radiogroup', { name: t('overview.filter.range') }).getByRole('radio');
    const offered = ['this_week', 'last_week', 'this_month', 'last_month', 'last_3_months', 'last_6_months'];
    const names = [...offered, 'this_year', 'last_year'].map((range) => t(`overview.range.${range}`));
    await expect(ranges).toHaveCount(names.length);
    for (const [place, name] of names.entries()) await expect(ranges.nth(place)).toHaveAccessibleName(name);
    await expect(ranges.nth(offered.indexOf('this_month'))).toBeChecked();
  },
);

test(
  'DASH-03 DASH-10 bars show the value or the number, and products and budgets open their rows',
  deep,
  async ({ browser }) => {
    const page = await personPage(browser, 'admin');
    await page.goto('/dashboard?range=this_year');
    const orders = t('dashboard.by_status').replace('{{kind}}', t('overview.tab.procurement'));
    const bar = panel(page, orders).getByRole('row').nth(1);
    await expect(bar.getByRole('cell').last()).toHaveText(/^[\d.]+$/);
    await page
      .getByRole('radiogroup', { name: t('dashboard.measure.label') })
      .getByText(t('dashboard.measure.count'), { exact: true })
      .click();
    await expect(bar.getByRole('cell').last()).toHaveText(/^\d{1,3}$/);

    const products = panel(page, t('dashboard.products.title'));
    await products.getByText(t('dashboard.products.by_quantity'), { exact: true }).click();
    await expect(products.getByRole('row').nth(1)).toBeVisible();
    await products.getByRole('row').nth(1).getByRole('link').click();
    await expect(page).toHaveURL(/\/dashboard\/month-end\?.*list=product_lines/);
    await expect(page.getByRole('table').locator('tbody tr').first()).toBeVisible();

    await page.goto('/dashboard?range=this_year');
    const budget = panel(page, t('dashboard.budget.title')).getByRole('row').nth(1);
    const invoiced = await budget.getByRole('cell').nth(1).getAttribute('title');
    await budget.getByRole('link').click();
    await expect(page).toHaveURL(/\/dashboard\/month-end\?.*list=budget_use/);
    await expect(page.getByRole('table').locator('tfoot')).toContainText(invoiced ?? 'none');
  },
);

test('DASH-10 the headlines of contracts and budgets open their rows', deep, async ({ browser }) => {
  const page = await personPage(browser, 'admin');
  /** Opens the rows of a headline, and returns the amount that it showed. */
  const opened = async (name: string): Promise<string> => {
    await page.goto('/dashboard?range=this_year');
    const link = page.getByRole('link', { name, exact: true });
    const amount = page.locator('[data-tour="figures"] > div').filter({ has: link }).locator('p').nth(1);
    await expect(amount).toContainText(',');
    const shown = (await amount.textContent()) ?? '';
    await link.click();
    return shown;
  };
  // Other journeys work on contracts and orders meanwhile.
  await expect(async () => {
    const yearly = await opened(t('dashboard.contracts.yearly'));
    await expect(page).toHaveURL(/\/overview\?.*contract_in_force=costs/);
    const total = t('overview.yearly_total').replace('{{amount}}', yearly);
    await expect(page.getByText(total)).toBeVisible({ timeout: 10_000 });
  }).toPass();
  await expect(async () => {
    const committed = await opened(t('dashboard.budget.committed_in'));
    await expect(page).toHaveURL(/\/dashboard\/month-end\?.*list=budget_use/);
    const sums = page.getByRole('table').locator('tfoot');
    await expect(sums).toContainText(committed.replace(/[^\d.,-]/g, ''), { timeout: 10_000 });
  }).toPass();
});

test('DASH-03 the figures can be downloaded as a file', deep, async ({ browser }) => {
  const page = await personPage(browser, 'admin');
  await page.goto('/dashboard?range=this_year');
  const waiting = page.waitForEvent('download');
  await page.getByRole('button', { name: t('dashboard.download') }).click();
  const stream = await (await waiting).createReadStream();
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk as Buffer);
  const lines = Buffer.concat(chunks).toString('utf8').split('\r\n');
  expect(lines[0]).toContain(t('dashboard.csv.column.net'));
  for (const part of [t('dashboard.budget.title'), t('dashboard.products.title')])
    expect(lines.some((line) => line.includes(part))).toBe(true);
  expect(lines.length).toBeGreaterThan(5);
});

test('DASH-01 ROLE-16 people without the right see an explanation', deep, async ({ browser }) => {
  const page = await personPage(browser, 'requester');
  await page.goto('/dashboard');
  await expect(page.getByRole('heading', { name: t('dashboard.no_permission_title') })).toBeVisible();
  await expectAccessible(page);
});

test(
  'DASH-03 DASH-04 I18N-01 the dashboard in light and dark mode, on desktop and phone',
  deep,
  async ({ browser }) => {
    await walk(await personPage(browser, 'admin'), async ({ page, visit, look }) => {
      await visit('/dashboard?range=this_year');
      await page.getByText(t('dashboard.as_table')).click();
      await look('the course of the year as a table');
      await visit('/dashboard?range=2001-01-01..2001-01-31&show=count');
    });
  },
);
