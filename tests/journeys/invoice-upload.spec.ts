import { randomUUID } from 'node:crypto';
import { expect, type Page } from '@playwright/test';
import { deep } from '../support/depth.ts';
import { drawInvoice } from '../support/drawn-invoice.ts';
import { ublInvoice } from '../support/ubl-invoice.ts';
import { expectAccessible } from './accessibility.ts';
import { test } from './journey.ts';
import { personPage, texts } from './procurement-people.ts';

const t = texts('de');

const xml = (number: string): { name: string; mimeType: string; buffer: Buffer } => ({
  name: `${number}.xml`,
  mimeType: 'application/xml',
  buffer: ublInvoice({ number, seller: 'Werkzeug Nord' }),
});

const newNumber = (): string => `RE-${randomUUID().slice(0, 8)}`;
const row = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: name });

async function choose(
  page: Page,
  files: readonly { name: string; mimeType: string; buffer: Buffer }[],
): Promise<void> {
  await page.getByLabel(t('invoice.upload.add')).setInputFiles([...files]);
}

test('REC-01 REC-02 REC-04 several files are dropped, a bad one is reported beside the good ones, and the first is opened', async ({
  browser,
}) => {
  const page = await personPage(browser, 'accountant');
  await page.goto('/invoice/upload');
  const numbers = Array.from({ length: 9 }, newNumber);
  const hostile = {
    name: 'rechnung.pdf',
    mimeType: 'application/pdf',
    buffer: Buffer.from('MZ this is a program'),
  };
  await choose(page, [...numbers.map(xml), hostile]);
  await expect(row(page, 'rechnung.pdf')).toContainText('nur PDF, XML, JPG, PNG');
  for (const number of numbers) await expect(row(page, number)).toContainText('IN-');
  await expectAccessible(page);
  const [first = ''] = numbers;
  await row(page, first).getByRole('link').click();
  await expect(page).toHaveURL(/\/invoice\/form\?id=\d+/);
  await expect(page.getByLabel(t('field.number_printed'))).toHaveValue(first);
  await page.goBack();
  for (const number of numbers) {
    await expect(row(page, number)).toContainText(t('invoice.upload.state.done'));
  }
});

test(
  'INV-20 a file uploaded again is reported with its invoice, and accepted on request',
  deep,
  async ({ browser }) => {
    const page = await personPage(browser, 'accountant');
    await page.goto('/invoice/upload');
    const file = xml(newNumber());
    await choose(page, [file]);
    await expect(row(page, file.name)).toContainText('IN-');
    await choose(page, [file]);
    const again = row(page, file.name).filter({ hasText: 'bereits als IN-' });
    await again
      .getByRole('button', { name: t('invoice.upload.anyway_named').replace('{{name}}', file.name) })
      .click();
    await expect(again).toHaveCount(0);
    await expect(row(page, file.name)).toHaveCount(2);
  },
);

test(
  'REC-03 REC-05 INV-01 a PDF without XML is read from its text, and its number is framed on the page',
  deep,
  async ({ browser }) => {
    const page = await personPage(browser, 'accountant');
    await page.goto('/invoice/upload');
    const name = `${newNumber()}.pdf`;
    await choose(page, [{ name, mimeType: 'application/pdf', buffer: await drawInvoice(2) }]);
    await expect(row(page, name)).toContainText(t('invoice.upload.state.done'));
    await row(page, name).getByRole('link').click();
    const number = page.getByLabel(t('field.number_printed'));
    await expect(number).toHaveValue('RE-2025-10482');
    await number.focus();
    await expect(page.getByText(/RE-2025-10482/).first()).toBeVisible();
  },
);
