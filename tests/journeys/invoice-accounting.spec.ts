import { expect, type Page } from '@playwright/test';
import { expectAccessible } from './accessibility.ts';
import { test } from './journey.ts';
import { inDatabase } from './own-database.ts';
import { ask, personPage, texts } from './procurement-people.ts';
import { choose, field, lineField } from './request-page.ts';
import { withEveryModule } from './switch-module.ts';

withEveryModule();

const t = texts('de');
const key = 'invoice_export_target';
const cell = (page: Page, name: string, position: number) => field(page, lineField(t, name, position));
const position = (place: number) => t('invoice.split.at').replace('{{position}}', String(place));
const part = (page: Page, number: number) =>
  page.getByRole('listitem', { name: t('invoice.split.part').replace('{{number}}', String(number)) });

/** Where the tenant of the demo books its invoices. */
async function exportsTo(value: string | null): Promise<void> {
  await ask(
    'admin',
    `mutation { delete_configuration(where: { key: { _eq: "${key}" } }) { affected_rows } }`,
    {},
  );
  if (value === null) return;
  await ask(
    'admin',
    'mutation ($key: String!, $value: String) { insert_configuration_one(object: { key: $key, model: "string", value: $value }) { id } }',
    { key, value },
  );
}

test.afterEach(() => exportsTo(null));

test('VAL-19 INV-16 DATA-35 a line is split by keyboard, and dimensions are chosen where Dynamics 365 books', async ({
  browser,
}) => {
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

  await test.step('three parts come in place of the line, together the line to the cent', async () => {
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
    await expect(cell(page, 'quantity', 2)).toHaveValue('0,333');
    await expect(page.getByText(t('invoice.breakdown.agrees'))).toBeVisible();
  });

  await test.step('what the head presets is kept', async () => {
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
});

test('EXP-03 EXP-04 EXP-10 EXP-23 what waits leaves for DATEV as a file, one that cannot says why, and the other goes on', async ({
  browser,
}, testInfo) => {
  const page = await personPage(browser, 'accountant');
  await exportsTo('datev-csv');
  const { client, supplier } = await ask<{ client: Named[]; supplier: Named[] }>(
    'admin',
    `query { client(order_by: { id: asc }, limit: 1) { id name }
       supplier(where: { name: { _like: "Brüggemann%" } }) { id name } }`,
    {},
  );
  await ask(
    'admin',
    `mutation ($client: bigint!, $supplier: bigint!) {
       update_client_by_pk(pk_columns: { id: $client }, _set: { payables_ledger: true }) { id }
       update_supplier_by_pk(pk_columns: { id: $supplier }, _set: { external_id: "70001" }) { id } }`,
    { client: client[0]?.id, supplier: supplier[0]?.id },
  );
  const [good, wrong] = [`GUT-${Date.now()}`, `LANG-${Date.now()}`];
  const head = { client_id: client[0]?.id, supplier_id: supplier[0]?.id };
  await waitingInvoice({ ...head, number_printed: good, tax: 19 });
  await waitingInvoice({ ...head, number_printed: wrong, tax: 20 });

  await page.goto('/overview?tab=invoice');
  await page.getByRole('link', { name: t('overview.to_export') }).click();
  const row = (number: string) => page.getByRole('row').filter({ hasText: number });
  await expect(row(good)).toBeVisible();
  await expect(row(wrong)).toContainText('119,00');
  await expectAccessible(page);
  await testInfo.attach('the export', { body: await page.screenshot(), contentType: 'image/png' });
  // Whatever other journeys have left here stays.
  await page.getByRole('checkbox', { name: t('invoice_export.choose_all') }).click();
  for (const number of [good, wrong]) await row(number).getByRole('checkbox').click();
  await page.getByRole('button', { name: '2 Rechnungen übergeben' }).click();

  const run = page.getByRole('listitem').filter({ hasText: 'EX-' }).first();
  await expect(run).toContainText(t('invoice_export.state.done'));
  await expect(run).toContainText('eine übergeben');
  await expect(run).toContainText('Für die Steuerkategorie S mit 20 % ist kein BU-Schlüssel festgelegt.');
  await expect(row(good)).toHaveCount(0);
  await expect(row(wrong)).toBeVisible();
  const download = page.waitForEvent('download');
  await run.getByRole('button', { name: /^EXTF_Buchungsstapel_/ }).click();
  expect((await download).suggestedFilename()).toMatch(/^EXTF_Buchungsstapel_10010_\d{6}_\d{14}\.csv$/);
  await testInfo.attach('a run', { body: await page.screenshot(), contentType: 'image/png' });
  await page.setViewportSize({ width: 390, height: 844 });
  await expectAccessible(page);
  await testInfo.attach('on the phone', { body: await page.screenshot(), contentType: 'image/png' });
  await run.getByRole('link').first().click();
  await expect(page.getByText(/Rechnungsexport fehlgeschlagen: Für die Steuerkategorie/)).toBeVisible();
});

interface Named {
  readonly id: number;
  readonly name: string;
}

/** An invoice that has been checked and accounted for, without an approval. */
async function waitingInvoice(head: Readonly<Record<string, unknown>>): Promise<void> {
  const { ledger_account: account } = await ask<{ ledger_account: Named[] }>(
    'admin',
    'query { ledger_account(where: { number: { _eq: "4980" } }) { id name } }',
    {},
  );
  const key = () => crypto.randomUUID();
  const { invoice } = await ask<{ invoice: { id: number } }>(
    'accountant',
    'mutation ($key: uuid!, $head: invoice_save_head_input!) { invoice: invoice_save(idempotency_key: $key, head: $head) { id } }',
    {
      key: key(),
      head: {
        invoice_date: '2026-10-15',
        delivery_date: '2026-10-01',
        due_date: '2099-12-31',
        payment_method: 'ONLINE_PAYMENT',
        currency: 'EUR',
        total_brutto: 119,
        ledger_account_id: account[0]?.id,
        ...head,
      },
    },
  );
  await inDatabase(async (owner) => {
    await owner.query(
      `update timeline_entry e set type = 'invoice-export', lb_user_id = null from invoice i join timeline t on t.id = i.timeline_id
       where i.id = $1 and e.timeline_id = t.id and e.entry_no = t.current_entry_no`,
      [invoice.id],
    );
    await owner.query(`update invoice set status = 'export' where id = $1`, [invoice.id]);
  });
}
