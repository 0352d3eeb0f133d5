import { expect } from '@playwright/test';
import { deep } from '../support/depth.ts';
import { expectAccessible } from './accessibility.ts';
import { test } from './journey.ts';
import { createRequest, personPage, texts } from './procurement-people.ts';
import { field } from './request-page.ts';
import { withEveryModule } from './switch-module.ts';

withEveryModule();

const t = texts('de');

test(
  'PROC-20 PROC-21 BUD-06 an invoice is created from its order, and the order shows its open value',
  deep,
  async ({ browser }) => {
    const id = await createRequest(browser, 'Mit Rechnung');
    const page = await personPage(browser, 'admin');

    await test.step('the order opens a new invoice with its supplier, company and cost center', async () => {
      await page.goto(`/procurement/form?id=${id}&tab=invoices`);
      await page.getByRole('link', { name: t('procurement.new_invoice') }).click();
      await expect(field(page, t('field.supplier_id'))).not.toHaveValue('');
      await expect(field(page, t('field.client_id'))).not.toHaveValue('');
      await expect(field(page, t('field.cost_center_id'))).not.toHaveValue('');
      await field(page, t('field.number_printed')).fill('RE-zur-Bestellung');
      await field(page, t('invoice.total_brutto')).fill('119,00');
      await expectAccessible(page);
      await page.getByRole('button', { name: new RegExp(`^${t('document.save')}`) }).click();
      await expect(page).toHaveURL(/id=\d+/);
      await expect(page.getByRole('region', { name: t('invoice.linked.title') })).toContainText('PO-');
    });

    await test.step('the order lists it, with a link and the open value', async () => {
      await page.goto(`/procurement/form?id=${id}&tab=invoices`);
      const list = page.getByRole('region', { name: t('procurement.tab.invoices') });
      await expect(list).toContainText('119,00');
      await expect(list).toContainText('90,00');
      await list.getByRole('link', { name: 'RE-zur-Bestellung' }).click();
      await expect(page).toHaveURL(/\/invoice\/form\?id=\d+/);
    });
  },
);
