import { expect } from '@playwright/test';
import { expectAccessible } from './accessibility.ts';
import { test } from './journey.ts';
import { search } from './list-page.ts';
import { inDatabase } from './own-database.ts';
import { personPage, texts } from './procurement-people.ts';

const t = texts('de');

test('OVW-10 an invoice says until when its discount is to be had, and those that end soon are one click away', async ({
  browser,
  afterwards,
}) => {
  const page = await personPage(browser, 'accountant');
  const found = await inDatabase(
    async (owner) =>
      await owner.query<{ id: string; name: string; day: string }>(
        `update invoice i set discount_1_percentage = 3, discount_1_amount = 12.34, discount_1_days = 10,
           discount_1_date = current_date + 3
         from (select d.invoice_id, d.tenant_id from document d
               join lb_user u on u.tenant_id = d.tenant_id and u.email = 'accountant@demo.test'
               where d.kind = 'invoice' and d.assignee_ids @> array[u.id] order by d.invoice_id desc limit 1) own
         where i.tenant_id = own.tenant_id and i.id = own.invoice_id
         returning i.id, i.name, to_char(i.discount_1_date, 'DD.MM.YYYY') as day`,
      ),
  );
  const [invoice] = found.rows;
  expect(invoice).toBeDefined();
  afterwards(() =>
    inDatabase((owner) =>
      owner.query(
        `update invoice set discount_1_percentage = null, discount_1_amount = null, discount_1_days = null,
           discount_1_date = null where id = $1`,
        [invoice?.id],
      ),
    ),
  );
  await page.goto('/overview?viewMode=list');
  const list = page.getByRole('button', { name: new RegExp(`^${t('overview.filter.discount')} \\d+$`) });
  await list.click();
  await expect.poll(() => search(page).get('discount')).toBe('7');
  await expect(list).toHaveAttribute('aria-pressed', 'true');
  const told = new RegExp(`12,34\\s€ Skonto bis ${invoice?.day.replaceAll('.', '\\.')}`);
  await expect(page.getByRole('row').filter({ hasText: told })).toHaveCount(1);
  await expectAccessible(page);
  await list.click();
  await expect.poll(() => search(page).get('discount')).toBeNull();

  await page.goto('/overview?tab=invoice&viewMode=list');
  await page.getByRole('button', { name: t('overview.filter.discount'), exact: true }).click();
  await expect.poll(() => search(page).get('discount')).toBe('7');
  await expect(page.getByRole('table').locator('tbody tr').first()).toBeVisible();
});
