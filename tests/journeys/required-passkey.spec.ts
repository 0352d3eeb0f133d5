import { expect } from '@playwright/test';
import { deep } from '../support/depth.ts';
import { expectAccessible } from './accessibility.ts';
import { save } from './admin-page.ts';
import { test } from './journey.ts';
import { firstAdministrator } from './own-tenant.ts';
import { texts } from './procurement-people.ts';
import { field } from './request-page.ts';
import { addAuthenticator, requestLink } from './session.ts';

const t = texts('de');
const words = (name: string) => t(`login.passkey_required.${name}`);

test(
  'AUTH-36 where administrators need a passkey, the link of a mail only leads to the first one',
  deep,
  async ({ browser }) => {
    const tag = Date.now().toString(36);
    const tenant = `Schlüssel ${tag}`;
    const email = `chefin.${tag}@schluessel.test`;
    const page = await firstAdministrator(browser, tenant, email);
    await addAuthenticator(page);
    await page.goto('/admin/configuration?tab=security');
    const amount = field(page, t('entity.configuration.field.passkey_approval_amount'));
    await amount.fill('10.000,50');
    await save(page);
    await page.reload();
    await expect(amount).toHaveValue('10.000,5');
    await page
      .getByRole('checkbox', { name: t('entity.configuration.field.passkey_administrators') })
      .check();
    await page.getByRole('button', { name: t('entity.save') }).click();

    await expect(page.getByRole('heading', { name: words('title') })).toBeVisible();
    await expect(page).toHaveURL('/passkey');
    await expectAccessible(page);
    await page.goto('/overview');
    await expect(page).toHaveURL('/passkey');
    const make = page.getByRole('button', { name: words('make') });
    await expect(make).toBeEnabled();
    await page.keyboard.press('Tab');
    await expect(make).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByText(words('made'))).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('button', { name: t('login.passkey') }).click();
    await expect(page).toHaveURL(/\/overview|\/admin\/configuration/);

    await page.goto('/logout');
    await expect(page).toHaveURL('/login');
    await page.goto(await requestLink(page, email, tenant));
    await page.getByRole('button', { name: t('login.link.button') }).click();
    await page.getByRole('button', { name: words('make') }).click();
    // Either the device reports an existing passkey, or the server requires the first one first.
    await expect(page.getByRole('alert')).toContainText(t('error.passkey_login_first'));
    await page.getByRole('link', { name: t('shell.logout') }).click();
    await expect(page).toHaveURL('/login');
  },
);
