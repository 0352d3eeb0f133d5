import { expect } from '@playwright/test';
import { deep } from '../support/depth.ts';
import { type RealIssuer, startRealIssuer } from '../support/sign-on-issuer.ts';
import { expectAccessible } from './accessibility.ts';
import { fill } from './admin-page.ts';
import { test } from './journey.ts';
import { firstAdministrator } from './own-tenant.ts';
import { texts } from './procurement-people.ts';
import { field } from './request-page.ts';

const t = texts('de');

let issuer: RealIssuer;
test.beforeAll(async () => {
  issuer = await startRealIssuer();
});
test.afterAll(() => issuer?.stop());

test(
  'AUTH-32 an administrator connects the login service of the company, and comes in by it',
  deep,
  async ({ browser }) => {
    const tag = Date.now().toString(36);
    const tenant = `Firmenkonto ${tag}`;
    const email = `chefin.${tag}@firmenkonto.test`;
    const page = await firstAdministrator(browser, tenant, email);
    const status = page.getByRole('status').filter({ hasText: /./ });

    await test.step('the settings lead to a new login service', async () => {
      await page.goto('/admin/configuration?tab=security');
      await expect(page.getByText(t('sign_on.none'))).toBeVisible();
      await page.getByRole('link', { name: t('entity.sign_on_issuer.new') }).click();
      await fill(page, 'sign_on_issuer', {
        name: 'Verzeichnis',
        issuer: issuer.issuer,
        application_id: 'kontor',
        application_secret: 'geheim',
      });
      await expect(page.getByText(t('sign_on.return_address_later'))).toBeVisible();
      await expectAccessible(page);
      await page.getByRole('button', { name: t('entity.save') }).click();
      await expect(page).toHaveURL(/id=\d+/);
    });

    await test.step('the return address is entered at the service, and the test succeeds', async () => {
      const returnAddress = (await page.locator('code').textContent()) ?? '';
      expect(returnAddress).toMatch(/\/login\/sign-on\/\d+$/);
      issuer.register({ id: 'kontor', secret: 'geheim', returnAddress });
      await page.getByRole('button', { name: t('sign_on.test.button') }).click();
      await expect(status.filter({ hasText: t('sign_on.test.connected') })).toBeVisible();
      await field(page, t('entity.sign_on_issuer.field.application_secret')).fill('falsch');
      await page.getByRole('button', { name: t('sign_on.test.button') }).click();
      await expect(status.filter({ hasText: t('sign_on.test.application_refused') })).toBeVisible();
    });

    await test.step('the company account logs in', async () => {
      issuer.accounts.set(tag, { email, email_verified: true });
      issuer.expect(tag);
      await page.goto('/logout');
      await expect(page).toHaveURL('/login');
      await field(page, t('login.tenant')).fill(tenant);
      await page.getByRole('button', { name: t('login.sign_on.button') }).click();
      await expect(page).toHaveURL(/\/(overview|dashboard|onboarding)/);
    });

    await test.step('an account of nobody is told so', async () => {
      issuer.accounts.set('fremd', { email: 'fremd@anderswo.test', email_verified: true });
      issuer.expect('fremd');
      await page.context().clearCookies();
      await page.goto('/logout');
      await expect(page).toHaveURL('/login');
      await field(page, t('login.tenant')).fill(tenant);
      await page.getByRole('button', { name: t('login.sign_on.button') }).click();
      await expect(page.getByRole('alert')).toContainText(t('error.sign_on_unknown'));
      await expectAccessible(page);
    });
  },
);
