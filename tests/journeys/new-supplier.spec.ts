import { randomInt } from 'node:crypto';
import { expect, type Page } from '@playwright/test';
import { readEInvoice } from '../../src/features/recognition/einvoice/read-einvoice.ts';
import { readingOfEInvoice } from '../../src/features/recognition/einvoice/reading-of-e-invoice.ts';
import type { Reading } from '../../src/features/recognition/reading.ts';
import { deep } from '../support/depth.ts';
import { ublInvoice } from '../support/ubl-invoice.ts';
import { expectAccessible } from './accessibility.ts';
import { test } from './journey.ts';
import { inDatabase } from './own-database.ts';
import { handInvoiceTo, layReading, skipRecognition, uploadInvoice } from './own-invoice.ts';
import { logIn, type Person, personPage, texts } from './procurement-people.ts';
import { withEveryModule } from './switch-module.ts';

withEveryModule();

const t = texts('de');
const note = (page: Page) => page.getByRole('region', { name: t('invoice.seller.title') });

/** An invoice of an unknown seller, opened for its check. */
async function unknownSeller(page: Page, person: Person, seller: string, vatId: string): Promise<void> {
  const buffer = ublInvoice({ number: `RE-${randomInt(1_000_000)}`, seller });
  const id = await uploadInvoice(page, { name: 'neu.xml', mimeType: 'application/xml', buffer });
  const file = readEInvoice(buffer);
  if (!file.ok) throw new Error(file.detail);
  const { fields, ...reading } = readingOfEInvoice(file);
  const read: Reading = {
    ...reading,
    fields: { ...fields, sellerVatId: { value: vatId, sure: true, page: null, box: null }, sellerIban: null },
  };
  await layReading(id, read, { name: seller });
  await skipRecognition(page, id);
  // The accountant has it already.
  if (person !== 'accountant') await handInvoiceTo(person, id);
  await page.goto(`/invoice/form?id=${id}`);
}

async function opened(browser: Parameters<typeof personPage>[0], person: Person): Promise<Page> {
  await logIn(browser, 'admin');
  const page = await personPage(browser, person);
  await page.goto('/overview');
  await page.getByRole('heading').first().waitFor();
  return page;
}

test(
  'REC-05 REC-06 an unknown seller becomes a supplier from its invoice, once',
  deep,
  async ({ browser }) => {
    const page = await opened(browser, 'admin');
    const name = `Muster Werkzeuge ${randomInt(1_000_000)} GmbH`;
    const vatId = `DE${randomInt(100_000_000, 999_999_999)}`;
    await unknownSeller(page, 'admin', name, vatId);

    await test.step('the form is filled with the read values, and each can be corrected', async () => {
      await expect(note(page)).toContainText(`${t('invoice.seller.unknown')} ${name}, ${vatId}`);
      await note(page)
        .getByRole('button', { name: t('invoice.seller.create') })
        .click();
      const dialog = page.getByRole('dialog');
      await expect(dialog.getByLabel(t('entity.supplier.field.name'))).toHaveValue(name);
      await expect(dialog.locator('input[name="vat_number"]')).toHaveValue(vatId);
      await expect(dialog.locator('input[name="city"]')).toHaveValue('Köln');
      await dialog.locator('input[name="city"]').fill('Bonn');
      await dialog.locator('input[name="email"]').fill('keine Adresse');
      await expectAccessible(page);
      await dialog.getByRole('button', { name: t('entity.save') }).click();
      await expect(dialog.locator('input[name="email"]')).toBeFocused();
      await dialog.locator('input[name="email"]').fill('post@muster.example');
      await page.keyboard.press('Enter');
      await expect(dialog).toHaveCount(0);
    });

    await test.step('it is in the field of the invoice', async () => {
      await expect(page.locator('input[name="head.supplier_id"]')).toHaveValue(name);
      await expect(note(page)).toHaveCount(0);
      const { rows } = await inDatabase((owner) =>
        owner.query('select city, email, vat_number from supplier where name = $1', [name]),
      );
      expect(rows).toEqual([{ city: 'Bonn', email: 'post@muster.example', vat_number: vatId }]);
    });

    await test.step('another invoice of it uses the existing supplier', async () => {
      await unknownSeller(page, 'admin', `${name} Zweigwerk`, vatId);
      await expect(note(page)).toContainText(name);
      await expect(note(page).getByRole('button', { name: t('invoice.seller.create') })).toHaveCount(0);
      await note(page)
        .getByRole('button', { name: t('invoice.seller.take') })
        .click();
      await expect(page.locator('input[name="head.supplier_id"]')).toHaveValue(name);
    });
  },
);

test(
  'REC-05 a VAT id of another supplier is refused with a link to it, also on the phone',
  deep,
  async ({ browser }) => {
    const page = await opened(browser, 'buyer');
    const known = `Bekannt ${randomInt(1_000_000)} GmbH`;
    const vatId = `DE${randomInt(100_000_000, 999_999_999)}`;
    await inDatabase((owner) =>
      owner.query(
        `insert into supplier (tenant_id, name, vat_number)
       select tenant_id, $1, $2 from lb_user where email = 'admin@demo.test'`,
        [known, vatId],
      ),
    );
    await page.setViewportSize({ width: 390, height: 844 });
    await unknownSeller(page, 'buyer', 'Unbekannt GmbH', `DE${randomInt(100_000_000, 999_999_999)}`);
    await note(page)
      .getByRole('button', { name: t('invoice.seller.create') })
      .click();
    const dialog = page.getByRole('dialog');
    await dialog.locator('input[name="vat_number"]').fill(vatId);
    await page.keyboard.press('Enter');
    await expect(dialog.locator('input[name="vat_number"]')).toHaveAttribute('aria-invalid', 'true');
    await expect(dialog.getByRole('status')).toContainText(known);
    await expectAccessible(page);
    await dialog.getByRole('button', { name: t('invoice.seller.take') }).click();
    await expect(page.locator('input[name="head.supplier_id"]')).toHaveValue(known);
  },
);

test('ROLE-02 people without the right to add suppliers see who has it', deep, async ({ browser }) => {
  const page = await opened(browser, 'requester');
  await unknownSeller(page, 'requester', 'Fremd GmbH', 'DE136695976');
  await expect(note(page)).toContainText('Fremd GmbH, DE136695976');
  await expect(note(page)).toContainText(t('invoice.seller.ask'));
  await expect(note(page).getByRole('button')).toHaveCount(0);
});
