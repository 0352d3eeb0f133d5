import { randomUUID } from 'node:crypto';
import { inDatabase } from './own-database.ts';
import { ask } from './procurement-people.ts';

const key = 'invoice_export_target';

/** Sets the demo tenant's export target; null for the default. */
export async function exportsTo(value: string | null): Promise<void> {
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

interface Named {
  readonly id: number;
}

/** A company and a supplier with booking data; the values needed by invoices. */
export async function bookable(): Promise<{ readonly client_id: number; readonly supplier_id: number }> {
  const { client, supplier } = await ask<{ client: Named[]; supplier: Named[] }>(
    'admin',
    `query { client(order_by: { id: asc }, limit: 1) { id } supplier(where: { name: { _like: "Brüggemann%" } }) { id } }`,
    {},
  );
  const [client_id = 0, supplier_id = 0] = [client[0]?.id, supplier[0]?.id];
  await ask(
    'admin',
    `mutation ($client: bigint!, $supplier: bigint!) {
       update_client_by_pk(pk_columns: { id: $client }, _set: { payables_ledger: true }) { id }
       update_supplier_by_pk(pk_columns: { id: $supplier }, _set: { external_id: "70001" }) { id } }`,
    { client: client_id, supplier: supplier_id },
  );
  return { client_id, supplier_id };
}

/** A checked and accounted invoice without an approval; returns its id. */
export async function waitingInvoice(head: Readonly<Record<string, unknown>>): Promise<number> {
  const { ledger_account: account } = await ask<{ ledger_account: Named[] }>(
    'admin',
    'query { ledger_account(where: { number: { _eq: "4980" } }) { id } }',
    {},
  );
  const { invoice } = await ask<{ invoice: { id: number } }>(
    'accountant',
    'mutation ($key: uuid!, $head: invoice_save_head_input!) { invoice: invoice_save(idempotency_key: $key, head: $head) { id } }',
    {
      key: randomUUID(),
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
    // Like an invoice approved before records of approvals existed.
    await owner.query('select app.keep_former_approvals(tenant_id) from invoice where id = $1', [invoice.id]);
  });
  return invoice.id;
}

/** Performs an action of an invoice as the accountant. */
export async function actOn(action: string, id: number, more = ''): Promise<void> {
  const { invoice } = await ask<{ invoice: { timeline: { content_version: number } } }>(
    'accountant',
    'query ($id: bigint!) { invoice: invoice_by_pk(id: $id) { timeline { content_version } } }',
    { id },
  );
  await ask(
    'accountant',
    `mutation ($key: uuid!, $version: Int!) {
       invoice_${action}(idempotency_key: $key, id: ${id}, expected_version: $version${more}) { id } }`,
    { key: randomUUID(), version: invoice.timeline.content_version },
  );
}
