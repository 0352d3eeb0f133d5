import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Caller, type DemoApi, demoApi } from '../support/demo-api.ts';
import { act, completeForm, type Document, on, refused, run } from './requests.ts';

let demo: DemoApi;
let requester: Caller;
/** Places orders and clears. */
let buyer: Caller;
let approver: Caller;
let form: Record<string, unknown>;

beforeAll(async () => {
  demo = await demoApi();
  requester = await demo.person('requester@demo.test');
  form = await completeForm(requester);
  const { tenantId } = requester.context;
  for (const table of ['budget', 'cost_center_approver', 'department_approver', 'supplier_approver'])
    await demo.db.sql(`delete from ${table}`);
  await demo.db.sql(
    `insert into department_approver (tenant_id, department_id, lb_user_id)
     select $1, $2, id from lb_user where tenant_id = $1 and email ~ '^approver[12]@demo'`,
    [tenantId, form.department_id],
  );
  await demo.db.sql(
    `update lb_user set approval_limit = case email when 'approver1@demo.test' then 20000 else 90000 end,
       roles = array(select distinct unnest(roles || '{user-change-order,user-price}'))
     where email ~ '^approver[12]@demo'`,
  );
  [buyer, approver] = await Promise.all([demo.person('buyer@demo.test'), demo.person('approver1@demo.test')]);
  await demo.db.sql('update client set min_approval = 1, user_clearing_id = $1 where tenant_id = $2', [
    buyer.context.userId,
    tenantId,
  ]);
});
afterAll(() => demo?.close());

const free = { description: 'Papier', quantity: '1', unit: 'Stück', price_mode: 'net', tax: '19' };

/** Two lines of 5,000 each, of two suppliers. */
async function submitted(): Promise<Document> {
  const suppliers = await demo.db.sql<{ id: string }>(
    'select id from supplier where tenant_id = $1 and active order by id limit 2',
    [requester.context.tenantId],
  );
  const lines = suppliers.map(({ id }) => ({ ...free, supplier_id: Number(id), price_netto: '5000' }));
  const draft = await run(requester, 'save', { head: form, lines });
  return await run(requester, 'submit', on(draft, { send_order_id: buyer.context.userId }));
}

/** The person who places the order, after clearing. */
const sender = () => ({ send_order_id: buyer.context.userId });
const approved = async () => await act(approver, 'approve', await submitted());
const cleared = async (document: Document) =>
  await act(buyer, 'send_to_clearing', document, { comment: 'Prüfen', person_id: buyer.context.userId });

const linesWith = (document: Document, prices: readonly string[]) =>
  document.procurement_lines.map(({ id, supplier_id }, place) => ({
    ...{ ...free, id, supplier_id },
    price_netto: prices[place],
  }));

describe('APPR-18 an order of two suppliers', () => {
  it('is approved again if the value moves from one supplier to the other', async () => {
    const clearing = await cleared(await approved());
    const moved = await run(buyer, 'save', on(clearing, { lines: linesWith(clearing, ['9900', '100']) }));
    expect((await refused(buyer, 'to_order', on(moved))).code).toBe('step_not_possible');
    const back = await run(buyer, 'save', on(moved, { lines: linesWith(moved, ['5000', '5000']) }));
    expect((await act(buyer, 'to_order', back, sender())).status).toBe('approved');
  });
});

describe('APPR-18 an order whose delivery address is another one after its approval', () => {
  const differencesOf = async (who: Caller, { id }: Document) =>
    (
      await who.get<{ document: { approval_differences: readonly Record<string, unknown>[] } }>(
        `query ($id: bigint!) { document: procurement_by_pk(id: $id) {
          approval_differences { part field before after brings_again } } }`,
        { id },
      )
    ).document.approval_differences;

  it('shows both addresses, stands in the timeline and is approved again', async () => {
    const [warehouse] = await demo.db.sql<{ id: string }>(
      `insert into client_address (tenant_id, client_id, address_name, address, zipcode, city, country)
       select tenant_id, client_id, 'Außenlager', 'Am Deich 4', '28197', 'Bremen', 'DE'
       from client_address where id = $1 returning id`,
      [form.delivery_address_id],
    );
    const clearing = await cleared(await approved());
    const head = { delivery_address_id: Number(warehouse?.id) };
    const moved = await run(buyer, 'save', on(clearing, { head }));
    expect(await differencesOf(buyer, moved)).toEqual([
      {
        part: 'delivery',
        field: 'delivery_address_id',
        before: expect.stringMatching(/\w/),
        after: 'Außenlager, Am Deich 4, 28197 Bremen',
        brings_again: true,
      },
    ]);
    expect(moved.timeline.timeline_entries.map(({ message_code }) => message_code)).toContain(
      'approval_outgrown',
    );
    expect((await refused(buyer, 'to_order', on(moved))).code).toBe('step_not_possible');
    const asked = await act(buyer, 'to_approval', moved, sender());
    expect((await act(approver, 'approve', asked)).status).toBe('approved');
  });

  it('goes on with another person who takes the goods, which its timeline names', async () => {
    const clearing = await cleared(await approved());
    const head = { consignee_id: buyer.context.userId };
    const moved = await run(buyer, 'save', on(clearing, { head }));
    expect(await differencesOf(buyer, moved)).toMatchObject([
      { part: 'delivery', field: 'consignee_id', brings_again: false },
    ]);
    expect((await act(buyer, 'to_order', moved, sender())).status).toBe('approved');
  });
});

describe('TASK-06 TASK-07 an approver who refuses what was approved', () => {
  it('takes the earlier approval back, so that clearing cannot order by it', async () => {
    const again = await act(buyer, 'to_approval', await cleared(await approved()), sender());
    const declined = await act(approver, 'decline', again, { comment: 'Nicht mehr nötig' });
    expect((await refused(buyer, 'to_order', on(declined))).code).toBe('step_not_possible');
    const asked = await act(buyer, 'to_approval', declined, sender());
    expect((await act(approver, 'approve', asked)).status).toBe('approved');
  });
});

describe('APPR-17 a person who changes value or payee of a submitted request', () => {
  it('is not its only approver where another one may approve', async () => {
    const waiting = await submitted();
    const raised = await run(approver, 'save', on(waiting, { lines: linesWith(waiting, ['9000', '5000']) }));
    expect((await refused(approver, 'approve', on(raised))).code).toBe('separate_check_required');
    const other = await demo.person('approver2@demo.test');
    const passed = await act(approver, 'reassign', raised, { person_id: other.context.userId });
    expect((await act(other, 'approve', passed)).status).toBe('approved');
  });

  it('may approve where the company does not separate that, and after changes without money', async () => {
    const waiting = await submitted();
    const lines = linesWith(waiting, ['5000', '5000']).map((line) => ({ ...line, description: 'Karton' }));
    const renamed = await run(approver, 'save', on(waiting, { lines }));
    expect((await act(approver, 'approve', renamed)).status).toBe('approved');
    await demo.db.sql('update client set separate_check = false');
    const raised = await submitted();
    const own = await run(approver, 'save', on(raised, { lines: linesWith(raised, ['9000', '5000']) }));
    expect((await act(approver, 'approve', own)).status).toBe('approved');
    await demo.db.sql('update client set separate_check = true');
  });
});

describe('BUD-06 BUD-08 an order closed by hand', () => {
  it('is reopened only within the budgets that it left meanwhile', async () => {
    const center = Number(form.cost_center_id);
    await demo.db.sql('delete from procurement where cost_center_id = $1', [center]);
    await demo.db.sql(
      `insert into budget (tenant_id, cost_center_id, name, value, start, "end")
       values ($1, $2, 'Jahr', 15000, '2020-01-01', '2099-12-31')`,
      [requester.context.tenantId, center],
    );
    await demo.db.sql("update client set when_budget_exceeded = 'block'");
    const order = await approved();
    const mark = async (version: number, is: boolean, confirmations?: readonly string[]) =>
      await buyer.ask<{ document: Pick<Document, 'timeline'> & { completely_invoiced: boolean } }>(
        `mutation ($key: uuid!, $id: bigint!, $version: Int!, $is: Boolean!${confirmations ? ', $confirmations: [String!]' : ''}) {
          document: procurement_close_invoicing(idempotency_key: $key, id: $id, expected_version: $version,
            completely_invoiced: $is${confirmations ? ', confirmations: $confirmations' : ''}) {
            completely_invoiced timeline { content_version } } }`,
        { key: randomUUID(), id: order.id, version, is, ...(confirmations && { confirmations }) },
      );
    const closed = (await mark(order.timeline.content_version, true)).data?.document;
    const version = closed?.timeline.content_version ?? 0;
    await approved();
    const refusal = (await mark(version, false)).errors?.[0]?.extensions;
    expect(refusal).toMatchObject({ code: 'budget_exceeded', values: { amount: '5000.00' } });
    expect(refusal?.confirm).toBeUndefined();
    await demo.db.sql("update client set when_budget_exceeded = 'confirm'");
    const hash = (await mark(version, false)).errors?.[0]?.extensions.confirm?.hash ?? '';
    expect((await mark(version, false, [hash])).data?.document.completely_invoiced).toBe(false);
  });
});
