import { expect, type Page } from '@playwright/test';
import { deep, inDepth } from '../support/depth.ts';
import { expectAccessible } from './accessibility.ts';
import { save } from './admin-page.ts';
import { test } from './journey.ts';
import { bookable, exportsTo, waitingInvoice } from './own-export.ts';
import { ask, logIn, personPage, texts } from './procurement-people.ts';
import { field } from './request-page.ts';
import { withEveryModule } from './switch-module.ts';

withEveryModule();
test.afterEach(() => exportsTo(null));

const t = texts('de');
const reported = (key: string, values: Readonly<Record<string, string>>) =>
  Object.entries(values).reduce((text, [name, value]) => text.replace(`{{${name}}}`, value), t(key));

/** The company of the sandbox without errors. */
const numbers = { consultant_number: '455148', client_number: '1' };
type Numbers = { readonly [Name in keyof typeof numbers]: string | null };

interface Company extends Numbers {
  readonly id: number;
  readonly name: string;
}

async function firstCompany(): Promise<Company> {
  const { client } = await ask<{ client: readonly Company[] }>(
    'admin',
    '{ client(order_by: { id: asc }, limit: 1) { id name consultant_number client_number } }',
  );
  if (client[0] === undefined) throw new Error('the demo has no company');
  return client[0];
}

async function setNumbers(id: number, { consultant_number, client_number }: Numbers): Promise<void> {
  await ask(
    'admin',
    `mutation ($id: bigint!, $set: client_set_input!) {
       update_client_by_pk(pk_columns: { id: $id }, _set: $set) { id } }`,
    { id, set: { consultant_number, client_number } },
  );
}

const row = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: name });
/** The sandbox's page instead of the sign-in. */
const answer = async (page: Page, link: 'Zustimmen' | 'Ablehnen') => {
  await page.getByRole('link', { name: link }).click();
  await page.waitForURL(/\/admin\/configuration/);
};

/** Agrees, and waits for the notice, which is shown briefly, possibly while the page is still loading. */
const agree = async (page: Page, word: string) => {
  await Promise.all([page.getByText(word).waitFor(), answer(page, 'Zustimmen')]);
};

test(
  'SET-05 EXP-07 NAV-20 NAV-21 NAV-22 a company is connected with DATEV, shown as connected, and disconnected',
  deep,
  async ({ browser, afterwards }, testInfo) => {
    const page = await personPage(browser, 'admin');
    const company = await firstCompany();
    afterwards(() => setNumbers(company.id, company));
    await setNumbers(company.id, { consultant_number: null, client_number: null });
    const finished: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('auth-finish')) finished.push(request.url());
    });
    const show = async (name: string) =>
      await testInfo.attach(name, { body: await page.screenshot(), contentType: 'image/png' });
    const item = row(page, company.name).first();
    const connect = (key: 'connect_of' | 'reconnect_of') =>
      item.getByRole('button', { name: reported(`accounting_connection.${key}`, { name: company.name }) });

    await test.step('missing numbers are requested', async () => {
      await page.goto('/admin/configuration?tab=datev');
      await expect(item).toContainText(t('accounting_connection.no_numbers'));
      await expect(page.getByText(t('accounting_connection.sandbox'), { exact: true })).toBeVisible();
      await expectAccessible(page);
      await show('before');
      await connect('connect_of').click();
      const dialog = page.getByRole('dialog');
      await field(dialog, t('entity.client.field.consultant_number')).fill('45a');
      await dialog.getByRole('button', { name: t('accounting_connection.connect') }).click();
      await expect(dialog).toContainText(reported('accounting_connection.numbers_digits', { length: '7' }));
      await expectAccessible(page);
      for (const name of ['consultant_number', 'client_number'] as const)
        await field(dialog, t(`entity.client.field.${name}`)).fill(numbers[name]);
      await dialog.getByRole('button', { name: t('accounting_connection.connect') }).click();
    });

    await test.step('agreeing leads back to an active connection', async () => {
      await agree(page, t('accounting_connection.connected.datev'));
      await expect(page).toHaveURL('/admin/configuration?tab=datev&success=true');
      await expect(item).toContainText(t('accounting_connection.state.active'));
      await expect(item).toContainText(/gültig bis \d{2}\.\d{2}\.\d{4}/);
      await expect(item).toContainText('455148-1');
      await expectAccessible(page);
      await show('connected');
      await page.reload();
      await expect(item).toContainText(t('accounting_connection.state.active'));
      expect(finished).toHaveLength(1);
    });

    await test.step('it is disconnected after a confirmation', async () => {
      const name = `${company.name}, DATEV`;
      await item
        .getByRole('button', { name: reported('accounting_connection.disconnect_of', { name }) })
        .click();
      const dialog = page.getByRole('dialog');
      await expectAccessible(page);
      await show('the question');
      await dialog.getByRole('button', { name: t('accounting_connection.disconnect') }).click();
      await expect(item).toContainText(t('accounting_connection.state.disconnected'));
    });

    await test.step('declining shows that nothing was connected', async () => {
      await connect('connect_of').click();
      await answer(page, 'Ablehnen');
      await expect(page).toHaveURL('/admin/configuration?tab=datev&success=false');
      await expect(page.getByRole('alert')).toContainText(t('error.sign_in_declined'));
      await expect(item).toContainText(t('accounting_connection.state.disconnected'));
      expect(finished).toHaveLength(1);
    });

    await test.step('an unexpected answer is reported, on every page', async () => {
      await page.goto('/?code=12345678901234567890&state=datev-nobody');
      await expect(page).toHaveURL('/admin/configuration?tab=datev&success=false');
      await expect(page.getByRole('alert')).toContainText(t('error.sign_in_expired'));
      expect(finished).toHaveLength(2);
    });

    await test.step('on the phone', async () => {
      await page.setViewportSize({ width: 390, height: 844 });
      await page.goto('/admin/configuration?tab=datev');
      await expect(item).toBeVisible();
      await expectAccessible(page);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
      await show('on the phone');
    });
  },
);

test(
  'SET-05 EXP-14 EXP-15 Dynamics 365 is connected for the saved organisation, and disconnected',
  deep,
  async ({ browser, afterwards }, testInfo) => {
    const page = await personPage(browser, 'admin');
    afterwards(forgetOrganisation);
    await page.goto('/admin/configuration?tab=d365');
    const button = page.getByRole('button', { name: t('accounting_connection.connect'), exact: true });
    // The sandbox has its own organisation.
    await expect(button).toBeEnabled();
    await field(page, t('entity.configuration.field.d365_organisation_url')).fill(organisation);
    await expect(page.getByText(t('accounting_connection.url_unsaved'))).toBeVisible();
    await expect(button).toBeDisabled();
    await save(page);
    await expect(button).toBeEnabled();
    await expectAccessible(page);
    await testInfo.attach('Dynamics 365', { body: await page.screenshot(), contentType: 'image/png' });
    await button.click();
    await agree(page, t('accounting_connection.connected.d365'));
    await expect(page).toHaveURL('/admin/configuration?tab=d365&success=true');
    await expect(
      page.getByRole('tabpanel').getByRole('link', { name: t('entity.d365_allowed_combination.many') }),
    ).toHaveAttribute('href', /allowed-combination.*viewMode=table/);
    await page.setViewportSize({ width: 390, height: 844 });
    await expectAccessible(page);
    await testInfo.attach('on the phone', { body: await page.screenshot(), contentType: 'image/png' });
    await page
      .getByRole('button', {
        name: reported('accounting_connection.disconnect_of', { name: 'Dynamics 365' }),
      })
      .click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: t('accounting_connection.disconnect') })
      .click();
    await expect(
      page.getByText(t('accounting_connection.state.disconnected'), { exact: true }),
    ).toBeVisible();
  },
);

const organisation = 'https://nordfeld.operations.dynamics.com';

async function forgetOrganisation(): Promise<void> {
  await ask(
    'admin',
    'mutation { delete_configuration(where: { key: { _eq: "d365_organisation_url" } }) { affected_rows } }',
  );
}

/** The booking data of the company and the supplier; `undo` restores the demo. */
async function readyFor(target: 'datev' | 'ms365', page: Page): Promise<() => Promise<void>> {
  const company = await firstCompany();
  if (target === 'datev') {
    await setNumbers(company.id, numbers);
    await page.goto('/admin/configuration?tab=datev');
    await row(page, company.name)
      .first()
      .getByRole('button', { name: reported('accounting_connection.connect_of', { name: company.name }) })
      .click();
    await answer(page, 'Zustimmen');
    await expect(row(page, company.name).first()).toContainText(t('accounting_connection.state.active'));
    return async () => {
      await disconnected(page, `/api/datev/disconnect`, { client_id: company.id });
      await setNumbers(company.id, company);
    };
  }
  const { client_id, supplier_id } = await bookable();
  await ask(
    'admin',
    `mutation ($client: bigint!, $supplier: bigint!, $url: String!) {
       insert_configuration_one(object: { key: "d365_organisation_url", model: "string", value: $url }) { id }
       update_client_by_pk(pk_columns: { id: $client }, _set: { d365_legal_entity: "demf", d365_journal_name: "APInvoice" }) { id }
       delete_supplier_client(where: { supplier_id: { _eq: $supplier }, client_id: { _eq: $client } }) { affected_rows }
       insert_supplier_client_one(object: { supplier_id: $supplier, client_id: $client, vendor_account: "DE-001" }) { id } }`,
    { client: client_id, supplier: supplier_id, url: organisation },
  );
  await page.goto('/admin/configuration?tab=d365');
  await page.getByRole('button', { name: t('accounting_connection.connect'), exact: true }).click();
  await agree(page, t('accounting_connection.connected.d365'));
  return async () => {
    await disconnected(page, '/api/ms-365/disconnect', {});
    await forgetOrganisation();
    await ask(
      'admin',
      `mutation ($client: bigint!, $supplier: bigint!) {
         update_client_by_pk(pk_columns: { id: $client }, _set: { d365_legal_entity: null, d365_journal_name: null }) { id }
         delete_supplier_client(where: { supplier_id: { _eq: $supplier }, client_id: { _eq: $client } }) { affected_rows } }`,
      { client: client_id, supplier: supplier_id },
    );
  };
}

async function disconnected(page: Page, path: string, body: object): Promise<void> {
  await page.evaluate(
    async ([url, sent]) =>
      await fetch(url, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          authorization: `Bearer ${localStorage.getItem('token')}`,
        },
        body: sent,
      }),
    [path, JSON.stringify(body)] as const,
  );
}

/** A supplier without an account, whose invoices cannot be booked. */
async function strangeSupplier(): Promise<number> {
  const { supplier } = await ask<{ supplier: { id: number } }>(
    'admin',
    'mutation ($name: String!) { supplier: insert_supplier_one(object: { name: $name }) { id } }',
    { name: `Ohne Konto ${Date.now()}` },
  );
  return supplier.id;
}

// Both follow the same steps; requests and answers of each are tested without a browser.
for (const target of inDepth<readonly ('datev' | 'ms365')[]>(['datev'], ['datev', 'ms365']))
  test(
    `EXP-03 EXP-04 EXP-05 ${target === 'datev' ? 'EXP-08 EXP-09' : 'EXP-14'} of several invoices exported to ${target}, one fails, and the others are exported`,
    deep,
    async ({ browser, afterwards }, testInfo) => {
      await logIn(browser, 'admin', 'accountant');
      const admin = await personPage(browser, 'admin');
      afterwards(await readyFor(target, admin));
      await exportsTo(target);
      const { client_id, supplier_id } = await bookable();
      const now = Date.now();
      const good = [`GUT-${now}`, `BESSER-${now}`];
      const wrong = `OHNE-${now}`;
      for (const number_printed of good)
        await waitingInvoice({ client_id, supplier_id, number_printed, tax: 19 });
      await waitingInvoice({
        client_id,
        supplier_id: await strangeSupplier(),
        number_printed: wrong,
        tax: 19,
      });

      const page = await personPage(browser, 'accountant');
      const waits = (number: string) => page.getByRole('row').filter({ hasText: number });
      await page.goto('/invoice/export');
      await expect(page.getByText(t('accounting_connection.sandbox'), { exact: true })).toBeVisible();
      await expect(waits(wrong)).toBeVisible();
      await expect(field(page, t('invoice_export.closed_period'))).toHaveCount(0);
      // Invoices of other journeys are not exported.
      await page.getByRole('checkbox', { name: t('invoice_export.choose_all') }).click();
      for (const number of [...good, wrong]) await waits(number).getByRole('checkbox').click();
      await page.getByRole('button', { name: '3 Rechnungen übergeben' }).click();

      const run = page.getByRole('listitem').filter({ hasText: 'EX-' }).first();
      await expect(run).toContainText(t('invoice_export.state.done_with_failures'));
      await expect(run).toContainText('2 übergeben');
      await expect(run).toContainText('eine fehlgeschlagen');
      for (const number of good) await expect(waits(number)).toHaveCount(0);
      await expect(waits(wrong)).toBeVisible();
      await run.getByRole('button', { name: t('invoice_export.protocol') }).click();
      await expect(run).toContainText(t('invoice_export.transfer_state.ended'));
      await expectAccessible(page);
      await testInfo.attach('a run', { body: await page.screenshot(), contentType: 'image/png' });
      await page.setViewportSize({ width: 390, height: 844 });
      await expectAccessible(page);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
      await testInfo.attach('on the phone', { body: await page.screenshot(), contentType: 'image/png' });
      await run.getByRole('link').first().click();
      await expect(page.getByText(/^Rechnungsexport fehlgeschlagen: /)).toBeVisible();
    },
  );
