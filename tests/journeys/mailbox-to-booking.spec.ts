import { randomUUID } from 'node:crypto';
import { expect, type Page } from '@playwright/test';
import { type Dovecot, startDovecot } from '../support/dovecot.ts';
import { drawTyped } from '../support/drawn-invoice.ts';
import { rawMail } from '../support/raw-mail.ts';
import { today } from '../support/today.ts';
import { ublInvoice } from '../support/ubl-invoice.ts';
import { expectAccessible } from './accessibility.ts';
import { test } from './journey.ts';
import { inDatabase } from './own-database.ts';
import { ask, createRequest, logIn, personPage, runAction, texts } from './procurement-people.ts';
import { withEveryModule } from './switch-module.ts';

withEveryModule();

const t = texts('de');
const button = (page: Page, action: string) =>
  page.getByRole('button', { name: new RegExp(`^${t(`invoice.actions.${action}`)}`) });

interface Ordered {
  readonly order: string;
  readonly net: number;
  readonly buyer: { readonly name: string; readonly vatId: string };
}

let dovecot: Dovecot;
let restore = async (): Promise<void> => {};
test.beforeAll(async () => {
  dovecot = await startDovecot();
});
test.afterAll(async () => {
  await restore();
  await dovecot?.stop();
});

const seller = `Hartmann ${randomUUID().replace(/[^a-f]/g, '')} GmbH`;
const sellerVatId = 'DE273651846';

/**
 * All goods of the order are received, from its own supplier with direct debit; its company exports files
 * automatically.
 */
async function received(orderId: number): Promise<Ordered> {
  return await inDatabase(async (owner) => {
    const { rows } = await owner.query<{ order: string; net: string; name: string; vat: string | null }>(
      `select p.order_number_formatted as order, p.total_netto::text as net, c.name, c.vat_number as vat
       from procurement p join client c on c.tenant_id = p.tenant_id and c.id = p.client_id where p.id = $1`,
      [orderId],
    );
    const [found] = rows;
    if (!found) throw new Error('there is no such order');
    await owner.query(
      `with document as (select tenant_id, id, department_id, cost_center_id from procurement where id = $1),
         seller as (insert into supplier (tenant_id, name, vat_number, iban, payment_method, external_id, country, department_id, cost_center_id)
           select tenant_id, $2, $3, 'DE89370400440532013000', 'ONLINE_PAYMENT', '70042', 'DE', department_id, cost_center_id
           from document returning tenant_id, id)
       update procurement_line l set supplier_id = s.id, quantity_received = l.quantity
       from seller s where l.tenant_id = s.tenant_id and l.procurement_id = $1`,
      [orderId, seller, sellerVatId],
    );
    const columns = ['touchless_invoices', 'payables_ledger', 'user_invoice_clearing_id', 'vat_number'];
    const { rows: kept } = await owner.query(
      `select c.id, ${columns.join(', ')} from client c join procurement p on p.client_id = c.id where p.id = $1`,
      [orderId],
    );
    const vatId = found.vat ?? 'DE129273398';
    await owner.query(
      `update client c set touchless_invoices = true, payables_ledger = true, vat_number = $2, user_invoice_clearing_id = u.id
       from procurement p, lb_user u where p.id = $1 and c.id = p.client_id and u.email = 'accountant@demo.test'`,
      [orderId, vatId],
    );
    restore = () =>
      inDatabase(async (again) => {
        const [before] = kept;
        const set = columns.map((column, place) => `${column} = $${place + 2}`).join(', ');
        await again.query(`update client set ${set} where id = $1`, [
          before.id,
          ...columns.map((column) => before[column]),
        ]);
        await again.query(
          "delete from configuration where key in ('invoice_export_target', 'invoice_approval')",
        );
      });
    return { order: found.order, net: Number(found.net), buyer: { name: found.name, vatId } };
  });
}

async function imported(name: string) {
  const { invoice } = await ask<{
    invoice: {
      id: number;
      status: string;
      is_untouched: boolean;
      timeline: { timeline_entries: { type: string; status: string | null; message_code: string | null }[] };
    }[];
  }>(
    'admin',
    `query ($name: String!) { invoice(where: { mailbox: { name: { _eq: $name } } }) { id status is_untouched
      timeline { timeline_entries(order_by: { entry_no: asc }) { type status message_code } } } }`,
    { name },
  );
  return invoice;
}

test('MBX-02 INV-24 EXP-10 a mail with XML and PDF is booked without manual steps except approval and release', async ({
  browser,
}) => {
  const orderId = await createRequest(browser, 'Aus dem Postfach');
  await logIn(browser, 'approver1', 'buyer', 'accountant', 'admin');
  await runAction('approver1', orderId, 'approve', {});
  await runAction('buyer', orderId, 'confirm_order', {});
  const { order, net, buyer } = await received(orderId);
  await ask(
    'admin',
    `mutation { delete_configuration(where: { key: { _in: ["invoice_export_target", "invoice_approval"] } }) { affected_rows }
      target: insert_configuration_one(object: { key: "invoice_export_target", model: "string", value: "datev-csv" }) { id }
      approval: insert_configuration_one(object: { key: "invoice_approval", model: "string", value: "always" }) { id } }`,
  );
  const number = `RE-${randomUUID().slice(0, 8)}`;
  const account = dovecot.account();
  const name = `Eingang ${account}`;
  await ask(
    'admin',
    'mutation ($object: mailbox_insert_input!) { insert_mailbox_one(object: $object) { id } }',
    {
      object: {
        ...{ name, host: '127.0.0.1', port: dovecot.ports.imap, tls: false },
        ...{ username: account, password: dovecot.password },
      },
    },
  );

  await test.step('the mail becomes an invoice that is read, linked to its order, and passes the check automatically', async () => {
    const day = today();
    const text = `${seller}\nRechnung\nRechnungsnummer: ${number}\nGesamtbetrag ${net}`;
    const item = { name: 'Messuhr', quantity: 2 };
    const files = [
      { name: `${number}.pdf`, bytes: await drawTyped(text) },
      {
        name: `${number}.xml`,
        bytes: ublInvoice({ ...{ number, seller, sellerVatId, buyer, order, net, item }, deliveredOn: day }),
      },
    ];
    dovecot.deliver(account, rawMail({ files }));
    const page = await personPage(browser, 'admin');
    await page.goto('/admin/configuration?tab=mailboxes');
    const run = t('mailbox.run_of').replace('{{name}}', name);
    await page.getByRole('button', { name: run }).click();
    await expect(async () => {
      expect(await imported(name)).toMatchObject([{ is_untouched: true }]);
    }).toPass();
    await page.context().close();
  });
  const [invoice] = await imported(name);
  const id = invoice?.id ?? 0;
  const entries = invoice?.timeline.timeline_entries ?? [];
  expect(entries.map(({ message_code }) => message_code)).toContain('invoice_untouched.verdict');
  expect(entries.find(({ type }) => type === 'invoice-manual-check')?.status).toBe('skip');
  expect(invoice?.status).toBe('financial-approval');

  await test.step('it is approved', async () => {
    const page = await personPage(browser, 'approver1');
    await page.goto(`/invoice/form?id=${id}`);
    await expect(button(page, 'approve')).toBeEnabled();
    await expectAccessible(page);
    await button(page, 'approve').click();
    await expect(page).toHaveURL(/\/overview/);
    await page.context().close();
  });

  const page = await personPage(browser, 'accountant');
  await test.step('it is released, with the accounts of its order', async () => {
    await page.goto(`/invoice/form?id=${id}`);
    await button(page, 'to_export').click();
    await expect(page).toHaveURL(/\/overview/);
  });
  await test.step('it is exported in the file of its month', async () => {
    await page.goto(`/invoice/export?id=${id}`);
    await expect(page.getByRole('row').filter({ hasText: number })).toBeVisible();
    await page.getByRole('button', { name: /übergeben$/ }).click();
    const run = page.getByRole('listitem').filter({ hasText: 'EX-' }).first();
    await expect(run).toContainText(t('invoice_export.state.done'));
    await expect(run.getByRole('button', { name: /^EXTF_Buchungsstapel_/ })).toBeVisible();
    // The run above may be an earlier one.
    await expect.poll(() => imported(name)).toMatchObject([{ id, status: 'completed' }]);
    await expect(page.getByRole('row').filter({ hasText: number })).toHaveCount(0);
  });
});
