import { randomUUID } from 'node:crypto';
import { expect, type Page } from '@playwright/test';
import { deep } from '../support/depth.ts';
import { drawInvoice, readFromDrawn } from '../support/drawn-invoice.ts';
import { expectAccessible } from './accessibility.ts';
import { test } from './journey.ts';
import { inDatabase } from './own-database.ts';
import { layReading, skipRecognition, uploadInvoice } from './own-invoice.ts';
import { personPage, texts } from './procurement-people.ts';
import { field } from './request-page.ts';
import { withEveryModule } from './switch-module.ts';

withEveryModule();

const t = texts('de');

/** Makes the cost center mandatory for invoices of the company, only on this page. */
async function requireCostCenter(page: Page): Promise<void> {
  await page.route('**/v1/graphql', async (route) => {
    if (!route.request().postData()?.includes('Surroundings')) return route.fallback();
    const response = await route.fetch();
    const answer = (await response.json()) as { data: { configuration: object[] } };
    answer.data.configuration.push({ key: 'invoice_required_fields', value: 'cost_center_id' });
    await route.fulfill({ response, json: answer });
  });
}

test(
  'VAL-13 VAL-14 INV-15 days and export number follow their sources, and stay once typed',
  deep,
  async ({ browser }) => {
    const page = await personPage(browser, 'accountant');
    await requireCostCenter(page);
    await page.goto('/invoice/form');
    const issued = field(page, t('field.invoice_date'));
    const delivered = field(page, t('invoice.delivery_date'));
    const due = field(page, t('field.due_date'));
    await expect(field(page, t('field.cost_center_id'))).toHaveAttribute('required');
    await issued.fill('03.03.2025');
    await issued.press('Tab');
    await expect(delivered).toHaveValue('03.03.2025');
    await expect(delivered).toHaveAccessibleDescription(t('invoice.as_invoice_date'));
    await expect(due).toHaveValue('02.04.2025');
    await delivered.fill('28.02.2025');
    await delivered.press('Tab');
    await issued.fill('10.03.2025');
    await issued.press('Tab');
    await expect(due).toHaveValue('09.04.2025');
    await expect(delivered).toHaveValue('28.02.2025');
    await field(page, t('field.number_printed')).fill('Müller / 47');
    await page.getByRole('button', { name: t('document.further') }).press('Enter');
    await expect(field(page, t('invoice.export_number'))).toHaveValue('Mueller/47');
    await field(page, t('invoice.export_number')).fill('M47');
    await field(page, t('field.number_printed')).fill('Müller / 48');
    await expect(field(page, t('invoice.export_number'))).toHaveValue('M47');
    await expectAccessible(page);
  },
);

/** An invoice read from pages without a tax number. */
async function received(page: Page): Promise<number> {
  await page.goto('/overview');
  await page.getByRole('heading').first().waitFor();
  const number = `RE-${randomUUID().slice(0, 8)}`;
  const buffer = await drawInvoice(3);
  const id = await uploadInvoice(page, { name: `${number}.pdf`, mimeType: 'application/pdf', buffer });
  const { rows } = await inDatabase((owner) =>
    owner.query<Record<'client_id' | 'department_id' | 'supplier_id', string>>(
      `select u.client_id, u.department_id, (select max(s.id) from supplier s where s.tenant_id = u.tenant_id and s.city is not null) as supplier_id
       from invoice i join lb_user u on u.tenant_id = i.tenant_id and u.email = 'requester@demo.test' where i.id = $1`,
      [id],
    ),
  );
  await layReading(id, readFromDrawn, {
    ...rows[0],
    ...{ number_printed: number, total_brutto: `${Math.round(Math.random() * 1e6) + 1e5}.00` },
    ...{ invoice_date: '2025-05-14', delivery_date: '2025-05-14', due_date: '2025-06-13', tax: '19' },
    payment_method: 'ONLINE_PAYMENT',
  });
  await skipRecognition(page, id);
  return id;
}

test(
  'INV-19 the formal check is listed point by point, and missing points need a reason',
  deep,
  async ({ browser }) => {
    const page = await personPage(browser, 'accountant');
    const id = await received(page);
    await page.goto(`/invoice/form?id=${id}`);
    const check = page.getByRole('region', { name: t('invoice.formal.title') });
    const point = (name: string) =>
      check.getByRole('listitem').filter({ hasText: t(`invoice.formal.point.${name}`) });
    await expect(point('tax_id').getByRole('img', { name: t('invoice.point.missing') })).toBeVisible();
    await expect(point('delivery').getByRole('img', { name: t('invoice.point.doubtful') })).toBeVisible();
    await expect(point('number').getByRole('img', { name: t('invoice.point.ok') })).toBeVisible();
    await expectAccessible(page);
    const way = new RegExp(`^(${t('invoice.actions.to_approval')}|${t('invoice.actions.to_accounting')})`);
    await page.getByRole('button', { name: way }).first().press('Enter');
    const dialog = page.getByRole('dialog');
    await expect(dialog).toContainText(t('error.formal_check_incomplete'));
    await expect(dialog).toContainText(t('invoice.formal.point.tax_id'));
    await expect(dialog).not.toContainText(t('error.possible_duplicate'));
    await expectAccessible(page);
    await page.keyboard.type('Steuernummer beim Lieferanten erfragt');
    await dialog.getByRole('button', { name: way }).press('Enter');
    await expect(page).toHaveURL(/\/overview/);
    await page.goto(`/invoice/form?id=${id}`);
    await page.getByRole('button', { name: t('document.unfold_timeline') }).click();
    await expect(page.getByText(t('timeline.note.formal_check_incomplete.tax_id'))).toBeVisible();
    await expect(page.getByText('Steuernummer beim Lieferanten erfragt')).toHaveCount(1);
  },
);

test(
  'ADM-17 the page of the invoice settings lists the failed recognitions with a link to each',
  deep,
  async ({ browser }) => {
    const page = await personPage(browser, 'admin');
    await page.goto('/overview');
    await page.getByRole('heading').first().waitFor();
    const name = `${randomUUID()}.pdf`;
    const id = await uploadInvoice(page, { name, mimeType: 'application/pdf', buffer: await drawInvoice(4) });
    await inDatabase((owner) =>
      owner.query(
        `insert into invoice_recognition (tenant_id, invoice_id, state, failure, ended_at)
       select tenant_id, id, 'failed', 'no_text', clock_timestamp() from invoice where id = $1`,
        [id],
      ),
    );
    await page.goto('/admin/invoice');
    const row = page.getByRole('listitem').filter({ hasText: name });
    await expect(row).toContainText(t('timeline.note.recognition_failed.no_text'));
    await expectAccessible(page);
    await row.getByRole('link').press('Enter');
    await expect(page).toHaveURL(new RegExp(`/invoice/form\\?id=${id}$`));
  },
);
