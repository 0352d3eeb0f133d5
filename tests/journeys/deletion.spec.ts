import { expect } from '@playwright/test';
import { deep } from '../support/depth.ts';
import { expectAccessible } from './accessibility.ts';
import { fill } from './admin-page.ts';
import { test } from './journey.ts';
import { personPage, texts } from './procurement-people.ts';
import { walk } from './walk.ts';

const t = texts('de');

test(
  'OP-02 VAL-40 LIST-06 ERR-12 an operator permanently deletes an archived tenant',
  deep,
  async ({ browser }) => {
    const name = `Wegfall ${Date.now().toString(36)}`;
    const page = await personPage(browser, 'operator');
    const typed = page.getByLabel(t('deletion.name'));
    const confirm = page.getByRole('button', { name: t('deletion.confirm') });

    await test.step('deletion needs an archived tenant', async () => {
      await page.goto('/operator/tenant/form');
      await fill(page, 'tenant', {
        name,
        contact_email: 'post@wegfall.test',
        admin_name: 'Willi Wegfall',
        admin_email: `willi@${name.toLowerCase().replace(' ', '-')}.test`,
      });
      await page.getByRole('button', { name: t('entity.save') }).click();
      await expect(page).toHaveURL(/form\?id=\d+/);
      await expect(page.getByRole('link', { name: t('deletion.delete'), exact: true })).toHaveCount(0);
      await page.getByRole('button', { name: t('operator.archive') }).click();
      await page
        .getByRole('dialog')
        .getByRole('button', { name: t('operator.archive') })
        .click();
      await page.getByRole('link', { name: t('deletion.delete'), exact: true }).click();
      await expect(page.getByRole('heading', { level: 1 })).toContainText(name);
    });

    await test.step('VAL-40 an inexact name is refused on the page', async () => {
      await expect(confirm).toBeDisabled();
      await typed.fill(name.toUpperCase());
      await confirm.click();
      await expect(page.getByRole('alert').filter({ hasText: t('error.tenant_name_wrong') })).toBeVisible();
      await expectAccessible(page);
    });

    await test.step('it is deleted, and its row stays in the log', async () => {
      await typed.fill(name);
      await confirm.click();
      await expect(page).toHaveURL(/\/operator\/tenant\/deletion/);
      const row = page.getByRole('listitem').filter({ hasText: name });
      await expect(row).toContainText(t('deletion.done'), { timeout: 60_000 });
      await expectAccessible(page);
      await page.goto('/operator/tenant?status=all');
      await expect(page.getByRole('link', { name: 'demo' })).toBeVisible();
      await expect(page.getByRole('link', { name })).toHaveCount(0);
    });
  },
);

test(
  'OP-04 NAV-10 VAL-41 LIST-06 an operator sees a preview of a deletion by days',
  deep,
  async ({ browser }) => {
    const page = await personPage(browser, 'operator');
    await page.goto('/operator/tenant');
    await page.getByRole('link', { name: 'demo' }).click();
    await page.getByRole('link', { name: t('operator.orders') }).click();
    await page.getByRole('link', { name: t('deletion.by_days') }).click();
    await expect(page.getByText(t('deletion.choose_days'))).toBeVisible();
    await page.getByRole('textbox', { name: t('deletion.from') }).fill('01.01.2000');
    await page.getByRole('textbox', { name: t('deletion.to') }).fill('31.12.2099');
    const counted = page.getByRole('region', { name: t('deletion.preview') });
    await expect(counted).toContainText(t('deletion.count.kept'));
    await expect(page.getByText(t('deletion.handover_text'))).toBeVisible();
    await expectAccessible(page);
    await page.getByLabel(t('deletion.sha256')).fill('abc');
    await expect(page.getByText(t('deletion.sha256_wrong'))).toBeVisible();
    await page.getByLabel(t('deletion.sha256')).fill('ab'.repeat(32));
    await expect(page.getByText(t('error.handover_unknown'))).toBeVisible();
    await page.getByLabel(t('deletion.sha256')).fill('');
    await page.getByRole('textbox', { name: t('deletion.to') }).fill('02.01.2000');
    await page.getByLabel(t('deletion.name')).fill('Demo');
    await page.getByRole('button', { name: t('deletion.confirm') }).click();
    await expect(page.getByRole('alert').filter({ hasText: t('error.deletion_name_wrong') })).toBeVisible();
    await page.getByLabel(t('deletion.name')).fill('demo');
    await page.getByRole('button', { name: t('deletion.confirm') }).click();
    await expect(page.getByRole('alert').filter({ hasText: t('error.nothing_to_delete') })).toBeVisible();
  },
);

test('NAV-10 I18N-01 the pages of deletion in every language', deep, async ({ browser }) => {
  const operator = await personPage(browser, 'operator');
  await operator.goto('/operator/tenant');
  const address = await operator.getByRole('link', { name: 'demo' }).getAttribute('href');
  const id = /id=(\d+)/.exec(address ?? '')?.[1];
  await walk(operator, async ({ page, visit, look }) => {
    await visit('/operator/tenant/deletion');
    await visit(`/operator/tenant/delete?id=${id}`);
    await visit(`/operator/tenant/delete-invoice?id=${id}`);
    await visit(`/operator/tenant/delete-procurement?id=${id}`);
    await page.getByRole('textbox', { name: t('deletion.from') }).fill('01.01.2000');
    await page.getByRole('textbox', { name: t('deletion.to') }).fill('31.12.2099');
    await expect(page.getByRole('region', { name: t('deletion.preview') })).toBeVisible();
    await look('what would go');
  });
});
