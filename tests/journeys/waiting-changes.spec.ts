import { expect } from '@playwright/test';
import { deep } from '../support/depth.ts';
import { expectAccessible } from './accessibility.ts';
import { test } from './journey.ts';
import { inDatabase } from './own-database.ts';
import { firstAdministrator } from './own-tenant.ts';
import { texts } from './procurement-people.ts';
import { field } from './request-page.ts';
import { login } from './session.ts';

const t = texts('de');

test(
  'AUTH-31 AUTH-37 a limit waits, with a notice at the save, and applies once a second administrator has confirmed it',
  deep,
  async ({ browser }) => {
    const tag = Date.now().toString(36);
    const tenant = `Werk ${tag}`;
    const mail = (name: string) => `${name}.${tag}@werk.test`;
    const page = await firstAdministrator(browser, tenant, mail('erste'));
    const { id, otherId } = await inDatabase(async (owner) => {
      const add = async (name: string, roles: string) => {
        const { rows } = await owner.query<{ id: string }>(
          `insert into lb_user (tenant_id, name, email, roles, lang)
         select id, $2, $3, $4, 'de' from tenant where name = $1 returning id`,
          [tenant, name, mail(name.toLowerCase()), roles],
        );
        return Number(rows[0]?.id);
      };
      await add('Zweite', '{user-admin}');
      return { id: await add('Limit', '{user-price}'), otherId: await add('Grenze', '{user-price}') };
    });
    const limit = field(page, t('entity.lb_user.field.approval_limit'));
    await page.goto(`/admin/user/form?id=${id}`);
    await limit.fill('5.000');
    await page.getByRole('button', { name: t('entity.save') }).click();
    await expect(page.getByText(t('shell.toast.waiting_one'))).toBeVisible();
    await expect(limit).toHaveValue('');
    await expect(page.locator('[data-field="approval_limit"]')).toContainText(
      'Wartet auf Bestätigung: 5.000,00',
    );
    await expectAccessible(page);

    await page.getByRole('link', { name: new RegExp(`^${t('control_change.title')} ?1$`) }).click();
    const row = (of: typeof page) => of.getByRole('row', { name: /Freigabelimit.*Limit/ });
    await expect(row(page)).toContainText(t('control_change.own'));
    await expect(row(page).getByRole('button', { name: /^Bestätigen/ })).toHaveCount(0);
    await expectAccessible(page);

    const other = await (await browser.newContext({ locale: 'de-DE' })).newPage();
    await login(other, mail('zweite'), tenant);
    await other.goto('/admin/waiting');
    await expect(row(other)).toContainText('5.000,00');
    await row(other)
      .getByRole('button', { name: /^Bestätigen/ })
      .click();
    await expect(row(other)).toContainText(t('control_change.state.confirmed'));

    await page.goto(`/admin/user/form?id=${id}`);
    await expect(limit).toHaveValue('5.000,00');

    for (const [of, value] of [
      [id, '6.000'],
      [otherId, '7.000'],
    ] as const) {
      await page.goto(`/admin/user/form?id=${of}`);
      await limit.fill(value);
      await page.getByRole('button', { name: t('entity.save') }).click();
      await expect(page.locator('[data-field="approval_limit"]')).toContainText(`${value},00`);
    }
    await page.goto('/admin/waiting');
    await expect(page.getByRole('button', { name: t('control_change.confirm_all') })).toHaveCount(0);
    await other.reload();
    await other.getByRole('button', { name: t('control_change.confirm_all') }).click();
    const dialog = other.getByRole('dialog');
    await expect(dialog.getByRole('listitem')).toHaveCount(2);
    for (const value of ['6.000,00', '7.000,00']) await expect(dialog).toContainText(value);
    await expectAccessible(other);
    await dialog.getByRole('button', { name: t('control_change.confirm') }).click();
    await expect(dialog).toHaveCount(0);
    await page.goto(`/admin/user/form?id=${id}`);
    await expect(limit).toHaveValue('6.000,00');
    await other.context().close();
    await page.context().close();
  },
);
