import { expect, type Page } from '@playwright/test';
import { deep } from '../support/depth.ts';
import { expectAccessible } from './accessibility.ts';
import { addGlobalValue, fill, openTab } from './admin-page.ts';
import { test } from './journey.ts';
import { invitedPerson } from './own-tenant.ts';
import { personPage, texts } from './procurement-people.ts';
import { login } from './session.ts';
import { walk } from './walk.ts';

const t = texts('de');

async function move(page: Page, to: 'archive' | 'restore'): Promise<void> {
  await page.getByRole('button', { name: t(`operator.${to}`) }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText(t(`operator.${to}_text`));
  await dialog.getByRole('button', { name: t(`operator.${to}`) }).click();
  await expect(dialog).toHaveCount(0);
}

test('OP-01 OP-02 OP-03 OP-05 NAV-10 NAV-16 an operator creates a tenant, whose sessions end when it is archived', async ({
  browser,
}) => {
  const tag = Date.now().toString(36);
  const [name, email] = [`Hafen ${tag}`, `hanna.${tag}@hafen.test`];
  const page = await personPage(browser, 'operator');

  await test.step('OP-11 the area is opened by the menu; its requests have the operator header', async () => {
    await page.goto('/overview');
    await page.getByRole('button', { name: /^Benutzermenü/ }).click();
    const asked = page.waitForRequest((request) => request.url().includes('/api/operator/tenant'));
    await page.getByRole('menuitem', { name: t('shell.operator') }).click();
    expect((await asked).headers()['x-hasura-role']).toBe('user-operator');
    await expect(page.getByRole('row').filter({ hasText: 'demo' })).toContainText(
      t('operator.status.active'),
    );
    await expectAccessible(page);
  });

  await test.step('OP-01 VAL-40 VAL-45 creating a tenant', async () => {
    await page.getByRole('link', { name: t('entity.tenant.new') }).click();
    await page.getByRole('button', { name: t('entity.save') }).click();
    await expect(page.getByText(t('entity.problem.field_required')).first()).toBeVisible();
    await fill(page, 'tenant', {
      name: 'DEMO',
      contact_email: 'hafen',
      admin_name: 'Hanna Hafen',
      admin_email: email,
    });
    await page.getByRole('button', { name: t('entity.save') }).click();
    await expect(page.getByText(t('entity.problem.email'))).toBeVisible();
    await fill(page, 'tenant', { contact_email: 'post@hafen.test' });
    await page.getByRole('button', { name: t('entity.save') }).click();
    await expect(page.getByText(t('entity.problem.unique_violation'))).toBeVisible();
    await fill(page, 'tenant', { name });
    await openTab(page, 'tenant', 'billing');
    await fill(page, 'tenant', {
      document_limit: '100',
      base_price_document: '99',
      extra_price_document: '0,80',
    });
    await page.getByRole('button', { name: t('entity.tenant_tiered_price.new') }).click();
    await expectAccessible(page);
    await page.getByRole('button', { name: t('entity.save') }).click();
    await expect(page).toHaveURL(/form\?id=\d+/);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(name);
  });

  const hanna = await invitedPerson(browser, page, email);

  await test.step('OP-05 the lists of its documents are empty', async () => {
    await page.getByRole('link', { name: t('operator.orders') }).click();
    await expect(page.getByText(t('operator.none.procurement'))).toBeVisible();
    await page.goBack();
  });

  await test.step('OP-03 archived: her session ends, and she cannot log in', async () => {
    await move(page, 'archive');
    await expect(page.getByText(t('entity.tenant.mark.archived'))).toBeVisible();
    await expectAccessible(page);
    await hanna.goto('/overview');
    await expect(hanna).toHaveURL(/\/login/);
    await page.goto('/operator/tenant');
    await expect(page.getByRole('link', { name })).toHaveCount(0);
    await page.goto('/operator/tenant?status=archived');
    await page.getByRole('link', { name }).click();
  });

  await test.step('OP-02 restored: she logs in again', async () => {
    await move(page, 'restore');
    await expect(page.getByRole('button', { name: t('operator.archive') })).toBeVisible();
    await login(hanna, email, name);
    await expect(hanna).toHaveURL(/\/(overview|onboarding)/);
  });
});

test(
  'OP-05 OP-12 DATA-02 an operator views the documents of a tenant and changes settings for all tenants',
  deep,
  async ({ browser }) => {
    const page = await personPage(browser, 'operator');
    await page.goto('/operator/tenant');
    await page.getByRole('link', { name: 'demo' }).click();
    await page.getByRole('link', { name: t('operator.orders') }).click();
    await expect(
      page
        .getByRole('row')
        .filter({ hasText: /PO-\d+/ })
        .first(),
    ).toContainText('€');
    await expectAccessible(page);
    await page
      .getByRole('navigation', { name: t('operator.title') })
      .getByRole('link', { name: t('operator.page.global-configuration') })
      .click();
    await addGlobalValue(page, { key: `hinweis_${Date.now()}`, value: 'Wartung am Sonntag' });
    await expectAccessible(page);
  },
);

test('OP-11 ROLE-16 non-operators see an explanation, and are refused', deep, async ({ browser }) => {
  const page = await personPage(browser, 'admin');
  await page.goto('/overview');
  await page.getByRole('button', { name: /^Benutzermenü/ }).click();
  await expect(page.getByRole('menuitem', { name: t('admin.title') })).toBeVisible();
  await expect(page.getByRole('menuitem', { name: t('shell.operator') })).toHaveCount(0);
  await page.goto('/operator/tenant');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('operator.no_permission_title'));
  await expectAccessible(page);
  const status = await page.evaluate(async () => {
    const headers = {
      authorization: `Bearer ${localStorage.getItem('token')}`,
      'x-hasura-role': 'user-operator',
    };
    return (await fetch('/api/operator/tenant', { headers })).status;
  });
  expect(status).toBe(403);
});

test('NAV-10 OP-12 I18N-01 every page of the operator area in every language', deep, async ({ browser }) => {
  const operator = await personPage(browser, 'operator');
  await operator.goto('/operator/tenant');
  const address = await operator.getByRole('link', { name: 'demo' }).getAttribute('href');
  const id = /id=(\d+)/.exec(address ?? '')?.[1];
  await walk(operator, async ({ page, visit, look }) => {
    await visit('/operator/tenant?status=all');
    await visit(`/operator/tenant/form?id=${id}`);
    await page.getByRole('button', { name: t('operator.archive') }).click();
    await look('archiving');
    await page.keyboard.press('Escape');
    await visit(`/operator/tenant/form?id=${id}&tab=billing`);
    await page.getByRole('button', { name: t('entity.tenant_additional_item.new') }).click();
    await look('an item');
    await page.getByRole('button', { name: t('entity.discard') }).click();
    await visit(`/operator/tenant/form?id=${id}&tab=bank`);
    await visit('/operator/tenant/form');
    await visit(`/operator/tenant/procurement?id=${id}`);
    await visit(`/operator/tenant/list-invoice?id=${id}`);
    await visit(`/operator/tenant/invoice?id=${id}`);
    await visit('/operator/health');
    await visit('/operator/security-log');
    await visit(`/operator/tenant/archive?id=${id}`);
    await visit('/operator/direct-debits');
    await visit('/operator/global-configuration');
  });
});
