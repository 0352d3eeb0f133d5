import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type DemoWeb, demoWeb, type WebCaller } from '../support/demo-web.ts';
import { emptyReading, read } from '../support/readings.ts';

interface Invoice {
  readonly id: number;
  readonly number: string | null;
  readonly status: string;
  readonly timeline: {
    readonly content_version: number;
    readonly timeline_entries: readonly {
      readonly type: string;
      readonly message_code: string | null;
      readonly comment: string | null;
    }[];
  };
  readonly actions: readonly {
    readonly key: string;
    readonly enabled: boolean;
    readonly refusal: { readonly code: string } | null;
    readonly is_main: boolean;
    readonly is_comment_required: boolean;
  }[];
}

const fields = `id number status actions { key enabled refusal is_main is_comment_required }
  timeline { content_version timeline_entries(order_by: { entry_no: asc }) { type message_code comment } }`;

let demo: DemoWeb;
let accountant: WebCaller;
let head: Record<string, unknown>;
let orderId: number;

beforeAll(async () => {
  demo = await demoWeb();
  // Without budgets, an invoice without a cost center raises no question (BUD-03).
  await demo.web.sql('delete from budget');
  accountant = await demo.person('accountant@demo.test');
  const { lb_user_by_pk: own, supplier } = await accountant.get<{
    lb_user_by_pk: { client_id: number; department_id: number };
    supplier: { id: number }[];
  }>(
    'query ($id: bigint!) { lb_user_by_pk(id: $id) { client_id department_id } supplier(limit: 1, order_by: { id: asc }) { id } }',
    { id: accountant.context.userId },
  );
  head = { supplier_id: supplier[0]?.id, ...own, total_brutto: '119', tax: '19' };
  const [order] = await demo.web.sql<{ id: string }>(
    "select id from procurement where tenant_id = $1 and client_id = $2 and status = 'ordered' order by total_netto desc limit 1",
    [accountant.context.tenantId, own.client_id],
  );
  orderId = Number(order?.id);
  // Orders and invoices have the same supplier (INV-25, INV-29).
  await demo.web.sql('update procurement_line set supplier_id = $2 where procurement_id = $1', [
    orderId,
    head.supplier_id,
  ]);
  await demo.web.sql("update supplier set vat_number = 'DE136695976' where id = $1", [head.supplier_id]);
});
afterAll(() => demo.close());
afterEach(async () => {
  await demo.web.sql(
    "delete from configuration where key like 'invoice_%' or key in ('insolvency_law_fields', 'procurement_or_contract_required')",
  );
});

let brought = 0;

/** Each invoice has its own day and number, so that none is a duplicate (INV-20). */
async function typed(values: Record<string, unknown> = {}): Promise<Invoice> {
  brought += 1;
  const day = `2026-09-${String(brought).padStart(2, '0')}`;
  const own = {
    number_printed: `P ${brought}`,
    invoice_date: day,
    payment_method: 'ONLINE_PAYMENT',
    delivery_date: day,
    due_date: '2026-12-31',
  };
  const { invoice } = await accountant.get<{ invoice: Invoice }>(
    `mutation ($key: uuid!, $head: invoice_save_head_input) {
      invoice: invoice_save(idempotency_key: $key, head: $head) { ${fields} } }`,
    { key: randomUUID(), head: { ...head, ...own, ...values } },
  );
  return invoice;
}

const set = (key: string, value: string) =>
  demo.web.sql('insert into configuration (tenant_id, key, value) values ($1, $2, $3)', [
    ...[accountant.context.tenantId, key, value],
  ]);
const main = ({ actions }: Invoice) => actions.find(({ is_main }) => is_main)?.key ?? '';

async function seen({ id }: Invoice, who = accountant): Promise<Invoice> {
  const { invoice } = await who.get<{ invoice: Invoice }>(
    `query ($id: bigint!) { invoice: invoice_by_pk(id: $id) { ${fields} } }`,
    { id },
  );
  return invoice;
}

const mutation = (action: string) => `mutation ($key: uuid!, $id: bigint!, $version: Int!, $comment: String,
    $confirmations: [String!]) {
  invoice: invoice_${action}(idempotency_key: $key, id: $id, expected_version: $version, comment: $comment,
    confirmations: $confirmations) { ${fields} } }`;
const inputOf = ({ id, timeline }: Invoice, extra: Record<string, unknown>) => ({
  ...{ key: randomUUID(), id, version: timeline.content_version },
  ...extra,
});
const take = async (action: string, invoice: Invoice, extra: Record<string, unknown> = {}) =>
  (await accountant.get<{ invoice: Invoice }>(mutation(action), inputOf(invoice, extra))).invoice;
const refused = (action: string, invoice: Invoice, extra: Record<string, unknown> = {}) =>
  accountant.refusal(mutation(action), inputOf(invoice, extra));
const problems = async (invoice: Invoice) =>
  ((await refused(main(invoice), invoice)).problems ?? []).map(({ field, code }) => `${field} ${code}`);

/** Stores a reading as the latest recognition. */
const laid = (id: number, reading: object) =>
  demo.web.sql(
    "insert into invoice_recognition (tenant_id, invoice_id, state, raw) values ($1, $2, 'done', $3)",
    [accountant.context.tenantId, id, JSON.stringify(reading)],
  );

/** Makes the invoice charge one received piece of the order (INV-29). */
async function lineOfOrder(invoice: Invoice): Promise<Invoice> {
  await demo.web.sql(
    `with line as (update procurement_line set quantity = 10, quantity_received = 10, price_netto = 1, price_unit = 1
       where id = (select min(id) from procurement_line where procurement_id = $2) returning tenant_id, id)
     insert into invoice_line (tenant_id, invoice_id, sort_no, kind, description, quantity, total_netto, tax_percentage, procurement_line_id)
       select tenant_id, $1, 0, 'item', 'Ware', 1, 1, 0, id from line`,
    [invoice.id, orderId],
  );
  return await seen(invoice);
}

describe('APPR-14 ENUM-27 whether an invoice is approved', () => {
  it.each([
    ['always', 'to_approval', 'to_approval'],
    ['if-no-order', 'to_approval', 'to_accounting'],
    ['never', 'to_accounting', 'to_accounting'],
  ])('%s: without order %s, with one %s', async (setting, free, ordered) => {
    await set('invoice_approval', setting);
    expect(main(await typed())).toBe(free);
    const linked = await lineOfOrder(await typed({ procurement_id: orderId }));
    expect(main(linked)).toBe(ordered);
    const types = (await take(ordered, linked)).timeline.timeline_entries.map(({ type }) => type);
    expect(types.includes('invoice-financial-approval')).toBe(ordered === 'to_approval');
  });
});

describe('VAL-23 leaving the check requires', () => {
  it('VAL-13 three dates, the last not before the first', async () => {
    expect(await problems(await typed({ delivery_date: null, due_date: null }))).toEqual([
      'delivery_date specific_field_required',
      'due_date specific_field_required',
    ]);
    expect(await problems(await typed({ due_date: '2026-01-01' }))).toEqual(['due_date due_before_invoice']);
  });

  it('VAL-11 ADM-08 ADM-17 the fields that tenant and company require, even if approved meanwhile', async () => {
    await set('invoice_required_fields', 'cost_center_id');
    await set('procurement_or_contract_required', 'true');
    const asked = ['cost_center_id specific_field_required', 'procurement_id order_or_contract_required'];
    expect(await problems(await typed())).toEqual(asked);
    await demo.web.sql("delete from configuration where key = 'procurement_or_contract_required'");
    await demo.web.sql(
      `update client set required_fields = '{"invoice":{"ledger_account_id":true}}' where id = $1`,
      [head.client_id],
    );
    const both = ['cost_center_id specific_field_required', 'ledger_account_id specific_field_required'];
    expect(await problems(await typed())).toEqual(both);
    await demo.web.sql("update client set required_fields = '{}' where id = $1", [head.client_id]);
    await demo.web.sql("delete from configuration where key = 'invoice_required_fields'");
    const waiting = await take('to_approval', await typed());
    await set('invoice_required_fields', 'cost_center_id');
    const [holder] = await demo.web.sql<{ email: string }>(
      `select u.email from timeline_entry e join invoice i on i.tenant_id = e.tenant_id and i.timeline_id = e.timeline_id
       join timeline t on t.tenant_id = e.tenant_id and t.id = e.timeline_id and t.current_entry_no = e.entry_no
       join lb_user u on u.tenant_id = e.tenant_id and u.id = e.lb_user_id where i.id = $1`,
      [waiting.id],
    );
    const approver = await demo.person(holder?.email ?? '');
    const refusal = await approver.refusal(mutation('approve'), inputOf(waiting, {}));
    expect(refusal).toMatchObject({ code: 'validation_failed', problems: [{ field: 'cost_center_id' }] });
  });

  it('INV-07 a review status under insolvency law, and a rejected invoice cannot be exported', async () => {
    await set('invoice_approval', 'never');
    await set('insolvency_law_fields', 'true');
    expect(await problems(await typed())).toEqual(['review_status specific_field_required']);
    const rejected = { review_status: 'insolvency_rejection' };
    expect(await problems(await typed(rejected))).toEqual(['notes review_note_required']);
    const open = await typed({ ...rejected, notes: 'Tabelle' });
    const booked = await take('to_accounting', open);
    const offered = (invoice: Invoice) => invoice.actions.find(({ key }) => key === 'to_export');
    expect(offered(booked)).toMatchObject({ enabled: false, refusal: { code: 'not_approved_in_review' } });
    expect((await refused('to_export', booked)).code).toBe('not_approved_in_review');
    await demo.web.sql("delete from configuration where key = 'insolvency_law_fields'");
    expect(offered(await seen(booked))).toMatchObject({ enabled: true });
  });
});

describe('VAL-14 the number for the export', () => {
  it('is stored with the printed number, keeps a typed value, and needs a confirmation of its end', async () => {
    expect((await typed({ number_printed: 'Müller / 47' })).number).toBe('Mueller/47');
    expect((await typed({ number_printed: 'Müller / 48', number: 'M48' })).number).toBe('M48');
    const long = await typed({ number_printed: `RE-${'1234567890'.repeat(4)}` });
    expect(long.number).toHaveLength(36);
    const question = await refused(main(long), long);
    expect(question).toMatchObject({ confirm: { code: 'export_number_shortened' } });
    const confirmations = [question.confirm?.hash];
    const reported = (await take(main(long), long, { confirmations })).timeline.timeline_entries;
    expect(reported.map(({ message_code }) => message_code)).toContain('export_number_shortened');
    await set('invoice_export_target', 'ms365');
    expect((await typed({ number_printed: 'Müller / 49' })).number).toBe('Müller / 49');
  });
});

describe('INV-19 a document that lacks mandatory content', () => {
  it('leaves the check only with a reason, which the timeline shows once beside each missing point', async () => {
    const invoice = await typed({ total_brutto: '1190' });
    expect(invoice.actions.find(({ key }) => key === main(invoice))?.is_comment_required).toBe(false);
    await laid(invoice.id, { ...emptyReading({ sellerVatId: read('DE136695976') }), reading: 'xml' });
    const lacking = await seen(invoice);
    const way = main(lacking);
    expect(lacking.actions.find(({ key }) => key === way)?.is_comment_required).toBe(true);
    expect((await refused(way, lacking)).code).toBe('comment_required');
    const comment = 'Berichtigte Rechnung ist angefordert';
    const question = await refused(way, lacking, { comment });
    expect(question).toMatchObject({ confirm: { code: 'formal_check_incomplete' } });
    const done = await take(way, lacking, { comment, confirmations: [question.confirm?.hash] });
    const remarks = done.timeline.timeline_entries.filter(({ message_code }) => message_code !== null);
    expect(remarks.map(({ message_code }) => message_code)).toEqual([
      ...['recipient', 'goods', 'net'].map((point) => `formal_check_incomplete.${point}`),
    ]);
    expect(done.timeline.timeline_entries.filter((entry) => entry.comment === comment)).toHaveLength(1);
  });
});

describe('VAL-18 discounts are checked when an invoice leaves its check', () => {
  const tier = (number: 1 | 2, percentage: string, amount: string, days: string, date: string) => ({
    [`discount_${number}_percentage`]: percentage,
    [`discount_${number}_amount`]: amount,
    [`discount_${number}_days`]: days,
    [`discount_${number}_date`]: date,
  });
  const three = tier(1, '3', '3.57', '10', '2026-10-11');
  const two = tier(2, '2', '2.38', '20', '2026-10-21');
  const own = { invoice_date: '2026-10-01', delivery_date: '2026-10-01' };

  it.each([
    ['a percentage without days', { discount_1_percentage: '3' }],
    ['the second tier without the first', two],
    ['a second tier above the first', { ...three, ...tier(2, '4', '4.76', '20', '2026-10-21') }],
    ['a second tier that ends with the first', { ...three, ...tier(2, '2', '2.38', '10', '2026-10-11') }],
    ['a tier after the due date', tier(1, '3', '3.57', '120', '2027-01-29')],
    ['a tier of the whole amount', tier(1, '100', '119.00', '10', '2026-10-11')],
  ])('DISC-01 DISC-02 %s is named by its fields', async (_, values) => {
    const invoice = await typed({ ...own, ...values });
    // All have the same amount and day, which needs a reason first (INV-20).
    const { problems: all = [] } = await refused(main(invoice), invoice, { comment: 'kein Duplikat' });
    const found = all.map(({ field }) => field);
    expect(found).not.toEqual([]);
    expect(found.filter((one) => !one.startsWith('discount_'))).toEqual([]);
  });

  it('DISC-04 two valid tiers pass', async () => {
    const both = { ...tier(1, '3', '7.14', '10', '2026-10-11'), ...tier(2, '2', '4.76', '20', '2026-10-21') };
    const invoice = await typed({ ...own, total_brutto: '238', ...both });
    const moved = await take(main(invoice), invoice);
    expect(moved.timeline.timeline_entries.map(({ type }) => type)).toContain('invoice-financial-approval');
  });
});
