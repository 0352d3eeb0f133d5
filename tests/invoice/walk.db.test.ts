import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { kinds } from '../../src/app/server/kinds.ts';
import { sendDigest } from '../../src/document/server/digest.ts';
import type { HistoryPage } from '../../src/features/audit/history.ts';
import { type DemoWeb, demoWeb, type WebCaller } from '../support/demo-web.ts';
import { mailTokens } from '../support/web.ts';
import { costCenterOf } from './invoices.ts';

interface Invoice {
  readonly id: number;
  readonly status: string;
  readonly invoice_number_formatted: string;
  readonly total_netto: number | null;
  readonly total_tax: number | null;
  readonly timeline: {
    readonly content_version: number;
    readonly current_entry_no: number;
    readonly timeline_entries: readonly {
      readonly entry_no: number;
      readonly type: string;
      readonly status: string | null;
      readonly lb_user: { readonly id: number } | null;
    }[];
  };
  readonly actions: readonly { readonly key: string; readonly is_main: boolean }[];
}

const fields = `id status invoice_number_formatted total_netto total_tax
  timeline { content_version current_entry_no
    timeline_entries(order_by: { entry_no: asc }) { entry_no type status lb_user { id } } }
  actions { key is_main }`;

let demo: DemoWeb;
let accountant: WebCaller;
let approver: WebCaller;
let admin: WebCaller;
let neighbour: WebCaller;
let head: Record<string, unknown>;

beforeAll(async () => {
  demo = await demoWeb();
  [accountant, approver, admin, neighbour] = await Promise.all([
    demo.person('requester@demo.test'),
    demo.person('approver1@demo.test'),
    demo.person('admin@demo.test'),
    demo.person('requester@other.test'),
  ]);
  const { lb_user_by_pk: own } = await accountant.get<{
    lb_user_by_pk: { client_id: number; department_id: number };
  }>('query ($id: bigint!) { lb_user_by_pk(id: $id) { client_id department_id } }', {
    id: accountant.context.userId,
  });
  // The account is printed on the invoice; only people who handle accounts read it from the supplier (AUTH-36).
  const { supplier } = await admin.get<{ supplier: { id: number; iban: string }[] }>(
    '{ supplier(limit: 1, order_by: { id: asc }) { id iban } }',
  );
  head = {
    number_printed: 'RE-2026/0815',
    supplier_id: supplier[0]?.id,
    iban: supplier[0]?.iban,
    client_id: own.client_id,
    department_id: own.department_id,
    cost_center_id: await costCenterOf(demo, accountant.context.tenantId, own.client_id),
    invoice_date: '2026-11-20',
    delivery_date: '2026-11-20',
    due_date: '2026-12-31',
    total_brutto: 119,
    tax: 19,
  };
});
afterAll(() => demo.close());
beforeEach(async () => {
  await demo.web.sql('delete from notification');
});

let brought = 0;

/** Each invoice has its own day and number, so that none is a duplicate (INV-20). */
const another = () => {
  brought += 1;
  const day = String(brought).padStart(2, '0');
  return { ...head, number_printed: `RE-2026/08${day}`, invoice_date: `2026-11-${day}` };
};

const save = async (input: Record<string, unknown> = { head: another() }, who = accountant) =>
  (
    await who.get<{ invoice: Invoice }>(
      `mutation ($key: uuid!, $id: bigint, $version: Int, $head: invoice_save_head_input) {
        invoice: invoice_save(idempotency_key: $key, id: $id, expected_version: $version, head: $head) { ${fields} } }`,
      { key: randomUUID(), ...input },
    )
  ).invoice;

const action = (name: string, more = '', passed = '') =>
  `mutation ($key: uuid!, $id: bigint!, $version: Int!${more}) {
    invoice: invoice_${name}(idempotency_key: $key, id: $id, expected_version: $version${passed}) { ${fields} } }`;
const on = ({ id, timeline }: Invoice) => ({ key: randomUUID(), id, version: timeline.content_version });
const act = async (who: WebCaller, name: string, invoice: Invoice) =>
  (await who.get<{ invoice: Invoice }>(action(name), on(invoice))).invoice;

/** `2* invoice-accounting approver1` */
const steps = ({ timeline }: Invoice) =>
  timeline.timeline_entries.map(
    ({ entry_no, type, status }) =>
      `${entry_no}${entry_no === timeline.current_entry_no ? '*' : ''} ${type} ${status ?? '-'}`,
  );
const holderOf = ({ timeline }: Invoice) =>
  timeline.timeline_entries.find(({ entry_no }) => entry_no === timeline.current_entry_no)?.lb_user?.id;

/** The current assignee. */
async function holder(invoice: Invoice): Promise<WebCaller> {
  const [row] = await demo.web.sql<{ email: string }>('select email from lb_user where id = $1', [
    holderOf(invoice),
  ]);
  return await demo.person(row?.email ?? '');
}

/** Approves the invoice as each of its approvers until none is left. */
async function approved(invoice: Invoice): Promise<Invoice> {
  let present = invoice;
  while (present.status === 'financial-approval')
    present = await act(await holder(present), 'approve', present);
  return present;
}

describe('the simplest supplier invoice', () => {
  it('TL-23 INV-09 goes from check through approval and accounting to the export', async () => {
    const invoice = await save();
    expect(invoice).toMatchObject({ status: 'approval', total_netto: 100, total_tax: 19 });
    expect(invoice.invoice_number_formatted).toMatch(/^IN-\d{6}$/);
    expect(steps(invoice)).toEqual(['0 invoice-upload upload', '1* invoice-manual-check -']);
    expect(invoice.actions.find(({ is_main }) => is_main)?.key).toBe('to_approval');

    const waiting = await act(accountant, 'to_approval', invoice);
    expect(waiting.status).toBe('financial-approval');
    const released = await approved(waiting);
    expect(released.status).toBe('accounting');
    const booked = await act(await holder(released), 'to_export', released);
    expect(booked.status).toBe('export');
    expect(steps(booked).at(-1)).toMatch(/^\d+\* invoice-export -$/);
  });

  it('AUD-08 ROLE-07 shows changes after its receipt, with prices only for people who see prices', async () => {
    const invoice = await save();
    await save({
      id: invoice.id,
      version: invoice.timeline.content_version,
      head: { total_brutto: 238 },
    });
    const changes = async (who: WebCaller) =>
      (await who.send({ method: 'GET', url: `/api/audit/history/invoice/${invoice.id}?of=content` }))
        .json<HistoryPage>()
        .items.map((item) => item.changes);
    expect(await changes(accountant)).toMatchObject([
      [
        {
          field: 'total_brutto',
          before: { kind: 'amount', text: '119.00' },
          after: { kind: 'amount', text: '238.00' },
        },
      ],
    ]);
    await demo.web.sql(
      "update lb_user set roles = roles || '{user-see-all-invoices}' where email = 'receiver@demo.test'",
    );
    const blind = await demo.person('receiver@demo.test');
    expect(await changes(blind)).toEqual([
      [expect.objectContaining({ before: { kind: 'amount_hidden' }, after: { kind: 'amount_hidden' } })],
    ]);
    expect(
      (
        await neighbour.send({ method: 'GET', url: `/api/audit/history/invoice/${invoice.id}?of=content` })
      ).json(),
    ).toEqual({
      items: [],
      next: null,
    });
  });

  it('VAL-45 INV-11 reports all missing fields at once, and stays', async () => {
    const invoice = await save({ head: { total_brutto: 0 } });
    // Without company and department, no approval is needed.
    const refusal = await accountant.refusal(action('to_accounting'), on(invoice));
    expect(refusal.code).toBe('validation_failed');
    const missing = (refusal.problems ?? []).map(({ field }) => field).toSorted();
    expect(missing).toEqual([
      ...[
        'client_id',
        'delivery_date',
        'due_date',
        'iban',
        'invoice_date',
        'number_printed',
        'supplier_id',
        'total_brutto',
      ],
    ]);
  });

  it('LOCK-01 INV-10 can be changed only by its checker, and only in the current version', async () => {
    const invoice = await save();
    const changed = await save({ ...on(invoice), head: { notes: 'Skonto prüfen' } });
    expect(changed.timeline.content_version).toBeGreaterThan(invoice.timeline.content_version);
    const again = `mutation ($key: uuid!, $id: bigint!, $version: Int!) {
      invoice: invoice_save(idempotency_key: $key, id: $id, expected_version: $version, head: { notes: "x" }) { id } }`;
    expect((await accountant.refusal(again, on(invoice))).code).toBe('timeline_changed');
    expect((await admin.refusal(again, on(changed))).code).toBe('no_edit_permission');
  });

  it('OVW-01 OVW-10 appears in the lists of all documents and in the tasks of its assignee', async () => {
    const invoice = await act(accountant, 'to_approval', await save());
    const query = `query ($me: [bigint!]!) {
      document(where: { kind: { _eq: "invoice" }, assignee_ids: { _contains: $me } }) { id kind number status } }`;
    const { document } = await admin.get<{ document: { id: number; number: string }[] }>(query, {
      me: [holderOf(invoice)],
    });
    expect(document.map(({ id }) => id)).toContain(invoice.id);
  });

  it('MAIL-03 TASK-20 notifies the approver by mail, with number, amount and link', async () => {
    await demo.web.sql('delete from mail');
    const invoice = await act(accountant, 'to_approval', await save());
    await sendDigest(
      { database: demo.web.database, publicUrl: 'http://localhost', kinds, tokens: mailTokens },
      { tenantId: accountant.context.tenantId, personId: holderOf(invoice) ?? 0 },
    );
    const [mail] = await demo.web.sql<{ text_body: string }>('select text_body from mail');
    expect(mail?.text_body).toContain(invoice.invoice_number_formatted);
    expect(mail?.text_body).toContain(`http://localhost/invoice/form?id=${invoice.id}`);
  });

  it('MAIL-06 can be approved by the link of the mail, whose page shows lines and supplier', async () => {
    await demo.web.sql('delete from mail');
    const invoice = await act(accountant, 'to_approval', await save());
    const [person] = await demo.web.sql<{ email: string }>('select email from lb_user where id = $1', [
      holderOf(invoice),
    ]);
    await sendDigest(
      { database: demo.web.database, publicUrl: 'http://localhost', kinds, tokens: mailTokens },
      { tenantId: accountant.context.tenantId, personId: holderOf(invoice) ?? 0 },
    );
    const outbox = await demo.send({ url: `/api/dev/outbox?to=${person?.email}` });
    const [mail] = outbox.json<readonly { text: string }[]>();
    for (const part of ['Lieferant: ', 'Netto: ', 'Brutto: ']) expect(mail?.text).toContain(part);
    const token = /approve#(\S+)/.exec(mail?.text ?? '')?.[1];
    const press = (confirmations: readonly string[]) =>
      demo.send({
        method: 'POST',
        url: '/api/approval',
        payload: { token, decision: 'approve', confirmations },
      });
    const first = (await press([])).json<{ confirm?: { hash: string } }>();
    const done = first.confirm ? (await press([first.confirm.hash])).json() : first;
    expect(done).toMatchObject({
      state: 'decided',
      decision: { isApproved: true },
      document: { path: `/invoice/form?id=${invoice.id}` },
    });
  });

  it('ADM-10 moves along when tasks are handed over', async () => {
    const invoice = await save();
    await admin.get(
      'mutation ($key: uuid!, $from: bigint!, $to: bigint!) { lb_user_hand_over(idempotency_key: $key, from_id: $from, to_id: $to) { id } }',
      { key: randomUUID(), from: accountant.context.userId, to: approver.context.userId },
    );
    const { invoice_by_pk: moved } = await approver.get<{ invoice_by_pk: Invoice }>(
      `query ($id: bigint!) { invoice_by_pk(id: $id) { ${fields} } }`,
      { id: invoice.id },
    );
    expect(holderOf(moved)).toBe(approver.context.userId);
  });

  it('GEN-02 TECH-05 is invisible and immutable for another tenant', async () => {
    const invoice = await save();
    const { invoice_by_pk } = await neighbour.get<{ invoice_by_pk: Invoice | null }>(
      `query ($id: bigint!) { invoice_by_pk(id: $id) { ${fields} } }`,
      { id: invoice.id },
    );
    expect(invoice_by_pk).toBeNull();
    expect((await neighbour.refusal(action('to_approval'), on(invoice))).code).toBe('not_found');
  });

  it('TASK-09 TASK-10 is discarded in clearing permanently', async () => {
    const clearing = `, $person: bigint, $comment: String`;
    const { invoice } = await accountant.get<{ invoice: Invoice }>(
      action('send_to_clearing', clearing, ', person_id: $person, comment: $comment'),
      { ...on(await save()), person: accountant.context.userId, comment: 'Nicht für uns' },
    );
    expect(invoice.status).toBe('clearing');
    const discarded = await act(accountant, 'discard', invoice);
    expect(discarded.status).toBe('declined');
    expect(discarded.actions.filter(({ key }) => key !== 'comment')).toEqual([]);
  });

  it('GEN-10 ERR-16 is unavailable while its module is off', async () => {
    const invoice = await save();
    const switchModule = async (value: string) => {
      await demo.web.sql("delete from configuration where key = 'module_invoice'");
      await demo.web.sql(
        "insert into configuration (tenant_id, key, value) values ($1, 'module_invoice', $2)",
        [accountant.context.tenantId, value],
      );
    };
    await switchModule('false');
    expect((await accountant.refusal(action('to_approval'), on(invoice))).code).toBe('module_off');
    const { document } = await accountant.get<{ document: unknown[] }>(
      'query ($id: bigint!) { document(where: { kind: { _eq: "invoice" }, id: { _eq: $id } }) { id } }',
      { id: invoice.id },
    );
    expect(document).toEqual([]);
    await switchModule('true');
  });
});
