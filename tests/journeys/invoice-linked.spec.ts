import { randomUUID } from 'node:crypto';
import { expect, type Page } from '@playwright/test';
import { deep } from '../support/depth.ts';
import { drawInvoice, readFromDrawn } from '../support/drawn-invoice.ts';
import { expectAccessible } from './accessibility.ts';
import { test } from './journey.ts';
import { layReading, skipRecognition, uploadInvoice } from './own-invoice.ts';
import { createRequest, logIn, personPage, runAction, texts } from './procurement-people.ts';
import { withEveryModule } from './switch-module.ts';

withEveryModule();

const t = texts('de');
const note = (page: Page) => page.getByRole('region', { name: t('invoice.linked.title') });

async function received(page: Page, fills: Readonly<Record<string, string>>): Promise<number> {
  const name = `${randomUUID()}.pdf`;
  const buffer = await drawInvoice(1);
  const id = await uploadInvoice(page, { name, mimeType: 'application/pdf', buffer });
  await layReading(id, readFromDrawn, fills);
  await skipRecognition(page, id);
  return id;
}

test(
  'REC-11 INV-14 an invoice links to the order and the invoice that it refers to',
  deep,
  async ({ browser }) => {
    const order = await createRequest(browser, 'Verknüpfte Messuhren');
    await logIn(browser, 'approver1', 'accountant');
    await runAction('approver1', order, 'approve', {});
    const page = await personPage(browser, 'accountant');
    await page.goto('/overview');
    await page.getByRole('heading').first().waitFor();
    const corrected = await received(page, { number_printed: 'RE-zu-hoch' });
    const id = await received(page, {
      number_printed: 'GS-1',
      procurement_id: String(order),
      corrects_invoice_id: String(corrected),
    });

    await test.step('the order', async () => {
      await page.goto(`/invoice/form?id=${id}`);
      await expect(note(page)).toContainText(t('invoice.linked.order'));
      await expect(note(page)).toContainText(t('invoice.linked.corrects'));
      await expectAccessible(page);
      await note(page).getByRole('link', { name: /^PO-/ }).press('Enter');
      await expect(page).toHaveURL(new RegExp(`/procurement/form\\?id=${order}$`));
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Verknüpfte Messuhren');
    });

    await test.step('the corrected invoice, which has no reference itself', async () => {
      await page.goBack();
      await note(page).getByRole('link', { name: /^IN-/ }).press('Enter');
      await expect(page).toHaveURL(new RegExp(`/invoice/form\\?id=${corrected}$`));
      await expect(page.locator('input[name="head.number_printed"]')).toHaveValue('RE-zu-hoch');
      await expect(note(page)).toHaveCount(0);
    });

    await test.step('on a phone', async () => {
      await page.setViewportSize({ width: 390, height: 844 });
      await page.goto(`/invoice/form?id=${id}`);
      await expect(note(page)).toBeVisible();
      const widths = await page.evaluate(() => [document.documentElement.scrollWidth, window.innerWidth]);
      expect(widths[0]).toBeLessThanOrEqual(widths[1] ?? 0);
      await expectAccessible(page);
    });
  },
);
