import { randomUUID } from 'node:crypto';
import { expect, type Page } from '@playwright/test';
import { deep } from '../support/depth.ts';
import { drawTyped } from '../support/drawn-invoice.ts';
import { expectAccessible } from './accessibility.ts';
import { test } from './journey.ts';
import { uploadInvoice } from './own-invoice.ts';
import { ask, logIn, personPage, texts } from './procurement-people.ts';
import { withEveryModule } from './switch-module.ts';

withEveryModule();

const t = texts('de');
/** A name of letters only, to identify the sender. */
const seller = `Vogel ${randomUUID().replace(/[^a-f]/g, '')} GmbH`;

/** An invoice of a supplier with an unusual label for its number. */
const drawn = (number: string, day: string) =>
  drawTyped(`
   ${seller}
   Rechnung

   Vorgangszeichen:  ${number}            Kunde   K-2281
   Rechnungsdatum:  ${day}.11.2026

   Leistung                                              Stunden        Satz            Betrag
   Jahresabschluss Vorbereitung                            6,50       140,00 EUR       910,00 EUR

   Summe netto                                                                         910,00 EUR
   19% Mehrwertsteuer                                                                  172,90 EUR
   Rechnungsbetrag                                                                   1.082,90 EUR
`);

/** Uploads a file and waits until it is read. */
async function received(page: Page, number: string, day: string): Promise<number> {
  const buffer = await drawn(number, day);
  const id = await uploadInvoice(page, { name: `${number}.pdf`, mimeType: 'application/pdf', buffer });
  await page.goto(`/invoice/form?id=${id}`);
  await page.getByRole('button', { name: t('invoice.actions.start_recognition') }).click();
  await expect(page.getByRole('textbox', { name: t('field.invoice_date') })).toHaveValue(`${day}.11.2026`);
  return id;
}

const number = (page: Page) => page.getByLabel(t('field.number_printed'));

/** Corrects the number of an invoice, fills the other fields, and forwards it. */
async function corrected(id: number, supplierId: number, number_printed: string): Promise<void> {
  const {
    invoice_by_pk: invoice,
    lb_user: [own],
  } = await ask<{
    invoice_by_pk: { timeline: { content_version: number } };
    lb_user: { client_id: number; department_id: number }[];
  }>(
    'accountant',
    `query ($id: bigint!) { invoice_by_pk(id: $id) { timeline { content_version } }
      lb_user(where: { email: { _eq: "accountant@demo.test" } }) { client_id department_id } }`,
    { id },
  );
  const head = {
    ...{ number_printed, supplier_id: supplierId, vat_number: 'DE136695976' },
    payment_method: 'ONLINE_PAYMENT',
    ...own,
  };
  const { saved } = await ask<{
    saved: { timeline: { content_version: number }; actions: { key: string }[] };
  }>(
    'accountant',
    `mutation ($key: uuid!, $id: bigint, $version: Int, $head: invoice_save_head_input) {
      saved: invoice_save(idempotency_key: $key, id: $id, expected_version: $version, head: $head) {
        timeline { content_version } actions { key } } }`,
    { key: randomUUID(), id, version: invoice.timeline.content_version, head },
  );
  const next = saved.actions.some(({ key }) => key === 'to_approval') ? 'to_approval' : 'to_accounting';
  await ask(
    'accountant',
    `mutation ($key: uuid!, $id: bigint!, $version: Int!) {
      invoice_${next}(idempotency_key: $key, id: $id, expected_version: $version) { id } }`,
    { key: randomUUID(), id, version: saved.timeline.content_version },
  );
}

test(
  'REC-05 one correction teaches: the next invoice is read with it, and the supplier shows it until it is forgotten',
  deep,
  async ({ browser }) => {
    await logIn(browser, 'admin', 'accountant');
    const { supplier } = await ask<{ supplier: { id: number } }>(
      'admin',
      'mutation ($name: String!) { supplier: insert_supplier_one(object: { name: $name, country: "DE" }) { id } }',
      { name: seller },
    );
    const page = await personPage(browser, 'accountant');
    const admin = await personPage(browser, 'admin');
    await page.goto('/invoice/upload');
    const sentence = t('invoice.hint.right')
      .replace('{{field}}', t('invoice.read.field.invoiceNumber'))
      .replace('{{label}}', 'Vorgangszeichen');
    const hint = admin.getByRole('listitem').filter({ hasText: sentence });

    await test.step('a number with an unknown label is not read, and corrected', async () => {
      const id = await received(page, 'VG-7714', '02');
      await expect(number(page)).not.toHaveValue('VG-7714');
      await corrected(id, supplier.id, 'VG-7714');
    });

    await test.step('the supplier shows the hint with its invoice and person', async () => {
      await admin.goto(`/admin/supplier/form?id=${supplier.id}&tab=recognition`);
      await expect(async () => {
        await admin.reload();
        await expect(hint).toBeVisible({ timeout: 5_000 });
      }).toPass();
      await expect(hint.getByRole('link')).toHaveText(/^IN-\d{6}$/);
      await expectAccessible(admin);
    });

    await test.step('the next invoice is read with it', async () => {
      await received(page, 'VG-10233', '03');
      await expect(number(page)).toHaveValue('VG-10233');
    });

    await test.step('it is forgotten by keyboard after a confirmation', async () => {
      await hint.getByRole('button').focus();
      await admin.keyboard.press('Enter');
      const dialog = admin.getByRole('dialog');
      await expect(dialog).toContainText(sentence);
      await expectAccessible(admin);
      await dialog.getByRole('button', { name: t('invoice.hint.forget'), exact: true }).click();
      await expect(admin.getByText(t('invoice.hint.none'))).toBeVisible();
      await received(page, 'VG-10234', '04');
      await expect(number(page)).not.toHaveValue('VG-10234');
    });
  },
);
