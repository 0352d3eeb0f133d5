import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { settingsPages } from '../../src/app/web/admin-groups.ts';
import { configuration } from '../../src/features/configuration/settings.ts';
import { test } from './journey.ts';
import { ask, personPage, texts } from './procurement-people.ts';
import { requestLink } from './session.ts';
import { withEveryModule } from './switch-module.ts';
import { longestWalk, walk } from './walk.ts';

const t = texts('de');

test.describe.configure({ timeout: longestWalk });
// What is wrong is named; a trace would take as long as the walk.
test.use({ trace: 'off' });

test('NAV-02 NAV-05 the walks know every route', () => {
  const sources = ['routes.tsx', 'admin-routes.tsx'].map((name) =>
    readFileSync(join(import.meta.dirname, '../../src/app/web', name), 'utf8'),
  );
  const paths = [...sources.join('\n').matchAll(/path: '([^']+)'/g)].map(([, path]) => path);
  expect(paths.toSorted()).toEqual(
    [
      '/', // leads to the overview
      '/', // of the administration, leads to the clients
      'procurement', // leads to the overview
      'logout', // leads to the login
      'login',
      'login/$token',
      'overview',
      'procurement/form',
      'profile',
      'help',
      '$',
      'admin',
      '$entity',
      '$entity/list',
      '$entity/form',
      'configuration',
      'invoice',
    ].toSorted(),
  );
});

test.describe('with every module', () => {
  withEveryModule();

  test('NAV-05 SET-01 ADM-17 I18N-01 the settings on each tab', async ({ browser }) => {
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
      expect([...seen].toSorted()).toEqual(configuration.tabs.map(({ name }) => name).toSorted());
      await page.goto('/admin/configuration');
      await page.getByRole('button', { name: t('entity.history') }).click();
      await expect(page.getByRole('dialog')).toBeVisible();
      await look('the history of the settings');
    });
  });
});

test('PROF-01 AUTH-10 AUTH-27 ADM-13 I18N-01 the profile and what it asks', async ({ browser }) => {
  const page = await personPage(browser, 'selector');
  await addAuthenticator(page);
  await walk(page, async ({ visit, look }) => {
    const dialog = page.getByRole('dialog');
    await visit('/profile');
    await page.getByRole('button', { name: t('profile.address.add') }).click();
    await page.getByRole('button', { name: t('profile.save'), exact: true }).click();
    await page.getByRole('button', { name: t('profile.substitute.save') }).click();
    await page.getByRole('button', { name: t('profile.passkey.add') }).click();
    await expect(page.getByText(t('profile.passkey.never_used'))).toBeVisible();
    await look('the profile with an address to fill in and a passkey');
    await page.getByRole('button', { name: /^Passkey .* löschen$/ }).click();
    await look('deleting a passkey');
    await dialog.getByRole('button', { name: t('profile.delete') }).click();
    await expect(page.getByText(t('profile.passkey.none'))).toBeVisible();
    await page.getByRole('button', { name: t('session.end_all') }).click();
    await look('logging out everywhere');
  });
});

test('ADM-06 ADM-10 ADM-12 AUTH-23 I18N-01 the dialogs about a person', async ({ browser }) => {
  const page = await personPage(browser, 'admin');
  const { lb_user } = await ask<{ lb_user: { id: number }[] }>(
    'admin',
    '{ lb_user(where: { email: { _eq: "approver1@demo.test" } }) { id } }',
  );
  await walk(page, async ({ visit, look }) => {
    const dialog = page.getByRole('dialog');
    await visit(`/admin/user/form?id=${lb_user[0]?.id}&tab=rights`, { only: 'desk' });
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

test('AUTH-21 NAV-19 I18N-01 acting as another person', async ({ browser }) => {
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

test('NAV-01 NAV-09 GEN-11 NAV-23 I18N-01 what does not exist, is not for everybody, is off or does not load', async ({
  browser,
}) => {
  await walk(await personPage(browser, 'requester'), async ({ page, visit, look, expectRefused }) => {
    await visit('/help');
    await visit('/gibt/es/nicht');
    await visit('/procurement/form?id=999999999');
    await visit('/admin/client/list');
    await page.goto('/procurement/form?select-contract');
    await expect(page.getByText(t('error.module_off'))).toBeVisible();
    await look('a module that is off');
    expectRefused(/ProfilePage.*\.js|ChunkFailed/);
    await page.route(/ProfilePage.*\.js/, (route) => route.abort());
    await visit('/profile');
  });
});

test('AUTH-01 AUTH-05 AUTH-07 I18N-01 the pages before the login', async ({ browser }) => {
  const context = await browser.newContext({ locale: 'de-DE', timezoneId: 'Europe/Berlin' });
  await context.addInitScript(() => localStorage.setItem('lang', 'de'));
  await walk(await context.newPage(), async ({ page, visit, look, expectRefused }) => {
    await visit('/login');
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

/** A device that has a passkey store and whose user always agrees. */
async function addAuthenticator(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}
