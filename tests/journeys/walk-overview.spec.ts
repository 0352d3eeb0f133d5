import { expect, type Page } from '@playwright/test';
import { listed } from '../../src/app/kinds.ts';
import { monthEndLists } from '../../src/features/month-end/search.ts';
import { tabsOf } from '../../src/features/overview/filter.ts';
import { viewModes } from '../../src/features/overview/overview-search.ts';
import { deep, someOf } from '../support/depth.ts';
import { test } from './journey.ts';
import { createRequest, personPage, texts } from './procurement-people.ts';
import { withEveryModule } from './switch-module.ts';
import { walk } from './walk.ts';

const t = texts('de');

withEveryModule();

test('OVW-01 LIST-01 I18N-01 the overview on each tab, as list and as table', deep, async ({ browser }) => {
  await walk(await personPage(browser, 'buyer'), async ({ visit }) => {
    const views = tabsOf(listed.kinds).flatMap((tab) => viewModes.map((mode) => ({ tab, mode })));
    for (const { tab, mode } of someOf(views, 3)) await visit(`/overview?tab=${tab}&viewMode=${mode}`);
    await visit('/overview?tab=all&viewMode=list&q=gibtesnicht');
  });
});

test('DASH-07 I18N-01 the month-end lists', deep, async ({ browser }) => {
  await walk(await personPage(browser, 'accountant'), async ({ visit }) => {
    for (const list of monthEndLists) await visit(`/dashboard/month-end?list=${list}&day=2099-12-31`);
  });
});

test(
  'DASH-01 DASH-04 DASH-07 ROLE-06 I18N-01 the dashboard and its lists for people who see all, part or none',
  deep,
  async ({ browser }) => {
    for (const person of ['accountant', 'approver2', 'requester', 'receiver'] as const)
      await walk(await personPage(browser, person), async ({ visit }) => {
        await visit('/dashboard?range=this_year');
        await visit('/dashboard/month-end?list=commitments&day=2099-12-31');
      });
  },
);

test(
  'OVW-06 TASK-23 TASK-25 I18N-01 tasks with a preview, and several approved together',
  deep,
  async ({ browser }) => {
    const names = ['Zusammen freigegeben, die erste', 'Zusammen freigegeben, die zweite'];
    for (const name of names) await createRequest(browser, name);
    await walk(await personPage(browser, 'approver1'), async ({ page, visit, look }) => {
      await visit('/overview?viewMode=list&sort=age');
      const preview = page.getByRole('complementary', { name: t('overview.preview') });
      await preview.getByRole('textbox').pressSequentially('Bitte prüfen @Me');
      await expect(page.getByRole('option').first()).toBeVisible();
      await look('a person asked in a comment', { only: 'desk' });
      await page.keyboard.press('Escape');
      await preview.getByRole('textbox').fill('');
      await preview.getByRole('button', { name: t('shell.more_actions') }).click();
      await look('the other actions of the preview', { only: 'desk' });
      await page.keyboard.press('Escape');

      const picks = page.getByRole('row').filter({ hasText: 'Zusammen freigegeben' }).getByRole('checkbox');
      await picks.first().check();
      await picks.nth(1).check();
      await look('several picked');
      await page
        .getByRole('button', { name: t('overview.several.approve').replace('{{count}}', '2') })
        .click();
      await expect(page.getByRole('dialog', { name: t('overview.several.title') })).toBeVisible();
      await look('the answers to several approvals');
    });
  },
);

test('OVW-04 I18N-01 filters, and saved filters', deep, async ({ browser }) => {
  await walk(await personPage(browser, 'buyer'), async ({ page, visit, look }) => {
    await visit('/overview?tab=all&viewMode=list&status=ordered,approval&range=this_year&amount_from=1');
    for (const filter of ['status', 'client', 'range', 'amount']) {
      await chip(page, filter).click();
      await look(`the filter ${filter}`, { only: 'desk' });
      await page.keyboard.press('Escape');
    }
    await page.getByRole('button', { name: t('overview.filter.add'), exact: true }).click();
    await look('what can be filtered', { only: 'desk' });
    await page.getByRole('menuitem', { name: t('overview.filter.supplier') }).click();
    await expect(page.getByRole('list', { name: t('overview.filter.supplier') })).toBeVisible();
    await look('the filter supplier', { only: 'desk' });
    await page.keyboard.press('Escape');

    const saved = page.getByRole('button', { name: t('overview.saved.title') });
    await saved.click();
    await page.getByRole('menuitem', { name: t('overview.saved.save') }).click();
    const dialog = page.getByRole('dialog');
    const keep = dialog.getByRole('button', { name: t('overview.saved.save_now'), exact: true });
    await keep.click();
    await look('saving a filter without a name');
    const name = `Freigaben und Bestellungen über zehntausend ${Date.now()}`;
    await dialog.getByRole('textbox').fill(name);
    await keep.click();
    await expect(dialog).toBeHidden();
    await saved.click();
    await expect(page.getByRole('menuitem', { name })).toBeVisible();
    await look('saved filters', { only: 'desk' });
    await page.getByRole('menuitem', { name: t('overview.saved.manage') }).click();
    await look('renaming saved filters');
    await dialog.getByRole('button', { name: t('overview.saved.delete').replace('{{name}}', name) }).click();
  });
});

test('OVW-04 I18N-01 filters on a phone', deep, async ({ browser }) => {
  const page = await personPage(browser, 'buyer');
  await walk(page, async ({ visit, look }) => {
    await visit('/overview?tab=all&viewMode=list&status=ordered', { only: 'phone' });
    await page.setViewportSize({ width: 390, height: 844 });
    await page.getByRole('button', { name: /^Filter/ }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await look('the drawer of filters', { only: 'phone' });
  });
});

test('OVW-09 EXP-17 I18N-01 an export', deep, async ({ browser }) => {
  await walk(await personPage(browser, 'buyer'), async ({ page, visit, look }) => {
    await visit('/overview?tab=all&viewMode=list', { only: 'desk' });
    await page.getByRole('button', { name: t('overview.export.open') }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await look('what to export');
    await page.route('**/api/job/*', (route) =>
      route.fulfill({ json: { state: 'running', progress: 40, result: null, error: null } }),
    );
    await page.getByRole('button', { name: /Dokumente exportieren/ }).click();
    await expect(page.getByRole('region', { name: t('overview.export.under_way') })).toContainText('40');
    await look('an export under way');
  });
});

test('NAV-13 NAV-15 NAV-16 I18N-01 palette, keys and menus of the shell', deep, async ({ browser }) => {
  const page = await personPage(browser, 'admin');
  await walk(page, async ({ visit, look }) => {
    await visit('/overview?tab=all&viewMode=list', { only: 'desk' });
    const over = page.getByRole('banner').locator('[data-environment]');
    await look('what the badge of the environment means', { only: 'desk', over });
    const rows = page.getByRole('table').locator('tbody tr');
    const long = rows.getByRole('link').filter({ hasText: /.{26}/ }).first();
    await look('a name that is cut, in full', { only: 'desk', over: long });
    const age = rows.first().locator('time').last();
    await look('when it was, behind the age', { only: 'desk', over: age });

    // On a page with little content, because the background is checked elsewhere.
    await page.goto('/help');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.keyboard.press('Control+k');
    const search = page.getByRole('dialog', { name: t('shell.search') }).getByRole('combobox');
    await expect(search).toBeVisible();
    await look('the palette');
    await search.fill('papier');
    await expect(page.getByText(t('shell.palette.documents'), { exact: true })).toBeVisible();
    await look('documents in the palette');
    await search.fill('gibtesnicht');
    await expect(page.getByText(t('shell.palette.nothing'))).toBeVisible();
    await look('nothing in the palette');
    await page.keyboard.press('Escape');
    await expect(search).toBeHidden();

    await page.keyboard.press('?');
    const help = page.getByRole('dialog', { name: t('help.drawer.title') });
    await expect(help.getByRole('heading', { name: t('keyboard.title') })).toBeVisible();
    await look('the help for a page');
    await page.keyboard.press('Escape');

    // By keyboard: the menu closes a second after the mouse has left it (NAV-17).
    await page.getByRole('button', { name: /^Benutzermenü/ }).press('Enter');
    await expect(page.getByRole('menuitem', { name: t('shell.logout') })).toBeVisible();
    await look('the menu of the user');
    for (const part of ['shell.language', 'shell.scheme.label']) {
      await page.getByRole('menuitem', { name: t(part) }).press('ArrowRight');
      await expect(page.getByRole('menu')).toHaveCount(2);
      await look(`the menu of the user, ${part}`, { only: 'desk' });
      await page.keyboard.press('ArrowLeft');
    }
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: t('shell.add.button'), exact: true }).click();
    await expect(page.getByRole('menuitem', { name: t('shell.add.order'), exact: true })).toBeVisible();
    await look('what can be added');
  });
});

const chip = (page: Page, filter: string) =>
  page.getByRole('button', { name: new RegExp(`^${t(`overview.filter.${filter}`)} `) });
