import { expect } from '@playwright/test';
import { deep } from '../support/depth.ts';
import { expectAccessible } from './accessibility.ts';
import { test } from './journey.ts';
import { newPerson, openRights } from './people-page.ts';
import { ask, personPage, texts } from './procurement-people.ts';
import { choose, field } from './request-page.ts';

const t = texts('de');

test(
  'ADM-06 LIST-01 a person is entered by the keyboard alone; Enter saves, Escape closes open lists',
  deep,
  async ({ browser }) => {
    const page = await personPage(browser, 'admin');
    const name = `Tanja Taste ${Date.now().toString(36)}`;
    await page.goto('/admin/user/form');
    const keys = page.keyboard;
    await expect(field(page, t('entity.lb_user.field.name'))).toBeFocused();
    await keys.type(name);
    await keys.press('Tab');
    await expect(field(page, t('entity.lb_user.field.lang'))).toBeFocused();
    await keys.press('Tab');
    await expect(field(page, t('entity.lb_user.field.email'))).toBeFocused();
    await keys.press('Enter');
    await expect(field(page, t('entity.lb_user.field.email'))).toHaveAccessibleDescription(
      t('entity.problem.field_required'),
    );
    await keys.type(`${name.toLowerCase().replaceAll(' ', '.')}@demo.test`);
    await keys.press('Tab');
    await expect(page.getByRole('checkbox', { name: t('entity.lb_user.field.is_service') })).toBeFocused();
    await keys.press('Tab');
    await expect(field(page, t('entity.lb_user.field.client_id'))).toBeFocused();
    await keys.type('Logistik');
    await expect(page.getByRole('option').first()).toHaveText(/Logistik/);
    await keys.press('Enter');
    await expect(field(page, t('entity.lb_user.field.client_id'))).toHaveValue(/Logistik/);
    await expect(page).toHaveURL(/form$/);
    await keys.press('Enter');
    await expect(page.getByText(t('entity.unchanged'))).toBeVisible();
    await expect(page).toHaveURL(/id=\d+/);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(name);

    await test.step('a dialog takes the focus, keeps it, and returns it', async () => {
      await page.getByRole('tab', { name: t('entity.lb_user.tab.rights') }).focus();
      await keys.press('Enter');
      const block = page.getByRole('button', { name: t('people.block'), exact: true });
      await block.focus();
      await keys.press('Enter');
      const dialog = page.getByRole('dialog');
      await expect(dialog).toBeVisible();
      await expect(dialog.getByRole('button', { name: t('shell.cancel') })).toBeFocused();
      await keys.press('Escape');
      await expect(dialog).toBeHidden();
      await expect(block).toBeFocused();
      await expect(page.getByText(t('people.may_log_in'))).toBeVisible();
    });

    await test.step('a dialog does not save typed values', async () => {
      await page.getByRole('tab', { name: t('entity.lb_user.tab.general') }).click();
      await field(page, t('entity.lb_user.field.name')).fill(`${name} neu`);
      await page.getByRole('tab', { name: t('entity.lb_user.tab.rights') }).click();
      await page.getByRole('button', { name: t('people.block'), exact: true }).click();
      await page
        .getByRole('dialog')
        .getByRole('button', { name: t('people.block'), exact: true })
        .click();
      await expect(page.getByText(t('people.is_blocked'))).toBeVisible();
      await expect(page.getByRole('button', { name: t('entity.discard') })).toBeVisible();
      await page.reload();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(name);
    });
  },
);

test(
  'ROLE-02 ROLE-04 administrators are shown with all rights, and others with the granted ones',
  deep,
  async ({ browser }) => {
    const page = await personPage(browser, 'admin');
    await page.goto('/admin/user');
    const { id } = await newPerson('Rita Recht');
    await openRights(page, id);
    const right = (role: string) => page.getByRole('checkbox', { name: t(`entity.role.${role}`) });
    const scope = field(page, t('entity.rights.scope_orders'));
    await expect(right('user-price')).toBeChecked();
    await expect(right('user-can-insert-product')).not.toBeChecked();
    await choose(scope, t('entity.role.user-see-all-orders-belonging-to-own-company'));
    await right('user-admin').check();
    await expect(right('user-can-insert-product')).toBeChecked();
    await expect(right('user-can-insert-product')).toBeDisabled();
    await expect(scope).toBeDisabled();
    await expect(scope).toHaveValue(t('entity.role.user-see-all-orders'));
    await expectAccessible(page);
    await right('user-admin').uncheck();
    await expect(right('user-can-insert-product')).not.toBeChecked();
    await expect(scope).toHaveValue(t('entity.role.user-see-all-orders-belonging-to-own-company'));
    await page.getByRole('button', { name: t('entity.save') }).click();
    await expect(page.getByText(t('entity.unchanged'))).toBeVisible();
    const { lb_user } = await ask<{ lb_user: { roles: string[] }[] }>(
      'admin',
      'query ($id: bigint!) { lb_user(where: { id: { _eq: $id } }) { roles } }',
      { id },
    );
    expect(lb_user[0]?.roles.toSorted()).toEqual([
      'user-price',
      'user-see-all-orders-belonging-to-own-company',
    ]);
  },
);

test(
  'VAL-45 NAV-24 an unreadable limit is reported with all other errors, and leaving needs a confirmation',
  deep,
  async ({ browser }) => {
    const page = await personPage(browser, 'admin');
    await page.goto('/admin/user');
    const { id } = await newPerson('Lena Limit');
    await page.goto(`/admin/user/form?id=${id}`);
    const limit = field(page, t('entity.lb_user.field.approval_limit'));
    const name = field(page, t('entity.lb_user.field.name'));
    const unlimited = t('entity.lb_user.empty.approval_limit');

    await test.step('unreadable text counts as an unsaved change', async () => {
      await limit.fill('12.5');
      await page.getByRole('button', { name: t('shell.back'), exact: true }).click();
      const question = page.getByRole('dialog', { name: t('shell.unsaved.title') });
      await question.getByRole('button', { name: t('shell.unsaved.stay') }).click();
      await expect(limit).toHaveValue('12.5');
    });

    await test.step('Enter in the field reports it and all other errors', async () => {
      await name.fill('');
      await limit.press('Enter');
      await expect(limit).toHaveAccessibleDescription(/12|Zahl/);
      await expect(name).toHaveAccessibleDescription(t('entity.problem.field_required'));
      await expect(page.getByText(t('entity.problems').replace('{{count}}', '2')).first()).toBeVisible();
      await limit.focus();
      await expect(limit).toHaveAccessibleDescription(/Zahl/);
    });

    await test.step('the message disappears once the text is readable; discarding removes it', async () => {
      await limit.fill('12,5');
      await expect(limit).not.toHaveAccessibleDescription(/Zahl/);
      await limit.fill('12.5');
      await page.getByRole('button', { name: t('entity.discard') }).click();
      await expect(limit).toHaveValue('');
      await expect(name).toHaveValue('Lena Limit');
    });

    await test.step('ROLE-15 an empty limit is shown as unlimited in the history', async () => {
      await limit.fill('1.250,00');
      await limit.press('Enter');
      await expect(page.getByText(t('entity.unchanged'))).toBeVisible();
      await limit.fill('');
      await limit.press('Enter');
      await expect(page.getByText(t('entity.unchanged'))).toBeVisible();
      await page.getByRole('button', { name: t('entity.history') }).click();
      await expect(page.getByRole('dialog')).toContainText(unlimited);
    });

    await test.step('ROLE-15 form and list show it as unlimited for an approver, and for nobody else', async () => {
      const listed = (person: string) => page.getByRole('row', { name: person }).first();
      await page.goto(`/admin/user/form?id=${id}`);
      await expect(name).toHaveValue('Lena Limit');
      await expect(limit).not.toHaveAttribute('placeholder', unlimited);
      await page.goto('/admin/user?q=Lena%20Limit');
      await expect(listed('Lena Limit')).toBeVisible();
      await expect(listed('Lena Limit')).not.toContainText(unlimited);
      await page.goto('/admin/user?q=Henrik%20Nordmann');
      await expect(listed('Henrik Nordmann')).toContainText(unlimited);
      const { lb_user } = await ask<{ lb_user: readonly { id: number }[] }>(
        'admin',
        '{ lb_user(where: { email: { _eq: "approver3@demo.test" } }) { id } }',
      );
      await page.goto(`/admin/user/form?id=${lb_user[0]?.id}`);
      await expect(limit).toHaveAttribute('placeholder', unlimited);
    });
  },
);
