import { expect, type Page } from '@playwright/test';
import { deep } from '../support/depth.ts';
import { drawInvoice, printed, readFromDrawn } from '../support/drawn-invoice.ts';
import { expectAccessible } from './accessibility.ts';
import { test } from './journey.ts';
import { beginRecognition, layReading, skipRecognition, uploadInvoice } from './own-invoice.ts';
import { personPage, texts } from './procurement-people.ts';
import { withEveryModule } from './switch-module.ts';

withEveryModule();

const t = texts('de');
const filled = {
  number_printed: 'RE-2025-10482',
  invoice_date: '2025-05-14',
  delivery_date: '2025-05-14',
  due_date: '2025-06-13',
  total_brutto: '1784.89',
};

const field = (page: Page, column: string) => page.locator(`input[name="head.${column}"]`);
const original = (page: Page) => page.getByRole('region', { name: t('invoice.original.title') });
/** The mark of the focused field's position on the page. */
const marked = (page: Page, text: string) => original(page).locator('[data-page="1"]').getByText(text);
const printedText = (page: Page, text: string) =>
  original(page).locator('[data-page="1"] span[role="presentation"]', { hasText: text });

/** Errors of the browser, such as breaches of the content security policy; none are expected. */
function watched(page: Page): string[] {
  const errors: string[] = [];
  page.on('pageerror', ({ message }) => errors.push(message));
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text());
  });
  return errors;
}

async function accountant(browser: Parameters<typeof personPage>[0]): Promise<Page> {
  const page = await personPage(browser, 'accountant');
  await page.goto('/overview');
  await page.getByRole('heading').first().waitFor();
  return page;
}

test('INV-01 REC-04 REC-05 the original is beside the fields, shows the position of a value and fills them', async ({
  browser,
}) => {
  const page = await accountant(browser);
  const errors = watched(page);
  const buffer = await drawInvoice(50);
  const id = await uploadInvoice(page, { name: 'RE-2025-10482.pdf', mimeType: 'application/pdf', buffer });

  await test.step('while it is recognised', async () => {
    await beginRecognition(id);
    await page.goto(`/invoice/form?id=${id}`);
    await expect(page.getByText(t('invoice.recognition.running.title'))).toBeVisible();
    await expect(original(page).locator('canvas').first()).toBeVisible();
    await expect(original(page)).toContainText('Seite 1 von 50');
    await expectAccessible(page);
  });

  await test.step('the page continues automatically', async () => {
    await layReading(id, readFromDrawn, filled);
    await skipRecognition(page, id);
    await expect(field(page, 'number_printed')).toHaveValue('RE-2025-10482');
    await expect(page.getByText(t('invoice.recognition.running.title'))).toHaveCount(0);
  });

  await test.step('uncertain values are marked for review', async () => {
    const hint = t('invoice.read.unsure_hint').replace('{{value}}', '13.06.2025');
    await expect(field(page, 'due_date')).toHaveAccessibleDescription(hint);
    await expect(field(page, 'invoice_date')).toHaveAccessibleDescription('');
  });

  await test.step('F8 goes from one open value to the next', async () => {
    await field(page, 'number_printed').focus();
    await page.keyboard.press('F8');
    await expect(field(page, 'due_date')).toBeFocused();
    await page.getByRole('button', { name: t('invoice.read.next_open') }).click();
    await expect(field(page, 'client_id')).toBeFocused();
    // The value in another tab is found.
    await page.keyboard.press('F8');
    await expect(field(page, 'iban')).toBeFocused();
    await page.keyboard.press('F8');
    await expect(field(page, 'supplier_id')).toBeFocused();
  });

  await test.step('the position of a value is shown while its field has the focus', async () => {
    await field(page, 'due_date').focus();
    await expect(marked(page, `${t('field.due_date')}: 13.06.2025`)).toBeInViewport();
    await field(page, 'number_printed').focus();
    await expect(marked(page, `${t('field.number_printed')}: RE-2025-10482`)).toBeInViewport();
    await expect(marked(page, t('field.due_date'))).toHaveCount(0);
    await expectAccessible(page);
  });

  await test.step('a click on a word fills the field, which keeps the focus', async () => {
    await field(page, 'due_date').focus();
    await printedText(page, printed.written.text).click();
    await expect(field(page, 'due_date')).toHaveValue('24.05.2025');
    await expect(field(page, 'due_date')).toBeFocused();
    await printedText(page, 'Rechnungsnummer').click();
    await expect(field(page, 'due_date')).toHaveValue('24.05.2025');
    await field(page, 'total_brutto').fill('1');
    await printedText(page, printed.gross.text).click();
    await expect(field(page, 'total_brutto')).toHaveValue('1.784,89');
    await expect(field(page, 'total_brutto')).toBeFocused();
  });

  await test.step('text can be selected', async () => {
    const box = await printedText(page, printed.seller.text).boundingBox();
    if (box === null) throw new Error('the seller has no place');
    await page.mouse.move(box.x + 2, box.y + box.height / 2);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width - 2, box.y + box.height / 2, { steps: 4 });
    await page.mouse.up();
    expect(await page.evaluate(() => getSelection()?.toString())).toContain('Büroservice');
    await expect(field(page, 'total_brutto')).toHaveValue('1.784,89');
  });

  await test.step('only pages near the view are kept', async () => {
    await original(page).locator('[data-page="50"]').scrollIntoViewIfNeeded();
    await expect(original(page).locator('[data-page="50"] canvas')).toBeVisible();
    await expect(original(page)).toContainText('Seite 50 von 50');
    await expect.poll(() => original(page).locator('canvas').count()).toBeLessThanOrEqual(5);
  });

  await test.step('zoom, width and download', async () => {
    const pageOne = original(page).locator('[data-page="1"]');
    const width = async () => (await pageOne.boundingBox())?.width ?? 0;
    const fitted = await width();
    await page.getByRole('button', { name: t('document.original.larger') }).click();
    await expect.poll(width).toBeGreaterThan(fitted);
    await page.getByRole('button', { name: t('document.original.fit') }).click();
    await expect.poll(width).toBe(fitted);
    const split = page.getByRole('separator', { name: t('document.original.split') });
    await split.focus();
    await page.keyboard.press('ArrowRight');
    await expect.poll(width).toBeGreaterThan(fitted);
    const wider = await width();
    await page.reload();
    await expect.poll(width).toBe(wider);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: t('document.original.download') }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('RE-2025-10482.pdf');
  });
  expect(errors).toEqual([]);
});

test(
  'REC-07 the raw data are shown and taken over, with a confirmation where they overwrite',
  deep,
  async ({ browser }) => {
    const page = await accountant(browser);
    const buffer = await drawInvoice(1);
    const id = await uploadInvoice(page, { name: 'Rohdaten.pdf', mimeType: 'application/pdf', buffer });
    await layReading(id, readFromDrawn);
    await skipRecognition(page, id);
    await page.goto(`/invoice/form?id=${id}`);
    await page.getByRole('tab', { name: 'Erkannte Rohdaten' }).click();
    await expect(page).toHaveURL(/tab=recognition/);
    const row = page.getByRole('row', { name: t('invoice.read.field.dueDate') });
    await expect(row).toContainText('13.06.2025');
    await expect(row).toContainText(t('invoice.read.unsure'));
    await expect(page.getByRole('row', { name: 'Kopierpapier' })).toContainText('525,60');
    await expectAccessible(page);

    await row.getByRole('button').click();
    await expect(field(page, 'due_date')).toHaveValue('13.06.2025');
    await expect(field(page, 'number_printed')).toHaveValue('');

    await field(page, 'number_printed').fill('0815');
    await page.getByRole('button', { name: t('invoice.read.take_all') }).click();
    const dialog = page.getByRole('dialog');
    await expect(dialog).toContainText(t('field.number_printed'));
    await expect(dialog).not.toContainText(t('field.due_date'));
    await expectAccessible(page);
    await dialog.getByRole('button', { name: t('invoice.read.take_all') }).click();
    await expect(field(page, 'number_printed')).toHaveValue('RE-2025-10482');
    await expect(field(page, 'total_brutto')).toHaveValue('1.784,89');
    await expect(field(page, 'tax')).toHaveValue('19');
  },
);

test('REC-11 an XML-only invoice is shown like a printed one', deep, async ({ browser }) => {
  const page = await accountant(browser);
  const buffer = Buffer.from(
    `<?xml version="1.0"?><Invoice xmlns="urn:oasis:names:specification:ubl:schema:xsd:Invoice-2">${Date.now()}</Invoice>`,
  );
  const id = await uploadInvoice(page, { name: 'xrechnung.xml', mimeType: 'application/xml', buffer });
  await page.goto(`/invoice/form?id=${id}`);
  await expect(page.getByText(t('invoice.original.data.title'))).toBeVisible();
  await expect(page.getByRole('button', { name: t('document.original.download') })).toBeVisible();
  await layReading(id, { ...readFromDrawn, reading: 'xml' });
  await skipRecognition(page, id);
  const shown = page.getByRole('article', { name: t('invoice.original.as_page') });
  await expect(shown.getByRole('heading', { name: 'RE-2025-10482' })).toBeVisible();
  await expect(shown.getByRole('row', { name: 'Bürodrehstuhl' })).toContainText('974,30');
  await expectAccessible(page);
});

test(
  'INV-01 REC-05 an unsupported file shows the reason, and a picture fills fields, too',
  deep,
  async ({ browser }) => {
    const page = await accountant(browser);
    const broken = {
      encrypted: await drawInvoice(1, 'geheim'),
      damaged: Buffer.from(`%PDF-1.7\n${Date.now()}`),
    };
    for (const [failure, buffer] of Object.entries(broken)) {
      const id = await uploadInvoice(page, { name: `${failure}.pdf`, mimeType: 'application/pdf', buffer });
      await page.goto(`/invoice/form?id=${id}`);
      await expect(page.getByText(t(`document.original.failure.${failure}`))).toBeVisible();
      await expectAccessible(page);
    }

    const scan = await page.screenshot({ type: 'png' });
    const id = await uploadInvoice(page, { name: 'scan.png', mimeType: 'image/png', buffer: scan });
    await layReading(id, { ...readFromDrawn, reading: 'ocr' });
    await skipRecognition(page, id);
    await page.goto(`/invoice/form?id=${id}`);
    await expect(original(page).getByRole('img', { name: /scan\.png/ })).toBeVisible();
    await field(page, 'number_printed').focus();
    const box = readFromDrawn.fields.invoiceNumber?.box ?? [0, 0, 0, 0];
    const place = await original(page).locator('[data-page="1"]').boundingBox();
    if (place === null) throw new Error('the picture has no place');
    await page.mouse.click(
      place.x + (place.width * (box[0] + box[2])) / 2,
      place.y + (place.height * (box[1] + box[3])) / 2,
    );
    await expect(field(page, 'number_printed')).toHaveValue('RE-2025-10482');
  },
);

test('INV-01 on the phone the original opens above the fields', deep, async ({ browser }) => {
  const page = await accountant(browser);
  const buffer = await drawInvoice(2);
  const id = await uploadInvoice(page, { name: 'Telefon.pdf', mimeType: 'application/pdf', buffer });
  await layReading(id, readFromDrawn, filled);
  await skipRecognition(page, id);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`/invoice/form?id=${id}`);
  await expect(field(page, 'number_printed')).toHaveValue('RE-2025-10482');
  await expect(original(page).locator('canvas')).toHaveCount(0);
  await page.getByRole('button', { name: t('document.original.show') }).click();
  await expect(original(page).locator('canvas').first()).toBeVisible();
  await expect(page.getByRole('button', { name: t('document.original.download') })).toBeInViewport();
  await expectAccessible(page);
  await page.getByRole('button', { name: t('document.original.hide') }).click();
  await expect(original(page).locator('canvas')).toHaveCount(0);
});
