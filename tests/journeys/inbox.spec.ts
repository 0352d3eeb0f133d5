import { randomUUID } from 'node:crypto';
import { expect, type Page } from '@playwright/test';
import { expectAccessible } from './accessibility.ts';
import { test } from './journey.ts';
import { inDatabase } from './own-database.ts';
import { uploadInvoice } from './own-invoice.ts';
import { personPage, texts } from './procurement-people.ts';

const t = texts('de');
const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });
const named = (key: string, name: string): string =>
  t(`invoice.inbox.${key}_named`).replace('{{name}}', name);

/** A file received by mail that became no invoice. */
async function arrived(page: Page): Promise<string> {
  const name = `Brief ${randomUUID().slice(0, 8)}.pdf`;
  const buffer = Buffer.from(`%PDF-1.7\n${name}\n%%EOF\n`);
  const id = await uploadInvoice(page, { name, mimeType: 'application/pdf', buffer });
  await inDatabase((client) =>
    client.query(
      `update invoice_arrival set fate = 'open', reason = 'no_invoice', invoice_id = null where invoice_id = $1`,
      [id],
    ),
  );
  return name;
}

test('REC-13 a file without invoice is in the inbox with its reason, and is taken, assigned or dismissed with one click', async ({
  browser,
}) => {
  const page = await personPage(browser, 'accountant');
  await page.goto('/overview?tab=invoice');
  await page.getByRole('link', { name: t('overview.to_inbox') }).click();
  await expect(page).toHaveURL(/\/invoice\/inbox/);
  const [taken, dismissed] = [await arrived(page), await arrived(page)];
  await page.reload();
  await expect(row(page, taken)).toContainText(t('invoice.inbox.reason.no_invoice'));
  await expectAccessible(page);
  await page.getByRole('button', { name: named('take', taken) }).click();
  await expect(row(page, taken)).toHaveCount(0);
  await page.getByRole('button', { name: named('dismiss', dismissed) }).click();
  await expect(row(page, dismissed)).toHaveCount(0);
  await page.getByText(t('invoice.inbox.views.all'), { exact: true }).click();
  await expect(row(page, taken).getByRole('link', { name: /^IN-/ })).toBeVisible();
  await expect(row(page, dismissed)).toContainText('Verworfen von');
  const file = page.waitForEvent('download');
  await page.getByRole('button', { name: t('invoice.inbox.proof.title') }).click();
  expect((await file).suggestedFilename()).toMatch(/\.csv$/);
});
