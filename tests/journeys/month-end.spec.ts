import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { deep } from '../support/depth.ts';
import { unzipped } from '../support/unzipped.ts';
import { expectAccessible } from './accessibility.ts';
import { test } from './journey.ts';
import { personPage, texts } from './procurement-people.ts';
import { withEveryModule } from './switch-module.ts';

withEveryModule();

const t = texts('de');
const table = (page: Page) => page.getByRole('region').getByRole('table');

/** Downloads the whole list. */
async function downloaded(page: Page, format: 'csv' | 'xlsx'): Promise<{ name: string; bytes: Buffer }> {
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: t(`month_end.download.${format}`) }).click();
  const file = await download;
  return { name: file.suggestedFilename(), bytes: await readFile(await file.path()) };
}

test(
  'DASH-07 DASH-01 a list as of a day has the same sums on the page, in its CSV and in its XLSX file',
  deep,
  async ({ browser }, testInfo) => {
    const page = await personPage(browser, 'accountant');
    const show = async (name: string) =>
      await testInfo.attach(name, { body: await page.screenshot(), contentType: 'image/png' });
    const list = t('month_end.list.received_not_invoiced');
    const net = (text: string) => Number(text.replaceAll('.', '').replace(',', '.'));
    let total = '';

    await test.step('the page opens as of the end of last month, and another day is typed', async () => {
      await page.goto('/dashboard/month-end?list=received_not_invoiced&day=2026-01-31');
      await expect(page.getByRole('heading', { name: t('month_end.title') })).toBeVisible();
      await expect(page.getByRole('heading', { name: t('month_end.empty') })).toBeVisible();
      const day = page.getByRole('textbox', { name: t('month_end.day') });
      await day.fill('31.12.2099');
      await day.press('Tab');
      await expect(page).toHaveURL(/day=2099-12-31/);
      await expect(table(page).getByRole('row').nth(1)).toContainText('PO-');
      total = (await table(page).locator('tfoot td').nth(3).textContent()) ?? '';
      expect(net(total)).toBeGreaterThan(0);
      await expectAccessible(page);
      await show('a list as of a day');
    });

    await test.step('its CSV file has all rows, with the same sum', async () => {
      const { name, bytes } = await downloaded(page, 'csv');
      expect(name).toBe(`${list}_2099-12-31.csv`);
      const [head = '', ...lines] = bytes.toString('utf8').trimEnd().split('\r\n');
      const place = head.replace('\uFEFF', '').split(';').indexOf(t('month_end.column.net'));
      const sum = lines.reduce(
        (cents, line) => cents + Math.round(net(line.split(';')[place] ?? '') * 100),
        0,
      );
      expect(sum).toBe(Math.round(net(total) * 100));
      await expect(page.getByRole('region').first()).toBeVisible();
    });

    await test.step('and so has its XLSX file', async () => {
      const { name, bytes } = await downloaded(page, 'xlsx');
      expect(name).toBe(`${list}_2099-12-31.xlsx`);
      const sheet = unzipped(bytes).get('xl/worksheets/sheet1.xml') ?? '';
      const rows = sheet.match(/<row>.*?<\/row>/gs) ?? [];
      const nets = rows
        .slice(1)
        .map((row) => [...row.matchAll(/<c s="3"><v>([^<]*)<\/v>/g)].at(-1)?.[1] ?? '');
      const sum = nets.reduce((cents, value) => cents + Math.round(Number(value) * 100), 0);
      expect(sum).toBe(Math.round(net(total) * 100));
    });

    await test.step('a cost center filters it, and the address keeps the filter', async () => {
      const field = page.getByRole('combobox', { name: t('month_end.column.cost_center') });
      await field.fill('2100');
      await page.getByRole('option', { name: /2100/ }).click();
      await expect(page).toHaveURL(/cost_center=\d+/);
      await expect(table(page).locator('tbody tr').first()).toContainText('2100');
      await expect(table(page).locator('tbody tr').filter({ hasNotText: '2100' })).toHaveCount(0);
      await page.reload();
      await expect(field).toHaveValue(/Instandhaltung/);
    });

    await test.step('every other list opens, also in dark mode and on the phone', async () => {
      await page.getByRole('link', { name: t('month_end.list.commitments') }).click();
      await expect(page.getByText(t('month_end.about.commitments'))).toBeVisible();
      await page.getByRole('link', { name: t('month_end.list.throughput') }).click();
      await expect(page).toHaveURL(/list=throughput/);
      await expect(page.getByText(t('month_end.about.throughput'))).toBeVisible();
      await page.emulateMedia({ colorScheme: 'dark' });
      await page.getByRole('link', { name: t('month_end.list.commitments') }).click();
      await expect(table(page)).toBeVisible();
      await expectAccessible(page);
      await show('in the dark');
      await page.setViewportSize({ width: 390, height: 844 });
      await expect(page.getByRole('link', { name: t('month_end.list.commitments') })).toBeHidden();
      await expectAccessible(page);
      await show('on the phone');
      const isWider = () => page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
      expect(await isWider()).toBe(false);
    });
  },
);

test('DASH-01 ROLE-08 people without access to the dashboard see an explanation', async ({ browser }) => {
  const page = await personPage(browser, 'requester');
  await page.goto('/dashboard/month-end');
  await expect(page.getByRole('heading', { name: t('dashboard.no_permission_title') })).toBeVisible();
  await expectAccessible(page);
});
