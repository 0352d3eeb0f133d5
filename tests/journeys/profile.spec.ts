import { type Browser, expect, type Page } from '@playwright/test';
import { deep } from '../support/depth.ts';
import { expectAccessible } from './accessibility.ts';
import { test } from './journey.ts';
import { newPerson } from './people-page.ts';
import { logIn } from './procurement-people.ts';
import { actAs, addAuthenticator, login } from './session.ts';

/** Logs in a new person, unknown to other journeys, possibly left by a failed one. */
async function loginAsNewPerson(browser: Browser, page: Page, name: string): Promise<string> {
  await logIn(browser, 'admin');
  const { email } = await newPerson(name);
  await login(page, email);
  return email;
}

async function openProfile(page: Page): Promise<void> {
  await page.getByRole('button', { name: /Benutzermenü/ }).click();
  await page.getByRole('menuitem', { name: 'Profil' }).click();
  await expect(page.getByRole('heading', { name: 'Profil', exact: true })).toBeVisible();
}

const toast = (page: Page, text: string) => page.getByRole('alert').filter({ hasText: text }).first();

test('AUTH-10, AUTH-11 a passkey is added, logs in without a mail, and is deleted', async ({
  page,
  browser,
}) => {
  await addAuthenticator(page);
  const email = await loginAsNewPerson(browser, page, 'Petra Passkey');
  await openProfile(page);
  await page.getByRole('button', { name: 'Passkey hinzufügen' }).click();
  await expect(page.getByText('noch nie benutzt')).toBeVisible();
  await expectAccessible(page);
  // The device already has one, and reports it instead of creating a second.
  await page.getByRole('button', { name: 'Passkey hinzufügen' }).click();
  await expect(toast(page, 'Auf diesem Gerät gibt es bereits einen Passkey')).toBeVisible();

  await page.goto('/logout');
  await expect(page).toHaveURL('/login');
  await page.getByRole('button', { name: 'Mit Passkey anmelden' }).click();
  await expect(page).toHaveURL(/\/overview/);
  await openProfile(page);
  await expect(page.getByText(email).first()).toBeVisible();
  await expect(page.getByText(/zuletzt benutzt \d\d\.\d\d\.\d{4}/)).toBeVisible();

  await page.getByRole('button', { name: /^Passkey .* löschen$/ }).click();
  await expectAccessible(page);
  await page.getByRole('dialog').getByRole('button', { name: 'Löschen' }).click();
  await expect(page.getByText('Noch kein Passkey.')).toBeVisible();
  await page.goto('/logout');
  await page.getByRole('button', { name: 'Mit Passkey anmelden' }).click();
  await expect(page.getByText('Die Anmeldung mit dem Passkey ist fehlgeschlagen')).toBeVisible();
  await expectAccessible(page);
});

test(
  'PROF-01, PROF-02, NAV-24, DATA-11 every section is saved separately; the language changes at once',
  deep,
  async ({ page, browser }) => {
    await loginAsNewPerson(browser, page, 'Rita Profil');
    await openProfile(page);
    await page.getByLabel('Ihr Name').fill('');
    await page.getByRole('button', { name: 'Namen speichern' }).click();
    await expect(page.getByLabel('Ihr Name')).toHaveAccessibleDescription('Bitte ausfüllen.');
    await page.getByLabel('Ihr Name').fill('Renate Empfang');
    await page.getByRole('button', { name: 'Namen speichern' }).click();
    await expect(page.getByRole('button', { name: 'Benutzermenü von Renate Empfang' })).toBeVisible();

    await page.getByLabel('Reihenfolge im Verlauf').selectOption('Neueste zuerst');
    await expect(page.getByText('Gespeichert').first()).toBeVisible();
    await page.getByLabel('Benachrichtigung per E-Mail').selectOption('Sofort');
    await expect(page.getByLabel('Benachrichtigung per E-Mail')).toHaveValue('0');

    await page.getByRole('button', { name: 'Adresse hinzufügen' }).click();
    await page.getByRole('button', { name: 'Speichern', exact: true }).click();
    await expect(page.getByLabel('Bezeichnung')).toBeFocused();
    await expectAccessible(page);
    await page.getByLabel('Bezeichnung').fill('Heimarbeit');
    await page.getByLabel('Straße und Hausnummer').fill('Ringstraße 5');
    await page.getByLabel('Postleitzahl').fill('10115');
    await page.getByRole('textbox', { name: 'Ort', exact: true }).fill('Berlin');
    await page.getByRole('combobox', { name: 'Land', exact: true }).selectOption('Österreich');
    await page.getByLabel('Abladestelle').fill('Hofeinfahrt');
    await page.getByLabel('Telefonnummer').fill('30 123456');
    await page.getByRole('button', { name: 'Speichern', exact: true }).click();
    // A number without a country code is invalid.
    await expect(page.getByLabel('Ländervorwahl')).toBeFocused();
    await expect(page.getByLabel('Ländervorwahl')).toHaveAccessibleDescription('Bitte ausfüllen.');
    await page.getByLabel('Ländervorwahl').fill('+49');
    await page.getByRole('link', { name: 'Kontor' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Auf der Seite bleiben' }).click();
    await page.getByRole('button', { name: 'Speichern', exact: true }).click();
    await expect(page.getByText('Ringstraße 5, 10115 Berlin, AT')).toBeVisible();
    await page.getByRole('button', { name: 'Heimarbeit bearbeiten' }).click();
    await expect(page.getByLabel('Abladestelle')).toHaveValue('Hofeinfahrt');
    await expect(page.getByLabel('Ländervorwahl')).toHaveValue('+49');
    await page.getByRole('button', { name: 'Abbrechen' }).click();

    await page.getByLabel('Sprache').selectOption('Slovenčina (Beta)');
    await expect(page.locator('html')).toHaveAttribute('lang', 'sk');
    await expect(page.getByRole('heading', { name: 'Prihlásené zariadenia' })).toBeVisible();
    await page.reload();
    await expect(page.getByText('Ringstraße 5, 10115 Berlin, AT')).toBeVisible();
    await expect(page.getByLabel('Poradie v priebehu')).toHaveValue('desc');
    await page.getByLabel('Jazyk').selectOption('Deutsch');
    await expect(page.locator('html')).toHaveAttribute('lang', 'de');
  },
);

test(
  'AUTH-27 the sessions are listed; one is ended separately, then all together',
  deep,
  async ({ page, browser }) => {
    const email = await loginAsNewPerson(browser, page, 'Simon Sitzung');
    const elsewhere = await browser.newContext({
      userAgent: 'Mozilla/5.0 (iPhone; CPU) Version/18.0 Safari/604.1',
    });
    const phone = await elsewhere.newPage();
    await login(phone, email);

    await openProfile(page);
    await expect(page.getByText('Dieses Gerät ·')).toBeVisible();
    await page.getByRole('button', { name: 'Safari auf iPhone abmelden' }).click();
    await expect(page.getByText('Safari auf iPhone')).toHaveCount(0);
    await phone.goto('/overview?tab=all');
    await expect(phone).toHaveURL('/login');

    await login(phone, email);
    await page.getByRole('button', { name: 'Überall abmelden' }).click();
    await expectAccessible(page);
    await page.getByRole('dialog').getByRole('button', { name: 'Überall abmelden' }).click();
    await expect(page).toHaveURL('/login');
    await phone.goto('/overview?tab=drafts');
    await expect(phone).toHaveURL('/login');
    await elsewhere.close();
  },
);

test('AUTH-21, NAV-19 acting as another user is always visible and can be ended', deep, async ({ page }) => {
  await login(page, 'admin@demo.test');
  await actAs(page, 'requester@demo.test');
  const bar = page.getByRole('complementary', { name: 'Angemeldet als andere Person' });
  await expect(bar).toContainText(/ist angemeldet als/);
  await expectAccessible(page);
  await openProfile(page);
  await expect(page.getByRole('heading', { name: 'Passkeys' })).toHaveCount(0);
  await bar.getByRole('button', { name: 'Abmelden' }).click();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Zurück zur Benutzerliste' }).click();
  await expect(bar).toHaveCount(0);
  await expect(page).toHaveURL('/admin/user');
  await page.getByRole('button', { name: /Benutzermenü/ }).click();
  await expect(page.getByRole('menu')).toContainText('admin@demo.test');
  await page.keyboard.press('Escape');

  await actAs(page, 'requester@demo.test');
  await bar.getByRole('button', { name: 'Abmelden' }).click();
  await page.getByRole('button', { name: 'Ganz abmelden' }).click();
  await expect(page).toHaveURL('/login');
  expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => /token/i.test(key)))).toEqual(
    [],
  );
});
