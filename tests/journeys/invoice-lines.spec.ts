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
const sums = (page: Page) => page.getByRole('region', { name: t('invoice.breakdown.title') });
const save = (page: Page) => page.getByRole('button', { name: new RegExp(`^${t('document.save')}`) });

/** A new invoice with this total. */
async function newInvoice(page: Page, total: string): Promise<void> {
  await page.goto('/invoice/form');
  await field(page, t('invoice.total_brutto')).fill(total);
}

test('INV-11 VAL-16 VAL-19 PRICE-06 lines are typed by keyboard, add up to the total to the cent, and are kept', async ({
  browser,
}) => {
  const page = await personPage(browser, 'accountant');
  await newInvoice(page, '482,24');

  await test.step('the net follows from quantity and price, and the missing amount shows at once', async () => {
    await cell(page, 'description', 1).fill('Arbeitspreis');
    await cell(page, 'quantity', 1).fill('1234');
    await cell(page, 'unit_net_price', 1).fill('0,28451');
    await cell(page, 'unit_net_price', 1).press('Tab');
    await expect(cell(page, 'total_netto', 1)).toHaveValue('351,09');
    await expect(sums(page)).toContainText('64,44');
    await expect(sums(page)).toContainText(t('invoice.breakdown.differs'));
  });

  await test.step('Enter in the last line adds another one; a second rate has its own row', async () => {
    await cell(page, 'description', 1).press('Enter');
    await cell(page, 'description', 2).fill('Zählermiete');
    await cell(page, 'tax_percentage', 2).fill('7');
    await cell(page, 'total_netto', 2).fill('60');
    await expect(sums(page)).toContainText('0,24');
    await expect(sums(page)).not.toContainText(t('invoice.breakdown.agrees'));
  });

  await test.step('a tax rounded differently by the supplier is accepted as printed', async () => {
    await cell(page, 'total_netto', 2).press('Tab');
    const tax = sums(page).getByRole('textbox').first();
    await tax.fill('66,95');
    await expect(sums(page)).toContainText(t('invoice.breakdown.agrees'));
    await tax.fill('66,71');
    await field(page, t('invoice.total_brutto')).fill('482,00');
    await expect(sums(page)).toContainText(t('invoice.breakdown.agrees'));
    await expectAccessible(page);
  });

  await test.step('the saved lines are shown again', async () => {
    await save(page).click();
    await expect(page).toHaveURL(/id=\d+/);
    await page.reload();
    await expect(cell(page, 'total_netto', 1)).toHaveValue('351,09');
    await expect(cell(page, 'quantity', 2)).toHaveValue('1');
    await expect(sums(page)).toContainText(t('invoice.breakdown.agrees'));
    await expectAccessible(page);
  });
});

test(
  'VAL-19 one line per rate is made from the totals, and replaces others only after a confirmation',
  deep,
  async ({ browser }) => {
    const page = await personPage(browser, 'accountant');
    await newInvoice(page, '119');
    const make = page.getByRole('button', { name: t('invoice.lines_of_totals.action') });
    await make.click();
    await expect(cell(page, 'total_netto', 1)).toHaveValue('100,00');
    await expect(sums(page)).toContainText(t('invoice.breakdown.agrees'));
    await expect(make).toBeHidden();
    await cell(page, 'total_netto', 1).fill('90');
    await make.click();
    const dialog = page.getByRole('dialog');
    await expect(dialog).toContainText(t('invoice.lines_of_totals.text'));
    await dialog.getByRole('button', { name: t('invoice.lines_of_totals.replace') }).click();
    await expect(cell(page, 'total_netto', 1)).toHaveValue('100,00');
    await expect(sums(page)).toContainText(t('invoice.breakdown.agrees'));
  },
);

test(
  'DISC-01 DISC-02 DISC-03 DISC-04 discounts follow their sources, and stay once typed',
  deep,
  async ({ browser }) => {
    const page = await personPage(browser, 'accountant');
    await newInvoice(page, '1190');
    await field(page, t('field.invoice_date')).fill('03.03.2025');
    await field(page, t('field.due_date')).fill('02.04.2025');
    await save(page).click();
    await expect(page).toHaveURL(/id=\d+/);
    await page.getByRole('tab', { name: t('invoice.tab.payment') }).click();
    const discount = (name: string) => field(page, t(`field.discount_1_${name}`));
    await discount('percentage').fill('3');
    await discount('days').fill('10');
    await expect(discount('amount')).toHaveValue('35,70');
    await expect(discount('date')).toHaveValue('13.03.2025');
    await field(page, t('field.invoice_date')).fill('10.03.2025');
    await discount('amount').focus();
    await expect(discount('date')).toHaveValue('20.03.2025');
    await discount('amount').fill('23,80');
    await expect(discount('percentage')).toHaveValue('2');
    await expectAccessible(page);
    // The notice is shown only briefly.
    await Promise.all([
      page.getByText(t('shell.toast.saved'), { exact: true }).first().waitFor(),
      save(page).click(),
    ]);
    await page.reload();
    await expect(discount('date')).toHaveValue('20.03.2025');
    await expect(discount('amount')).toHaveValue('23,80');
  },
);
