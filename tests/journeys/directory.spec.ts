import { expect } from '@playwright/test';
import { deep } from '../support/depth.ts';
import { postedPerson } from '../support/directory.ts';
import { expectAccessible } from './accessibility.ts';
import { test } from './journey.ts';
import { firstAdministrator } from './own-tenant.ts';
import { texts } from './procurement-people.ts';
import { field } from './request-page.ts';

const t = texts('de');

test(
  'AUTH-33 an administrator connects the directory, which creates a person whose page says so',
  deep,
  async ({ browser, request }) => {
    const tag = Date.now().toString(36);
    const page = await firstAdministrator(browser, `Verzeichnis ${tag}`, `chefin.${tag}@verzeichnis.test`);
    const call = async (path: string, token: string, data: object) => {
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/scim+json' };
      const answer = await request.post(`/scim/v2/${path}`, { headers, data: JSON.stringify(data) });
      expect(answer.status()).toBe(201);
      return (await answer.json()) as { readonly id: string };
    };

    const token = await test.step('the settings set up the directory and show its token once', async () => {
      await page.goto('/admin/configuration?tab=security');
      await field(page, t('people.directory.name')).fill('Entra ID');
      await page.getByRole('button', { name: t('people.directory.set_up') }).click();
      await expect(page.getByText('/scim/v2')).toBeVisible();
      await expectAccessible(page);
      await page.getByRole('button', { name: t('people.service.grant') }).click();
      const dialog = page.getByRole('dialog');
      await field(dialog, t('people.service.name')).fill('Abgleich');
      await dialog.getByRole('button', { name: t('people.service.grant') }).click();
      const secret = await field(dialog, t('people.token.title')).inputValue();
      expect(secret).toMatch(/^kontor_sa_/);
      await dialog
        .getByRole('button', { name: t('shell.close') })
        .last()
        .click();
      return secret;
    });

    await test.step('the directory creates a person and a group, and the page of the person says so', async () => {
      const { id } = await call('Users', token, postedPerson(`anna.${tag}`));
      await call('Groups', token, { displayName: 'Einkauf', members: [{ value: id }] });
      await page.goto(`/admin/user/form?id=${id}`);
      await expect(page.getByRole('note')).toContainText(`anna.${tag}@firma.example`);
      await expectAccessible(page);
    });

    await test.step('the settings offer a task group for the group', async () => {
      await page.goto('/admin/configuration?tab=security');
      await expect(field(page, 'Einkauf')).toBeVisible();
    });
  },
);
