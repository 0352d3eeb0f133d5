import { expect } from '@playwright/test';
import { readDocument } from '../../src/features/recognition/server/read-document.ts';
import { deep } from '../support/depth.ts';
import { hybridInvoice, printedAsInXml } from '../support/hybrid-invoice.ts';
import { expectAccessible } from './accessibility.ts';
import { test } from './journey.ts';
import { layReading, skipRecognition, uploadInvoice } from './own-invoice.ts';
import { personPage, texts } from './procurement-people.ts';
import { withEveryModule } from './switch-module.ts';

withEveryModule();

const t = texts('de');

test(
  'REC-11 differences between pages and e-invoice are shown side by side, also on the phone',
  deep,
  async ({ browser }) => {
    const page = await personPage(browser, 'accountant');
    await page.goto('/overview');
    await page.getByRole('heading').first().waitFor();
    const gross = { net: '2.000,00', tax: '380,00', gross: '2.380,00' };
    const buffer = await hybridInvoice({ ...printedAsInXml, ...gross, further: [`Beleg ${Date.now()}`] });
    const id = await uploadInvoice(page, { name: 'hybrid.pdf', mimeType: 'application/pdf', buffer });
    await layReading(id, await readDocument(buffer, { own: [] }), { number_printed: 'RE-2026-4711' });
    await skipRecognition(page, id);
    await page.goto(`/invoice/form?id=${id}`);
    const note = page.getByRole('region', { name: t('invoice.differences.title') });
    const row = note.getByRole('row', { name: t('invoice.read.field.totalGross') });
    await expect(row).toContainText('238,00');
    await expect(row).toContainText('2.380,00');
    await expectAccessible(page);
    await page.setViewportSize({ width: 390, height: 844 });
    await expect(row).toBeVisible();
    await expectAccessible(page);
  },
);
