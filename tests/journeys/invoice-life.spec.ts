import { randomUUID } from 'node:crypto';
import { type Browser, expect, type Locator, type Page } from '@playwright/test';
import { deep } from '../support/depth.ts';
import { ublInvoice } from '../support/ubl-invoice.ts';
import { expectAccessible } from './accessibility.ts';
import { test } from './journey.ts';
import { uploadInvoice } from './own-invoice.ts';
import { ask, logIn, personPage, texts } from './procurement-people.ts';
import { choose, field } from './request-page.ts';
import { withEveryModule } from './switch-module.ts';

withEveryModule();

const t = texts('de');
const button = (page: Page | Locator, action: string) =>
  page.getByRole('button', { name: new RegExp(`^${t(`invoice.actions.${action}`)}`) });

/** A new XML invoice that waits for its recognition. */
async function received(
  page: Page,
  net: number,
  sellerVatId: string,
): Promise<{ readonly id: number; readonly number: string }> {
  const number = `RE-${randomUUID().slice(0, 8)}`;
  const buffer = ublInvoice({ number, seller: 'Werkzeug Nord', sellerVatId, net, iban: null });
  const id = await uploadInvoice(page, { name: `${number}.xml`, mimeType: 'application/xml', buffer });
  return { id, number };
}

/** The approver of the first department, and a permitted supplier for this journey. */
async function places(browser: Browser) {
  await logIn(browser, 'admin');
  const { lb_user: people, supplier } = await ask<{
    lb_user: readonly { client: { name: string }; department: { name: string } }[];
    supplier: readonly { name: string; vat_number: string }[];
  }>(
    'admin',
    `{ lb_user(where: { email: { _eq: "requester@demo.test" } }) { client { name } department { name: shown_name } }
       supplier(limit: 1, order_by: { name: asc }, where: { vat_number: { _is_null: false } }) { name vat_number } }`,
  );
  const [person] = people;
  if (person === undefined) throw new Error('the demo has no requester');
  return {
    client: person.client.name,
    department: person.department.name,
    supplier: supplier[0]?.name ?? '',
    vatId: supplier[0]?.vat_number ?? '',
  };
}

test(
  "TL-23 TASK-01 OVW-08 an invoice goes from its upload through another person's approval to the export",
  deep,
  async ({ browser }) => {
    const { client, department, supplier, vatId } = await places(browser);
    const page = await personPage(browser, 'accountant');
    await page.goto('/overview');
    await page.getByRole('heading').first().waitFor();
    const { id, number } = await received(page, 437, vatId);

    await test.step('it is read', async () => {
      await page.goto(`/invoice/form?id=${id}`);
      await button(page, 'start_recognition').click();
      await expect(field(page, t('field.number_printed'))).toHaveValue(number);
    });
    await test.step('it is completed, and sent to its approver', async () => {
      await choose(field(page, t('field.supplier_id')), supplier);
      await choose(field(page, t('field.client_id')), client);
      await choose(field(page, t('field.department_id')), department);
      // Without one it would belong to no budget, which its approver would be asked about.
      await choose(field(page, t('field.cost_center_id')), '2100');
      // Without transfer and account, so that no second person is needed.
      await page.getByRole('tab', { name: t('invoice.tab.payment') }).click();
      await choose(
        field(page, t('field.payment_method')),
        t('entity.supplier.choice.payment_method.ONLINE_PAYMENT'),
      );
      await page.getByRole('button', { name: new RegExp(`^${t('document.save')}`) }).click();
      await expect(button(page, 'to_approval')).toBeEnabled();
      await expectAccessible(page);
      await page.keyboard.press('Control+Enter');
      // The document names another recipient than the company, which needs a reason (INV-19).
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('textbox').fill('Mit dem Lieferanten geklärt');
      await button(dialog, 'to_approval').click();
      await expect(page).toHaveURL(/\/overview/);
    });
    await test.step('another person approves', async () => {
      const approver = await personPage(browser, 'approver1');
      await approver.goto(`/invoice/form?id=${id}`);
      await button(approver, 'approve').click();
      await expect(approver).toHaveURL(/\/overview/);
      await approver.context().close();
    });
    await test.step('accounting is done, and it waits for its export', async () => {
      await page.goto(`/invoice/form?id=${id}`);
      await button(page, 'to_export').click();
      await expect(page).toHaveURL(/\/overview/);
      await page.goto(`/invoice/form?id=${id}`);
      await expect(page.getByText(t('status.invoice.export')).first()).toBeVisible();
    });
    await test.step('it is not cleared yet', async () => {
      await page.goto('/overview?tab=invoice');
      await expect(page.getByText('Werkzeug Nord').or(page.getByText(supplier)).first()).toBeVisible();
      const cleared = page.getByRole('button', { name: t('overview.filter.cleared'), exact: true });
      await cleared.click();
      await expect(cleared).toHaveAttribute('aria-pressed', 'true');
      await expect(page).toHaveURL(/status=.*declined-exported/);
      await expect(page.getByRole('button', { name: /^Status Verworfen/ })).toBeVisible();
      await expectAccessible(page);
    });
  },
);
