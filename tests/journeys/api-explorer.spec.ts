import { readFile } from 'node:fs/promises';
import { expect } from '@playwright/test';
import { deep } from '../support/depth.ts';
import { expectAccessible } from './accessibility.ts';
import { test } from './journey.ts';
import { newPerson, openRights } from './people-page.ts';
import { personPage, texts } from './procurement-people.ts';

const t = texts('de');

test(
  'API-03 ADM-12 an administrator tries GraphQL beside the tokens and downloads the REST description',
  deep,
  async ({ browser }) => {
    const page = await personPage(browser, 'admin');
    const query = page.getByLabel(t('api_explorer.query'));

    await test.step('the page stands beside the tokens of a person', async () => {
      const { id } = await newPerson('Ein Versuch');
      await openRights(page, id);
      await page.getByRole('link', { name: t('api_explorer.title') }).click();
      await expect(query).toBeVisible();
      await expectAccessible(page);
    });

    await test.step('a suggested word completes the request, and its answer is shown', async () => {
      await query.fill('{ supplier(limit: 1) { nam');
      await page.getByRole('button', { name: 'name', exact: true }).click();
      await expect(query).toHaveValue('{ supplier(limit: 1) { name');
      await expect(query).toBeFocused();
      await page.keyboard.type(' } }');
      await page.keyboard.press('Control+Enter');
      await expect(page.getByRole('region', { name: t('api_explorer.answer') })).toContainText('"name": "');
    });

    await test.step('a token that is not known shows nothing', async () => {
      await page.getByLabel(t('api_explorer.token')).fill('A'.repeat(43));
      await page.getByRole('button', { name: t('api_explorer.use_token') }).click();
      await expect(query).toBeHidden();
    });

    await test.step('the description of the REST routes is a file', async () => {
      const [file] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: t('api_explorer.openapi') }).click(),
      ]);
      expect(JSON.parse(await readFile(await file.path(), 'utf8')).openapi).toBe('3.1.0');
    });
  },
);
