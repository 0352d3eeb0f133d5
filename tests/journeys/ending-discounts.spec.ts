import { expect } from '@playwright/test';
import { deep } from '../support/depth.ts';
import { drawStack } from '../support/drawn-invoice.ts';
import { todayInSql } from '../support/today.ts';
import { expectAccessible } from './accessibility.ts';
import { test } from './journey.ts';
import { search } from './list-page.ts';
import { inDatabase } from './own-database.ts';
import { skipRecognition, uploadInvoice } from './own-invoice.ts';
import { personPage, texts } from './procurement-people.ts';

const t = texts('de');

test(
  'OVW-10 an invoice shows the end of its discount, and discounts ending soon are one click away',
  deep,
  async ({ browser }) => {
    const page = await personPage(browser, 'accountant');
    await page.goto('/overview');
    const id = await uploadInvoice(page, {
      name: 'Skonto.pdf',
      mimeType: 'application/pdf',
      buffer: await drawStack([`SK-${Date.now()}`]),
    });
    await skipRecognition(page, id);
    const { rows } = await inDatabase((owner) =>
      owner.query<{ day: string }>(
        `update invoice set discount_1_percentage = 3, discount_1_amount = 12.34, discount_1_days = 10,
         discount_1_date = ${todayInSql} + 3
       where id = $1 returning to_char(discount_1_date, 'DD.MM.YYYY') as day`,
        [id],
      ),
    );
    await page.goto('/overview?viewMode=list');
    const list = page.getByRole('button', { name: new RegExp(`^${t('overview.filter.discount')} \\d+$`) });
    await list.click();
    await expect.poll(() => search(page).get('discount')).toMatch(/^"?7"?$/);
    await expect(list).toHaveAttribute('aria-pressed', 'true');
    const reported = new RegExp(`12,34\\s€ Skonto bis ${rows[0]?.day.replaceAll('.', '\\.')}`);
    await expect(page.getByRole('row').filter({ hasText: reported })).toHaveCount(1);
    await expectAccessible(page);
    await list.click();
    await expect.poll(() => search(page).get('discount')).toBeNull();

    await page.goto('/overview?tab=invoice&viewMode=list');
    await page.getByRole('button', { name: t('overview.filter.discount'), exact: true }).click();
    await expect.poll(() => search(page).get('discount')).toMatch(/^"?7"?$/);
    await expect(page.getByRole('table').locator('tbody tr').first()).toBeVisible();
  },
);
