import { deep } from '../support/depth.ts';
import { drawInvoice, readFromDrawn } from '../support/drawn-invoice.ts';
import { test } from './journey.ts';
import { layReading, skipRecognition, uploadInvoice } from './own-invoice.ts';
import { personPage } from './procurement-people.ts';
import { withEveryModule } from './switch-module.ts';
import { walk } from './walk.ts';

withEveryModule();

test('NAV-02 I18N-01 the form of a new invoice', deep, async ({ browser }) => {
  await walk(await personPage(browser, 'buyer'), async ({ visit }) => {
    await visit('/invoice/form');
    await visit('/invoice/export');
  });
});

test(
  'REC-01 I18N-01 the upload, empty, with several files and with a refused one',
  deep,
  async ({ browser }) => {
    await walk(await personPage(browser, 'selector'), async ({ page, visit, look }) => {
      await visit('/invoice/upload');
      const good = { name: 'Rechnung.pdf', mimeType: 'application/pdf', buffer: await drawInvoice(1) };
      const bad = { name: 'Programm.pdf', mimeType: 'application/pdf', buffer: Buffer.from('MZ') };
      await page.locator('input[type=file]').first().setInputFiles([good, bad]);
      await page.getByText('Programm.pdf').waitFor();
      await page.getByRole('link', { name: 'Rechnung.pdf' }).waitFor();
      await look('a stack');
    });
  },
);

test('INV-01 REC-07 I18N-01 an invoice beside its original', deep, async ({ browser }) => {
  await walk(await personPage(browser, 'accountant'), async ({ page, visit, look }) => {
    await page.goto('/overview');
    await page.getByRole('heading').first().waitFor();
    const buffer = await drawInvoice(2);
    const id = await uploadInvoice(page, { name: 'Rechnung.pdf', mimeType: 'application/pdf', buffer });
    await visit(`/invoice/form?id=${id}`);
    await layReading(id, readFromDrawn, { due_date: '2025-06-13' });
    await skipRecognition(page, id);
    await visit(`/invoice/form?id=${id}&tab=recognition`);
    await look('the same', { only: 'phone' });
  });
});
