import { expect, type Page } from '@playwright/test';
import { deep } from '../support/depth.ts';
import { test } from './journey.ts';
import { search } from './list-page.ts';
import { ask, personPage, texts } from './procurement-people.ts';

const t = texts('de');

const rows = (page: Page) => page.getByRole('table').locator('tbody tr');

const query = (page: Page): Readonly<Record<string, string>> => Object.fromEntries(search(page));

/** Long enough for any pending search to start. */
async function pause(page: Page): Promise<void> {
  await page.clock.fastForward(2_000);
}

test(
  'LIST-02 NAV-06 text typed above a list is applied by a click that precedes the search',
  deep,
  async ({ browser, afterwards }) => {
    const mark = `Eilig ${Date.now().toString(36)}`;
    const page = await personPage(browser, 'admin');
    await page.clock.install();
    await page.goto('/admin/location');
    const field = page.getByRole('searchbox');
    await expect(field).toBeVisible();
    afterwards(() =>
      ask(
        'admin',
        'mutation ($like: String!) { delete_location(where: { name: { _like: $like } }) { affected_rows } }',
        { like: `${mark}%` },
      ),
    );
    await ask(
      'admin',
      'mutation ($objects: [location_insert_input!]!) { insert_location(objects: $objects) { affected_rows } }',
      {
        objects: Array.from({ length: 101 }, (_, n) => ({
          name: `${mark} ${n + 100}`,
          number: String(n + 100),
        })),
      },
    );
    await page.reload();
    await expect(rows(page)).toHaveCount(50);
    const toPage = (number: string) =>
      page
        .getByRole('navigation', { name: t('entity.pages') })
        .getByText(number, { exact: true })
        .click();

    await test.step('a page', async () => {
      await field.fill(mark);
      await toPage('3');
      await expect(rows(page)).toHaveCount(1);
      await expect(rows(page)).toHaveText(new RegExp(`${mark} 200`));
      await pause(page);
      expect(query(page)).toEqual({ q: mark, page: '3' });
      await expect(rows(page)).toHaveCount(1);
    });

    await test.step('a page beyond the shorter list: its last one', async () => {
      await field.fill(`${mark} 15`);
      await toPage('2');
      await expect(rows(page)).toHaveCount(10);
      await pause(page);
      expect(query(page)).toEqual({ q: `${mark} 15` });
      await expect(rows(page)).toHaveCount(10);
    });

    await test.step('a head', async () => {
      await field.fill(`${mark} 19`);
      await page
        .getByRole('columnheader')
        .getByRole('button', { name: t('entity.location.field.name') })
        .click();
      await expect(rows(page).first()).toContainText(`${mark} 190`);
      await pause(page);
      expect(query(page)).toEqual({ q: `${mark} 19`, sort: 'name' });
    });

    await test.step('an opened record stays open', async () => {
      // On a slow machine the search has started before the click, but its result has not arrived.
      await page.route('**/v1/graphql', async (route) => {
        if (route.request().postData()?.includes('gibt es nicht')) return;
        await route.fallback();
      });
      await field.fill('gibt es nicht');
      await rows(page).first().getByRole('button').first().click();
      await expect(page).toHaveURL(/\/admin\/location\/form\?id=\d+$/);
      await pause(page);
      await expect(page.getByRole('textbox').first()).toHaveValue('190');
      await expect(page).toHaveURL(/\/admin\/location\/form\?id=\d+$/);
    });
  },
);

test(
  'OVW-05 text typed above the overview is applied by a quick click, and is removed by a reset',
  deep,
  async ({ browser }) => {
    const page = await personPage(browser, 'buyer');
    await page.clock.install();
    await page.goto('/overview?tab=all&viewMode=list');
    const field = page.getByRole('searchbox');
    const whole = { tab: 'all', viewMode: 'list' };
    await expect(rows(page).first()).toBeVisible();

    await test.step('a head', async () => {
      await field.fill('Papier');
      await page
        .getByRole('columnheader', { name: t('overview.column.number') })
        .getByRole('button')
        .click();
      await expect.poll(() => query(page)).toEqual({ ...whole, q: 'Papier', sort: 'number' });
      await pause(page);
      expect(query(page)).toEqual({ ...whole, q: 'Papier', sort: 'number' });
    });

    await test.step('a row, which stays selected', async () => {
      const second = rows(page).nth(1).getByRole('link');
      await field.fill('Papi');
      await second.click();
      await expect(second).toHaveAttribute('aria-current', 'true');
      const { id } = query(page);
      expect(id).toBeDefined();
      await pause(page);
      await expect.poll(() => query(page)).toEqual({ ...whole, q: 'Papi', sort: 'number', id });
      await expect(second).toHaveAttribute('aria-current', 'true');
    });

    await test.step('a reset, which empties the field', async () => {
      await field.fill('gibt es nicht');
      await page.getByRole('button', { name: t('overview.filter.reset'), exact: true }).click();
      await expect(field).toHaveValue('');
      await expect.poll(() => query(page).q).toBeUndefined();
      await pause(page);
      expect(query(page).q).toBeUndefined();
      await expect(field).toHaveValue('');
    });

    await test.step('Escape', async () => {
      await field.fill('gibt es nicht');
      await field.press('Escape');
      await expect(field).toHaveValue('');
      await pause(page);
      expect(query(page).q).toBeUndefined();
      await expect(rows(page).first()).toBeVisible();
    });

    await test.step('an opened document stays open', async () => {
      await field.fill('gibt es nicht');
      await rows(page).first().getByRole('link').dblclick();
      await expect(page).toHaveURL(/\/(procurement|invoice|contract)\/form\?id=\d+$/);
      await pause(page);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(page).toHaveURL(/\/(procurement|invoice|contract)\/form\?id=\d+$/);
    });
  },
);
