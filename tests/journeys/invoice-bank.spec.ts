import { randomInt, randomUUID } from 'node:crypto';
import { type Browser, expect, type Page } from '@playwright/test';
import { shownIban } from '../../src/base/iban.ts';
import { deep } from '../support/depth.ts';
import { drawInvoice, readFromDrawn } from '../support/drawn-invoice.ts';
import { expectAccessible } from './accessibility.ts';
import { test } from './journey.ts';
import { inDatabase } from './own-database.ts';
import { layReading, skipRecognition, uploadInvoice } from './own-invoice.ts';
import { personPage, texts } from './procurement-people.ts';
import { withEveryModule } from './switch-module.ts';

withEveryModule();

const t = texts('de');
/** An unused account, because accounts identify suppliers. */
function newIban(): string {
  const account = `${randomInt(10_000_000, 99_999_999)}${randomInt(1_000_000_000, 9_999_999_999)}`;
  const check = 98n - (BigInt(`${account}131400`) % 97n);
  return `DE${String(check).padStart(2, '0')}${account}`;
}

const known = newIban();
const changed = newIban();
/** For the form of a supplier: the first one already belongs to another supplier then. */
const another = newIban();
const note = (page: Page) => page.getByRole('region', { name: t('invoice.bank.check') });
const input = (page: Page, column: string) => page.locator(`input[name="head.${column}"]`);
const button = (page: Page, key: string) => page.getByRole('button', { name: t(key) });

/** A supplier of this file with an account. */
async function ownSupplier(): Promise<{ readonly id: number; readonly name: string }> {
  const name = `Zahlung ${randomInt(1_000_000)} GmbH`;
  const { rows } = await inDatabase((owner) =>
    owner.query<{ id: string }>(
      `insert into supplier (tenant_id, name, iban, phone, vat_number, payment_method)
       select tenant_id, $1, $2, '+49 40 5550 1310', 'DE812659031', 'BANK_TRANSFER'
       from lb_user where email = 'accountant@demo.test' returning id`,
      [name, known],
    ),
  );
  return { id: Number(rows[0]?.id), name };
}

/** An invoice of that supplier with another account, in the accountant's check. */
async function invoiceWithChange(browser: Browser): Promise<{ page: Page; id: number; supplier: number }> {
  const page = await personPage(browser, 'accountant');
  await page.goto('/overview');
  await page.getByRole('heading').first().waitFor();
  const supplier = await ownSupplier();
  const number = `RE-${randomUUID().slice(0, 6)}`;
  const buffer = await drawInvoice(1);
  const id = await uploadInvoice(page, { name: `${number}.pdf`, mimeType: 'application/pdf', buffer });
  const { rows } = await inDatabase((owner) =>
    owner.query<Record<string, string>>(
      `select client_id::text, department_id::text from lb_user where email = 'requester@demo.test'`,
    ),
  );
  await layReading(id, readFromDrawn, {
    ...rows[0],
    supplier_id: String(supplier.id),
    number_printed: number,
    ...{ invoice_date: '2026-10-01', delivery_date: '2026-10-01', due_date: '2026-10-31' },
    vat_number: 'DE812659031',
    total_brutto: '119.00',
    iban: changed,
  });
  await skipRecognition(page, id);
  await page.goto(`/invoice/form?id=${id}`);
  return { page, id, supplier: supplier.id };
}

test(
  'INV-21 TASK-23 another account waits for a second person, who is asked, compares and confirms',
  deep,
  async ({ browser }) => {
    const { page, id, supplier } = await invoiceWithChange(browser);
    const goOn = page.getByRole('button', {
      name: new RegExp(`^(${t('invoice.actions.to_approval')}|${t('invoice.actions.to_accounting')})`),
    });

    await test.step('both accounts are shown side by side in red, and the invoice stays', async () => {
      await expect(note(page)).toContainText(t('invoice.bank.bank_data_differs'));
      await expect(note(page).locator('mark').first()).toBeVisible();
      await expect(note(page)).toContainText('+49 40 5550 1310');
      await expectAccessible(page);
      await goOn.click();
      await expect(page.getByText(t('error.bank_data_unconfirmed')).first()).toBeVisible();
      await expect(input(page, 'iban')).toBeVisible();
    });

    await test.step('the accountant asks a second person', async () => {
      await button(page, 'invoice.actions.ask_bank_confirmation').click();
      const dialog = page.getByRole('dialog');
      await expect(dialog).toContainText(t('invoice.dialog.ask_bank_confirmation.text'));
      await expectAccessible(page);
      await dialog.getByRole('button', { name: t('invoice.actions.ask_bank_confirmation') }).click();
      await expect(dialog).toHaveCount(0);
    });

    await test.step('that person finds it, compares and confirms', async () => {
      const second = await personPage(browser, 'admin');
      await second.goto(`/invoice/form?id=${id}`);
      await expect(note(second)).toContainText(t('invoice.bank.second_person'));
      await button(second, 'invoice.actions.confirm_bank_data').first().click();
      const dialog = second.getByRole('dialog');
      await expect(dialog.locator('mark').first()).toBeVisible();
      await expectAccessible(second);
      await dialog.getByRole('button', { name: t('invoice.actions.confirm_bank_data') }).click();
      await expect(dialog).toHaveCount(0);
      const { rows } = await inDatabase((owner) =>
        owner.query('select iban from supplier where id = $1', [supplier]),
      );
      expect(rows).toEqual([{ iban: changed }]);
    });

    await test.step('the accountant continues', async () => {
      await page.reload();
      await expect(goOn).toBeVisible();
      await expect(note(page)).toHaveCount(0);
      await goOn.click();
      await expect(page).toHaveURL(/overview/);
    });
  },
);

test(
  'INV-05 INV-06 INV-21 a supplier gets its payment data, and its account waits in its form',
  deep,
  async ({ browser }) => {
    const page = await personPage(browser, 'accountant');
    const supplier = await ownSupplier();
    await test.step('it fills missing values; a debit counts as paid at once', async () => {
      await page.goto('/invoice/form');
      await input(page, 'supplier_id').fill(supplier.name);
      await page.getByRole('option', { name: supplier.name }).click();
      await input(page, 'total_brutto').fill('119,00');
      await button(page, 'document.save').click();
      await expect(page).toHaveURL(/id=\d+/);
      await page.getByRole('tab', { name: t('invoice.tab.payment') }).click();
      await expect(input(page, 'iban')).toHaveValue(shownIban(known));
      await expect(input(page, 'vat_number')).toHaveValue('DE812659031');
      await input(page, 'payment_method').click();
      await page
        .getByRole('option', { name: t('entity.supplier.choice.payment_method.AUTOMATIC_DEBIT') })
        .click();
      await expect(page.getByLabel(t('field.paid'))).toBeChecked();
      await expectAccessible(page);
    });

    const admin = await personPage(browser, 'admin');
    await test.step('typing another account of the supplier proposes it', async () => {
      await admin.goto(`/admin/supplier/form?id=${supplier.id}&tab=payment`);
      await admin.locator('input[name="iban"]').fill(shownIban(another));
      await admin.keyboard.press('Control+s');
      const waiting = admin.getByRole('region', { name: t('entity.supplier.bank.pending') });
      await expect(waiting).toContainText(shownIban(another));
      await expect(admin.locator('input[name="iban"]')).toHaveValue(shownIban(known));
      await expect(waiting.getByRole('button', { name: t('entity.supplier.bank.confirm') })).toHaveCount(0);
      await expectAccessible(admin);
      await waiting.getByRole('button', { name: t('entity.supplier.bank.withdraw') }).click();
      await expect(waiting).toHaveCount(0);
      await expect(admin.getByRole('cell', { name: t('entity.supplier.bank.state.rejected') })).toBeVisible();
    });
  },
);
