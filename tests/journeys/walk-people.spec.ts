import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { settingsPages } from '../../src/app/web/admin-groups.ts';
import { configuration } from '../../src/features/configuration/settings.ts';
import { deep } from '../support/depth.ts';
import { test } from './journey.ts';
import { ask, logIn, type Person, personPage, texts } from './procurement-people.ts';
import { addAuthenticator, requestLink } from './session.ts';
import { switchModule, withEveryModule } from './switch-module.ts';
import { walk } from './walk.ts';

const t = texts('de');

test('NAV-02 NAV-05 the walks cover every route', () => {
  const sources = ['routes.tsx', 'login-routes.tsx', 'admin-routes.tsx'].map((name) =>
    readFileSync(join(import.meta.dirname, '../../src/app/web', name), 'utf8'),
  );
  const paths = [...sources.join('\n').matchAll(/path: '([^']+)'/g)].map(([, path]) => path);
  expect(paths.toSorted()).toEqual(
    [
      '/', // redirects to the overview
      '/', // of the administration, redirects to the clients
      'procurement', // redirects to the overview
      'invoice', // redirects to the overview
      'contract', // redirects to the overview
      'logout', // redirects to the login
      'login',
      'login/$token',
      'login/sign-on/$id', // covered by the journey of single sign-on
      'passkey', // covered by the journey of required passkeys
      'approve',
      'callback', // redirects to the settings
      'punchout/$token', // redirects to the request of the cart
      'receive', // covered by the journey of the scanner
      'receive/$id', // redirects to the goods receipt of the order
      'overview',
      'dashboard',
      'dashboard/month-end',
      'procurement/form',
      'invoice/form',
      'invoice/inbox', // covered by the journey of the inbox
      'invoice/upload',
      'invoice/export',
      'contract/form',
      'contract/import',
      'profile',
      'help',
      'help/$page', // the manual, covered by help.spec.ts
      'api-explorer', // covered by api-explorer.spec.ts
      'exports', // covered by scheduled-exports.spec.ts
      'onboarding',
      '$',
      'admin',
      '$entity',
      '$entity/list',
      '$entity/form',
      'configuration',
      'invoice',
      'billing',
      'archive',
      'process-documentation',
      'data-protection',
      'rights',
      'security-log',
      'waiting',
      'supplier-accounts',
      'supplier-twins',
      'archive', // for auditors, covered by auditor.spec.ts
    ].toSorted(),
  );
});

test.describe('with every module', () => {
  withEveryModule();

  test('NAV-05 SET-01 ADM-17 I18N-01 the settings on each tab', deep, async ({ browser }) => {
    const page = await personPage(browser, 'admin');
    await walk(page, async ({ visit, look }) => {
      const seen = new Set<string>();
      for (const { page: address } of settingsPages) {
        await visit(`/admin/${address}`);
        const tabs = await page.getByRole('tab').all();
        for (const [place, tab] of tabs.entries()) {
          const name = ((await tab.getAttribute('id')) ?? '').replace('tab-', '');
          seen.add(name);
          if (place === 0) continue;
          await tab.click();
          await expect(tab).toHaveAttribute('aria-selected', 'true');
          await look(`the settings, ${name}`);
        }
        if (tabs.length === 0) seen.add(address);
      }
      const tabs = configuration.tabs.map(({ name }) => name);
      expect([...seen].toSorted()).toEqual(
        [
          ...tabs,
          'archive',
          'billing',
          'data-protection',
          'process-documentation',
          'rights',
          'security-log',
          'supplier-accounts',
          'supplier-twins',
          'waiting',
        ].toSorted(),
      );
      await page.goto('/admin/configuration');
      await page.getByRole('button', { name: t('entity.history') }).click();
      await expect(page.getByRole('dialog')).toBeVisible();
      await look('the history of the settings');
    });
  });
});

test(
  'PROF-01 AUTH-10 AUTH-27 ADM-13 I18N-01 the profile and its questions',
  deep,
  async ({ browser, afterwards }) => {
    const page = await personPage(browser, 'selector');
    await addAuthenticator(page);
    const passkeys = (on: Page) => on.getByRole('button', { name: /^Passkey .* löschen$/ });
    const id = await idOf('selector', 'selector');
    const home = {
      ...{ lb_user_id: id, name: 'Zuhause', address: 'Am Deich 4', zipcode: '26121', city: 'Oldenburg' },
      country: 'DE',
    };
    afterwards(() =>
      ask(
        'selector',
        'mutation ($id: bigint!) { delete_user_address(where: { lb_user_id: { _eq: $id } }) { affected_rows } }',
        { id },
      ),
    );
    await ask(
      'selector',
      'mutation ($home: user_address_insert_input!) { insert_user_address_one(object: $home) { id } }',
      { home },
    );
    await walk(page, async ({ visit, look }) => {
      const dialog = page.getByRole('dialog');
      await visit('/profile');
      await page
        .getByRole('button', { name: t('profile.address.delete').replace('{{name}}', home.name) })
        .click();
      await expect(dialog).toBeVisible();
      await look('deleting an address');
      await dialog.getByRole('button', { name: t('profile.delete') }).click();
      await expect(page.getByText(t('profile.address.none'))).toBeVisible();
      await page.getByRole('button', { name: t('profile.address.add') }).click();
      await page.getByRole('button', { name: t('profile.save'), exact: true }).click();
      await page.getByRole('button', { name: t('profile.substitute.save') }).click();
      await page.getByRole('button', { name: t('profile.passkey.add') }).click();
      await expect(page.getByText(t('profile.passkey.never_used')).first()).toBeVisible();
      await look('the profile with an address to fill in and a passkey');
      await passkeys(page).first().click();
      await look('deleting a passkey');
      await page.keyboard.press('Escape');
      await expect(dialog).toBeHidden();
      await page.getByRole('button', { name: t('session.end_all') }).click();
      await look('logging out everywhere');
    });
    await walk(await personPage(browser, 'admin'), async (admin) => {
      await admin.page.goto(`/admin/user/form?id=${id}&tab=passkeys`);
      await passkeys(admin.page).first().click();
      const dialog = admin.page.getByRole('dialog');
      await expect(dialog).toBeVisible();
      await admin.look('deleting the passkey of somebody');
      await dialog.getByRole('button', { name: t('profile.delete') }).click();
      await expect(admin.page.getByText(t('profile.passkey.deleted'))).toBeVisible();
    });
  },
);

test('ADM-06 ADM-10 ADM-12 AUTH-23 I18N-01 the dialogs about a person', deep, async ({ browser }) => {
  const page = await personPage(browser, 'admin');
  const id = await idOf('approver1', 'admin');
  await walk(page, async ({ visit, look }) => {
    const dialog = page.getByRole('dialog');
    await visit(`/admin/user/form?id=${id}&tab=rights`, { only: 'desk' });
    await page.getByRole('button', { name: t('people.block'), exact: true }).click();
    await expect(dialog.getByRole('listitem').first()).toBeVisible();
    await look('blocking a person');
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();

    await page.getByRole('button', { name: t('people.token.create') }).click();
    await look('issuing a token');
    await dialog.getByRole('button', { name: t('people.token.create') }).click();
    await expect(dialog).toContainText(t('people.token.once'));
    await look('the new token');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: t('people.token.revoke') }).click();
    await look('revoking a token');
    await dialog.getByRole('button', { name: t('people.token.revoke') }).click();
    await expect(page.getByText(t('people.token.none'))).toBeVisible();
    await page.getByRole('button', { name: t('entity.history') }).click();
    await expect(dialog.getByRole('listitem').first()).toBeVisible();
    await look('the history of a person');
  });
});

test('AUTH-21 NAV-19 I18N-01 acting as another person', deep, async ({ browser }) => {
  await walk(await personPage(browser, 'admin'), async ({ page, visit, look }) => {
    await visit('/admin/user?q=requester', { only: 'desk' });
    const row = page.getByRole('row').filter({ hasText: 'requester@demo.test' });
    await row.getByRole('button', { name: /^Aktionen für/ }).click();
    await page.getByRole('menuitem', { name: t('people.log_in_as') }).click();
    await expect(page).toHaveURL(/\/overview/);
    await look('acting as another person');
    const bar = page.getByRole('complementary', { name: t('session.acting.label') });
    await bar.getByRole('button', { name: t('shell.logout') }).click();
    await look('how to stop acting');
    await page.getByRole('button', { name: t('session.acting.leave_back') }).click();
    await expect(bar).toHaveCount(0);
  });
});

test(
  'ERR-03 ERR-06 NAV-09 I18N-01 refusals of the server, on the page and as a notice after a click',
  deep,
  async ({ browser }) => {
    await walk(await personPage(browser, 'admin'), async ({ page, look }) => {
      await page.goto('/admin/supplier');
      const menu = page.getByRole('button', { name: /^Aktionen für/ }).first();
      await menu.waitFor();
      const json = { errors: [{ message: '', extensions: { code: 'permission_denied' } }] };
      await page.route('**/v1/graphql', async (route) => {
        const asked = route.request().postData();
        if (asked?.includes('supplier_by_pk')) await route.fulfill({ json });
        // No document waits, so that no question comes first.
        else if (asked?.includes('query Waiting')) await route.fulfill({ json: { data: { waiting: [] } } });
        else await route.fallback();
      });
      await menu.press('Enter');
      await page.getByRole('menuitem', { name: t('entity.deactivate') }).press('Enter');
      const word = page.getByRole('alert').filter({ hasText: t('error.permission_denied') });
      await expect(menu).toBeFocused();
      // It stays while it has the focus, and then returns the focus.
      const close = word.getByRole('button', { name: t('shell.close') });
      await close.focus();
      await look('a click that was refused');
      await close.press('Enter');
      await expect(menu).toBeFocused();

      await page.locator('[data-row-open]').first().click();
      await expect(page.getByRole('heading', { name: t('shell.no_permission.title') })).toBeVisible();
      await look('a record that nobody may see any more');
    });
  },
);

test(
  'NAV-01 NAV-09 GEN-11 NAV-23 I18N-01 pages that do not exist, are forbidden, are off or fail to load',
  deep,
  async ({ browser, afterwards }) => {
    await logIn(browser, 'admin');
    await walk(await personPage(browser, 'requester'), async ({ page, visit, look, expectRefused }) => {
      await visit('/help');
      await visit('/gibt/es/nicht');
      await visit('/procurement/form?id=999999999');
      await visit('/admin/client/list');
      afterwards(() => switchModule('contract', true));
      await switchModule('contract', false);
      await page.goto('/procurement/form?select-contract');
      await expect(page.getByText(t('error.module_off'))).toBeVisible();
      await look('a module that is off');
      expectRefused(/ProfilePage.*\.js|ChunkFailed/);
      await page.route(/ProfilePage.*\.js/, (route) => route.abort());
      await visit('/profile');
    });
  },
);

test('AUTH-01 AUTH-05 AUTH-07 I18N-01 the pages before the login', deep, async ({ browser }) => {
  const context = await browser.newContext({ locale: 'de-DE', timezoneId: 'Europe/Berlin' });
  await context.addInitScript(() => localStorage.setItem('lang', 'de'));
  await walk(await context.newPage(), async ({ page, visit, look, expectRefused }) => {
    await visit('/login');
    await page.getByRole('button', { name: new RegExp(`^${t('shell.language')}`) }).click();
    await expect(page.getByRole('menuitem').first()).toBeVisible();
    await look('the languages before the login');
    await page.keyboard.press('Escape');
    await page.locator('button[type="submit"]').click();
    await look('a login without an address');
    const link = await requestLink(page, 'selector@demo.test');
    await look('the mail is on its way');
    await visit(link);
    await page.getByRole('button', { name: t('login.link.button') }).click();
    await expect(page).toHaveURL(/\/overview/);
    await page.goto('/logout');
    await expect(page).toHaveURL(/\/login/);
    await look('the address of the last login');
    expectRefused(/\/api\/auth\//);
    await visit(link);
    await visit('/anders');
  });
});

/** The id of a person, for another one who had a window open before. */
async function idOf(person: Person, asking: Person): Promise<number> {
  const { lb_user } = await ask<{ lb_user: { id: number }[] }>(
    asking,
    `{ lb_user(where: { email: { _eq: "${person}@demo.test" } }) { id } }`,
  );
  return lb_user[0]?.id ?? 0;
}
