import { expect, type Page } from '@playwright/test';
import { deep } from '../support/depth.ts';
import { expectAccessible } from './accessibility.ts';
import { test } from './journey.ts';
import { bookable, exportsTo, waitingInvoice } from './own-export.ts';
import { ask, personPage, texts } from './procurement-people.ts';
import { choose, field, lineField } from './request-page.ts';
import { withEveryModule } from './switch-module.ts';

withEveryModule();

const t = texts('de');
const cell = (page: Page, name: string, position: number) => field(page, lineField(t, name, position));
const position = (place: number) => t('invoice.split.at').replace('{{position}}', String(place));
const part = (page: Page, number: number) =>
  page.getByRole('listitem', { name: t('invoice.split.part').replace('{{number}}', String(number)) });

test.afterEach(() => exportsTo(null));

test(
  'VAL-19 INV-16 DATA-35 a line is split by keyboard, and dimensions are chosen for Dynamics 365',
  deep,
  async ({ browser }) => {
    const page = await personPage(browser, 'accountant');
    const { client } = await ask<{ client: readonly { readonly id: number; readonly name: string }[] }>(
      'admin',
      'query { client(order_by: { id: asc }, limit: 1) { id name } }',
      {},
    );
    const company = client[0] ?? { id: 0, name: '' };
    const code = `P${Date.now()}`;
    await ask(
      'admin',
      `mutation ($object: financial_dimension_insert_input!) { insert_financial_dimension_one(object: $object) { id } }`,
      { object: { code, name: 'Brückenbau', client_id: company.id, dimension_type: 'project' } },
    );
    await exportsTo('ms365');
    await page.goto('/invoice/form');
    await field(page, t('invoice.total_brutto')).fill('119,00');

    await test.step('three parts replace the line, and add up to it to the cent', async () => {
      await cell(page, 'description', 1).fill('Miete');
      await cell(page, 'unit_net_price', 1).fill('100');
      await page.getByRole('button', { name: position(1) }).press('Enter');
      const share = field(part(page, 1), t('invoice.split.share.percent'));
      await expect(share).toBeFocused();
      await page.getByRole('button', { name: t('invoice.split.add') }).press('Enter');
      await expect(share).toHaveValue('33,33');
      await expect(part(page, 3)).toContainText('33,34');
      await expectAccessible(page);
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: position(1) }).press('Enter');
      await share.fill('120');
      await expect(page.getByText(t('invoice.split.problem.percent'))).toBeVisible();
      await share.fill('66,67');
      await share.press('Enter');
      await expect(page.getByRole('dialog')).toHaveCount(0);
      await expect(cell(page, 'total_netto', 1)).toHaveValue('66,67');
      await expect(cell(page, 'total_netto', 2)).toHaveValue('33,33');
      await expect(cell(page, 'quantity', 2)).toHaveValue('0,3333');
      await expect(page.getByText(t('invoice.breakdown.agrees'))).toBeVisible();
    });

    await test.step('the defaults of the head are kept', async () => {
      await choose(field(page, t('field.client_id')), company.name);
      await page.getByRole('button', { name: t('invoice.accounting.title') }).press('Enter');
      await expect(field(page, t('field.posting_key_id'))).toHaveCount(0);
      await choose(field(page, t('field.d365_project_id')), 'Brückenbau');
      await expectAccessible(page);
      await page.getByRole('button', { name: new RegExp(`^${t('document.save')}`) }).click();
      await expect(page).toHaveURL(/id=\d+/);
      await page.reload();
      await page.getByRole('button', { name: t('invoice.accounting.title') }).press('Enter');
      await expect(field(page, t('field.d365_project_id'))).toHaveValue(new RegExp(code));
    });
  },
);

test(
  "INV-16 a line's booking is proposed from earlier invoices of the supplier, and Alt+V accepts it",
  deep,
  async ({ browser }, testInfo) => {
    const page = await personPage(browser, 'accountant');
    const parties = await bookable();
    for (const number of ['BV-1', 'BV-2'])
      await waitingInvoice({ ...parties, number_printed: number, tax: 19 });
    await exportsTo('datev-csv');
    const { client, supplier } = await ask<{ client: { name: string }; supplier: { name: string } }>(
      'admin',
      'query ($client: bigint!, $supplier: bigint!) { client: client_by_pk(id: $client) { name } supplier: supplier_by_pk(id: $supplier) { name } }',
      { client: parties.client_id, supplier: parties.supplier_id },
    );
    await page.goto('/invoice/form');
    await choose(field(page, t('field.client_id')), client.name);
    await choose(field(page, t('field.supplier_id')), supplier.name);
    await cell(page, 'description', 1).fill('Schmierstoffe');
    await cell(page, 'unit_net_price', 1).fill('100');
    const proposal = page.getByRole('region', { name: t('invoice.proposal.title') });
    await expect(proposal).toContainText('4980');
    await expect(proposal).toContainText('BV-2');
    await expectAccessible(page);
    await testInfo.attach('a proposal', { body: await page.screenshot(), contentType: 'image/png' });
    await page.keyboard.press('Alt+V');
    await expect(proposal).toHaveCount(0);
    await expect(cell(page, 'ledger_account_id', 1)).toHaveValue(/^4980/);
  },
);
