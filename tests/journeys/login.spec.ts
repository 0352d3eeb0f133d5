import { expect } from '@playwright/test';
import { deep } from '../support/depth.ts';
import { expectAccessible } from './accessibility.ts';
import { test } from './journey.ts';
import { newPerson } from './people-page.ts';
import { logIn } from './procurement-people.ts';
import { login, requestLink } from './session.ts';

for (const [lang, words] of Object.entries({
  de: {
    send: 'Link an diese Adresse senden',
    enter: 'Jetzt anmelden',
    tasks: 'Meine Aufgaben',
  },
  en: { send: 'Send a link to this address', enter: 'Log in now', tasks: 'My tasks' },
})) {
  test(`AUTH-01, AUTH-05, AUTH-08 login by mail (${lang})`, lang === 'de' ? {} : deep, async ({ page }) => {
    await page.addInitScript((value) => localStorage.setItem('lang', value), lang);
    await page.goto('/overview?tab=drafts');
    await expect(page).toHaveURL('/login');
    await expect(page.locator('html')).toHaveAttribute('lang', lang);
    await expect(page.getByRole('button', { name: words.send })).toBeVisible();
    await expectAccessible(page);

    const link = await requestLink(page, 'accountant@demo.test');
    await expectAccessible(page);
    await page.goto(link);
    await expect(page.getByText('accountant@demo.test')).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('button', { name: words.enter }).click();

    // AUTH-08: back to the intended page.
    await expect(page).toHaveURL('/overview?tab=drafts');
    await page.getByRole('tab', { name: words.tasks }).click();
    await expect(page.getByRole('tab', { name: words.tasks })).toHaveAttribute('aria-selected', 'true');
    await expectAccessible(page);
  });
}

test('AUTH-03 the tenant comes from the link, else from the host', async ({ page }) => {
  // The product runs under localhost here, which names no tenant.
  await page.route('**/api/environment', (route) =>
    route.fulfill({ json: { environment: 'dev', tenant: 'other' } }),
  );
  await page.goto('/login');
  await expect(page.locator('input[name="tenant"]')).toHaveValue('other');
  await page.goto('/login?tenant=demo');
  await expect(page.locator('input[name="tenant"]')).toHaveValue('demo');
  await page.locator('input[name="tenant"]').fill('');
  await expect(page.locator('input[name="tenant"]')).toHaveValue('');
});

test(
  'AUTH-02 AUTH-03 a used address is offered next time with its tenant and can be removed',
  deep,
  async ({ page }) => {
    await login(page, 'receiver@demo.test');
    await page.goto('/logout');
    await expect(page).toHaveURL('/login');
    // Neither the link nor the host names a tenant: it is that of the last login.
    await expect(page.locator('input[name="tenant"]')).toHaveValue('demo');
    await page.getByRole('button', { name: 'receiver@demo.test demo' }).click();
    await expect(page.locator('input[name="email"]')).toHaveValue('receiver@demo.test');
    await page.getByRole('button', { name: 'receiver@demo.test entfernen' }).click();
    await page.reload();
    await expect(page.getByText('receiver@demo.test')).toHaveCount(0);
  },
);

test('ONB-08 one click on a person of the demo logs in', async ({ page }) => {
  await page.goto('/login');
  const people = page.getByRole('region', { name: 'Personen der Demo, ein Klick genügt' });
  await expect(people.getByRole('listitem')).toHaveCount(12);
  await expect(people.getByRole('heading', { name: 'Wimmer Tischlerei GmbH' })).toBeVisible();
  await expectAccessible(page);
  await people.getByRole('button', { name: 'bestätigt Lieferungen' }).click();
  await expect(page).toHaveURL('/overview');
  await page.getByRole('button', { name: /Benutzermenü/ }).click();
  await expect(page.getByText('receiver@demo.test')).toBeVisible();
});

test('AUTH-02 all addresses are removed with one button', deep, async ({ page }) => {
  await page.addInitScript(() => {
    const known = ['anna', 'berta'].map((name) => ({ email: `${name}@demo.test`, tenant: 'demo' }));
    if (!sessionStorage.getItem('seen')) localStorage.setItem('recentEmails', JSON.stringify(known));
    sessionStorage.setItem('seen', 'yes');
  });
  await page.goto('/login');
  await expect(page.getByRole('button', { name: 'berta@demo.test demo' })).toBeVisible();
  await page.getByRole('button', { name: 'Alle entfernen' }).click();
  await page.reload();
  await expect(page.getByText('Noch keine Anmeldung auf diesem Gerät.')).toBeVisible();
});

test('AUTH-04 without an address the page asks for one', async ({ page }) => {
  await page.goto('/login');
  await page.getByRole('button', { name: 'Link an diese Adresse senden' }).click();
  const email = page.getByLabel('E-Mail');
  await expect(email).toBeFocused();
  await expect(email).toHaveAccessibleDescription('Bitte die E-Mail-Adresse eingeben.');
});

test('AUTH-06 an unknown address gets the same answer', async ({ page }) => {
  await page.goto('/login');
  await page.locator('input[name="email"]').fill('nobody@demo.test');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Link gesendet' })).toBeVisible();
});

test('AUTH-07 the mail can be sent again after a minute, and another address can be used', async ({
  page,
}) => {
  await page.clock.install();
  await page.goto('/login');
  await page.locator('input[name="email"]').fill('selector@demo.test');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Spam-Ordner')).toBeVisible();
  await expect(page.getByRole('button', { name: /Erneut senden in \d+ s/ })).toBeDisabled();
  await page.clock.fastForward(61_000);
  await page.getByRole('button', { name: 'Erneut senden', exact: true }).click();
  await expect(page.getByRole('button', { name: /Erneut senden in \d+ s/ })).toBeDisabled();
  await page.getByRole('button', { name: 'Andere Adresse' }).click();
  await expect(page).toHaveURL('/login');
});

test('AUTH-08 a wrong link and a used one lead back to the login', deep, async ({ page }) => {
  await page.goto(`/login/${'A'.repeat(43)}`);
  await expect(page.getByRole('heading', { name: 'Dieser Link gilt nicht mehr' })).toBeVisible();
  await expectAccessible(page);

  const link = await requestLink(page, 'buyer@demo.test');
  await page.goto(link);
  await page.getByRole('button', { name: 'Jetzt anmelden' }).click();
  await expect(page).toHaveURL('/overview');
  await page.goto(link);
  await expect(page.getByRole('heading', { name: 'Dieser Link gilt nicht mehr' })).toBeVisible();
  await page.getByRole('link', { name: 'Zur Anmeldung' }).click();
  await expect(page).toHaveURL('/overview');
});

test('AUTH-24, AUTH-26 logging out in one tab logs out the other', deep, async ({ page, context }) => {
  await login(page, 'approver2@demo.test');
  const other = await context.newPage();
  await other.goto('/overview?tab=all');
  await expect(other.getByRole('tab', { name: 'Alle Dokumente' })).toBeVisible();

  await page.getByRole('button', { name: /Benutzermenü/ }).click();
  await expectAccessible(page);
  await page.getByRole('menuitem', { name: 'Abmelden' }).click();
  await expect(page).toHaveURL('/login');
  await expect(other).toHaveURL('/login');
  const kept = await page.evaluate(() => Object.keys(localStorage).filter((key) => /token/i.test(key)));
  expect(kept).toEqual([]);
});

test(
  'AUTH-13 a session that cannot be continued leads to the login and back',
  deep,
  async ({ page, browser }) => {
    await logIn(browser, 'admin');
    // A new person, because the number of mails per address is limited.
    const { email } = await newPerson('Frank Fortgesetzt');
    await login(page, email);
    await page.evaluate(() => {
      localStorage.setItem('token', 'broken');
      localStorage.setItem('refreshToken', 'broken');
    });
    await page.goto('/overview?tab=procurement');
    await expect(page).toHaveURL('/login');
    await page.goto(await requestLink(page, email));
    await page.getByRole('button', { name: 'Jetzt anmelden' }).click();
    await expect(page).toHaveURL('/overview?tab=procurement');
  },
);

test('NAV-01, NAV-12, NAV-15 the shell: not found, logo, user menu, palette', deep, async ({ page }) => {
  await login(page, 'requester@demo.test');
  await page.goto('/does-not-exist');
  await expect(page.getByRole('heading', { name: 'Diese Seite gibt es nicht' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: /Kontor/ }).click();
  await expect(page).toHaveURL('/overview');

  await page.getByRole('button', { name: /Benutzermenü/ }).click();
  await expect(page.getByRole('menu')).toContainText('requester@demo.test');
  await page.keyboard.press('Escape');

  await page.keyboard.press('Control+k');
  await page.getByRole('combobox').fill('Entwürfe');
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/overview?tab=drafts');
});

test('I18N-02 another language takes effect without reload and is kept', async ({ page }) => {
  await page.goto('/login');
  // The people of the demo load last, and would move the menu.
  await expect(page.getByRole('button', { name: 'bestätigt Lieferungen' })).toBeVisible();
  await page.getByRole('button', { name: /Deutsch/ }).click();
  await page.getByRole('menuitem', { name: /Čeština/ }).click();
  await expect(page.getByRole('heading', { name: 'Přihlásit se' })).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('lang', 'cs');
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Přihlásit se' })).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem('lang'))).toBe('cz');
});

test('390 px: the login and My tasks work on a phone', deep, async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await login(page, 'approver1@demo.test');
  await expect(page.getByRole('tab', { name: 'Meine Aufgaben' })).toBeVisible();
  const isWider = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
  expect(isWider).toBe(false);
  await expectAccessible(page);
});
