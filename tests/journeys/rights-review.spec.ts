import { readFile } from 'node:fs/promises';
import { expect } from '@playwright/test';
import { deep } from '../support/depth.ts';
import { expectAccessible } from './accessibility.ts';
import { begin, fill, save } from './admin-page.ts';
import { test } from './journey.ts';
import { personPage, texts } from './procurement-people.ts';
import { field } from './request-page.ts';

const t = texts('de');

test(
  'ADM-21 an administrator makes a template, a person gets its rights, and all rights are confirmed',
  deep,
  async ({ browser }) => {
    const page = await personPage(browser, 'admin');

    await test.step('a template with two rights', async () => {
      await page.goto('/admin/role-template');
      await begin(page, 'role_template');
      await fill(page, 'role_template', { name: 'Lager' });
      await page.getByRole('tab', { name: t('entity.role_template.tab.rights') }).click();
      await page.getByLabel(t('entity.role.user-price')).check();
      await page.getByLabel(t('entity.role.user-can-insert-product')).check();
      await expectAccessible(page);
      await save(page);
    });

    await test.step('a new person gets its rights at once', async () => {
      await page.goto('/admin/user');
      await begin(page, 'lb_user');
      await fill(page, 'lb_user', { name: 'Lena Lager', email: 'lena.lager@demo.test' });
      await page.getByRole('tab', { name: t('entity.lb_user.tab.rights') }).click();
      await field(page, t('entity.rights.template')).click();
      await page.getByRole('option', { name: 'Lager' }).click();
      await expect(page.getByLabel(t('entity.role.user-can-insert-product'))).toBeChecked();
    });

    await test.step('the matrix shows people and rights, and is confirmed', async () => {
      await page.goto('/admin/rights');
      await expect(page.getByText(t('rights_review.is_due'))).toBeVisible();
      const requester = page.getByRole('row', { name: /Jonas Petersen/ });
      await expect(requester).toContainText(t('rights_review.approves_nothing'));
      await expectAccessible(page);
      await page.getByRole('button', { name: t('rights_review.confirm') }).click();
      await page
        .getByRole('dialog')
        .getByRole('button', { name: t('rights_review.confirm') })
        .click();
      await expect(page.getByText(t('rights_review.is_due'))).toHaveCount(0);
      await page.getByRole('button', { name: t('rights_review.show') }).click();
      await expect(page.getByRole('row', { name: /Jonas Petersen/ })).toBeVisible();
    });
  },
);

test(
  'ARC-08 an administrator downloads everything about a person, and the register of processing',
  deep,
  async ({ browser }) => {
    const page = await personPage(browser, 'admin');
    await page.goto('/admin/data-protection');
    await expect(page.getByText(t('data_protection.none_left'))).toBeVisible();
    await expectAccessible(page);
    await field(page, t('data_protection.person')).fill('Jonas');
    await page.getByRole('option', { name: /Jonas Petersen/ }).click();
    const [report] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: t('data_protection.report_make') }).click(),
    ]);
    const file = JSON.parse(await readFile(await report.path(), 'utf8')) as { tables: readonly object[] };
    expect(file.tables.length).toBeGreaterThan(20);
    const [register] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: t('data_protection.register_make') }).click(),
    ]);
    expect(register.suggestedFilename()).toBe('Verarbeitungsverzeichnis_Entwurf.xlsx');
  },
);
