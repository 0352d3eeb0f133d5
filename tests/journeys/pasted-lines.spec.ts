import { expect, type Page } from '@playwright/test';
import { deep } from '../support/depth.ts';
import { expectAccessible } from './accessibility.ts';
import { test } from './journey.ts';
import { personPage, texts } from './procurement-people.ts';
import { field, lineField } from './request-page.ts';
import { withEveryModule } from './switch-module.ts';

withEveryModule();

const t = texts('de');
const cell = (page: Page, name: string, position: number) => field(page, lineField(t, name, position));
const taken = (page: Page, count: number) =>
  page.getByRole('button', {
    name: t('document.line.paste.take').replace('{{count}}', String(count)),
    exact: true,
  });

async function paste(page: Page, name: string, text: string): Promise<void> {
  await cell(page, name, 1).evaluate((input, pasted) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', pasted);
    input.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }, text);
}

test('PROC-40 rows copied from a spreadsheet become lines of a request after a preview', async ({
  browser,
}) => {
  const page = await personPage(browser, 'requester');
  await page.goto('/procurement/form');
  await paste(
    page,
    'description',
    'Nr.\tBezeichnung\tMenge\tPreis\r\nA-1\tBohrer\t10\t4.50\r\nA-2\tDübel\tviele\t1.20\r\n',
  );
  const preview = page.getByRole('table', { name: t('document.line.paste.preview') });
  await expect(preview).toBeVisible();
  await expect(page.getByText(t('document.line.paste.unread_one').replace('{{count}}', '1'))).toBeVisible();
  await expect(preview.getByRole('row').nth(1)).toContainText('viele');
  await expect(preview.getByRole('row').nth(2)).toContainText('4,50');
  await expectAccessible(page);

  await taken(page, 2).click();
  await expect(cell(page, 'description', 1)).toHaveValue('Bohrer');
  await expect(cell(page, 'item_number', 1)).toHaveValue('A-1');
  await expect(cell(page, 'quantity', 1)).toHaveValue('10');
  await expect(cell(page, 'price_netto', 1)).toHaveValue('4,50');
  await expect(cell(page, 'description', 2)).toHaveValue('Dübel');
  await expect(cell(page, 'quantity', 2)).toHaveValue('1');
});

test(
  'PROC-40 rows of a mail become lines of an invoice, and a column is corrected in the preview',
  deep,
  async ({ browser }) => {
    const page = await personPage(browser, 'accountant');
    await page.goto('/invoice/form');
    await page.getByRole('button', { name: t('document.line.paste.action') }).click();
    await page
      .getByRole('textbox', { name: t('document.line.paste.text') })
      .fill('2 Stk Bohrer HSS 4,50\n10 Stk Dübel 8 mm 1,20');
    const price = page.getByRole('combobox', {
      name: t('document.line.paste.column').replace('{{number}}', '4'),
    });
    await expect(price).toHaveValue('unit_net_price');
    await price.selectOption({ label: t('field.total_netto') });
    await taken(page, 2).click();
    await expect(cell(page, 'description', 1)).toHaveValue('Bohrer HSS');
    await expect(cell(page, 'total_netto', 1)).toHaveValue('4,50');
    await expect(cell(page, 'description', 2)).toHaveValue('Dübel 8 mm');
    await expect(cell(page, 'quantity', 2)).toHaveValue('10');
  },
);

test(
  'PROC-40 rows copied from a PDF become lines of a contract; a single text stays in its field',
  deep,
  async ({ browser }) => {
    const page = await personPage(browser, 'admin');
    await page.goto('/contract/form');
    await cell(page, 'name', 1).fill('Wartung');
    await paste(page, 'name', 'Prüfung\r\n');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await paste(page, 'name', 'Miete   12   1.200,00\nStrom   1   80,00');
    await taken(page, 2).click();
    await expect(cell(page, 'name', 1)).toHaveValue('Wartung');
    await expect(cell(page, 'name', 2)).toHaveValue('Miete');
    await expect(cell(page, 'quantity', 2)).toHaveValue('12');
    await expect(cell(page, 'name', 3)).toHaveValue('Strom');
  },
);
