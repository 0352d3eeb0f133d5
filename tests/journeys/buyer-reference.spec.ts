import { randomUUID } from 'node:crypto';
import { expect } from '@playwright/test';
import { deep } from '../support/depth.ts';
import { expectAccessible } from './accessibility.ts';
import { begin, fill, save } from './admin-page.ts';
import { test } from './journey.ts';
import { searchFor } from './list-page.ts';
import { ask, logIn, personPage, texts } from './procurement-people.ts';
import { field } from './request-page.ts';
import { withEveryModule } from './switch-module.ts';

withEveryModule();

const t = texts('de');

test('REC-11 an administrator assigns a person to a buyer reference', deep, async ({ browser }) => {
  await logIn(browser, 'admin');
  const { client, department } = await ask<Record<'client' | 'department', readonly { name: string }[]>>(
    'admin',
    `{ client(limit: 1, order_by: { name: asc }) { name }
       department(limit: 1, order_by: { name: asc }) { name: shown_name } }`,
  );
  const company = client[0]?.name ?? '';
  const page = await personPage(browser, 'admin');
  const code = `04011000-${randomUUID().slice(0, 8)}-35`;

  await test.step('missing fields are reported before saving', async () => {
    await page.goto('/admin/client');
    await begin(page, 'buyer_reference');
    await page.getByRole('button', { name: t('entity.save') }).click();
    await expect(field(page, t('entity.buyer_reference.field.code'))).toHaveAttribute('aria-invalid', 'true');
    await expectAccessible(page);
  });

  await test.step('it is saved, and found in the list by its code', async () => {
    await fill(page, 'buyer_reference', {
      code,
      client_id: { choose: company },
      department_id: { choose: department[0]?.name ?? '' },
    });
    await save(page);
    await page.goto('/admin/buyer-reference');
    await searchFor(page, code);
    const row = page.getByRole('row', { name: new RegExp(code) });
    await expect(row).toContainText(company);
    await expectAccessible(page);
    await row.locator('[data-row-open]').press('Enter');
    await expect(field(page, t('entity.buyer_reference.field.code'))).toHaveValue(code);
  });

  await test.step('a duplicate code is refused', async () => {
    await begin(page, 'buyer_reference');
    await fill(page, 'buyer_reference', { code, client_id: { choose: company } });
    await page.getByRole('button', { name: t('entity.save') }).click();
    await expect(field(page, t('entity.buyer_reference.field.code'))).toHaveAttribute('aria-invalid', 'true');
    await expect(page).not.toHaveURL(/id=\d+/);
  });
});
