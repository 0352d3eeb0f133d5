import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type DemoWeb, demoWeb, type WebCaller } from '../support/demo-web.ts';
import { withoutApprovers } from '../support/without-approvals.ts';
import { act, attempt, checkable, costCenterOf, holderOf, type Invoice, on, save } from './invoices.ts';

let demo: DemoWeb;
let accountant: WebCaller;
let head: Record<string, unknown>;
let brought = 0;

/** U uploads the invoice, M checks it, A approves, K does clearing and accounting. */
beforeAll(async () => {
  demo = await demoWeb();
  accountant = await demo.person('accountant@demo.test');
  const { tenantId, userId } = accountant.context;
  const [{ client_id, approver_id, supplier_id } = {}] = await demo.web.sql<Record<string, string>>(
    `select c.id as client_id, a.id as approver_id, (select id from supplier where tenant_id = $1 order by id limit 1) as supplier_id
     from client c join lb_user a on a.tenant_id = c.tenant_id and a.email = 'approver1@demo.test'
     where c.tenant_id = $1 order by c.id limit 1`,
    [tenantId],
  );
  await withoutApprovers(demo.web);
  await demo.web.sql(
    'insert into supplier_approver (tenant_id, supplier_id, lb_user_id) values ($1, $2, $3)',
    [tenantId, supplier_id, approver_id],
  );
  await demo.web.sql('update lb_user set approval_limit = null where id = $1', [approver_id]);
  await demo.web.sql(
    `update client set min_approval = 1, can_delete_document_directly = false,
       user_invoice_manual_check_id = $2, user_invoice_clearing_id = $2 where id = $1`,
    [client_id, userId],
  );
  const cost_center_id = await costCenterOf(demo, tenantId, Number(client_id));
  const booked = { client_id: Number(client_id), cost_center_id };
  head = { supplier_id: Number(supplier_id), ...booked, tax: '19', currency: 'EUR' };
});
afterAll(() => demo.close());
beforeEach(() => {
  brought += 1;
});

const typed = (gross = '1190') => ({
  ...head,
  number_printed: `RE-${brought}`,
  ...checkable,
  invoice_date: `2026-10-${String(brought).padStart(2, '0')}`,
  payment_method: 'ONLINE_PAYMENT',
  total_brutto: gross,
});

/** The timeline in the notation of TL-17: `1* invoice-manual-check accountant -/present`. */
function notation({ status, timeline }: Invoice): readonly string[] {
  const entries = timeline.timeline_entries.map((entry) => {
    const mark = entry.entry_no === timeline.current_entry_no ? '*' : '';
    const person = entry.lb_user?.email.split('@')[0] ?? '-';
    return `${entry.entry_no}${mark} ${entry.type.replace('invoice-', '')} ${person} ${entry.status ?? '-'}/${entry.text_type}`;
  });
  return [...entries, status];
}

/** An uploaded invoice that waits for its recognition with its uploader. */
async function uploaded(): Promise<Invoice> {
  const { status, body } = await accountant.send({
    method: 'POST',
    url: '/api/invoice/upload',
    ...xmlForm(),
  });
  const { invoices } = JSON.parse(body.toString()) as { invoices: { id: number }[] };
  expect(status).toBe(200);
  return await read(invoices[0]?.id ?? 0);
}

function xmlForm() {
  const boundary = 'life';
  const payload = [
    `--${boundary}`,
    `content-disposition: form-data; name="files[]"; filename="rechnung-${brought}.pdf"`,
    'content-type: application/pdf',
    '',
    `%PDF-1.4\n% ${brought}\n%%EOF`,
    `--${boundary}--`,
    '',
  ].join('\r\n');
  return { headers: { 'content-type': `multipart/form-data; boundary=${boundary}` }, payload };
}

async function read(id: number): Promise<Invoice> {
  const { invoice_by_pk: invoice } = await accountant.get<{ invoice_by_pk: Invoice }>(
    `query ($id: bigint!) { invoice_by_pk(id: $id) { id status invoice_number_formatted total_netto
      timeline { content_version current_entry_no timeline_entries(order_by: { entry_no: asc }) {
        entry_no type status text_type message_code lb_user { name email } } } actions { key is_main } } }`,
    { id },
  );
  return invoice;
}

async function inAccounting(gross?: string, more: object = {}): Promise<Invoice> {
  const invoice = await save(accountant, { head: { ...typed(gross), ...more } });
  const waiting = await act(accountant, 'to_approval', invoice);
  return await act(await holderOf(demo, waiting), 'approve', waiting);
}

describe('GEN-06 TL-06 TL-08 TL-09 TL-23 the life of a supplier invoice', () => {
  it('is upload, recognition, check, approval, accounting, and waiting for the export', async () => {
    const received = await uploaded();
    expect(notation(received)).toEqual([
      '0 upload accountant upload/past',
      '1* recognition accountant -/present',
      'open',
    ]);
    const skipped = await act(accountant, 'skip_recognition', received);
    expect(notation(skipped)).toEqual([
      '0 upload accountant upload/past',
      '1 recognition accountant skip/past',
      '2* manual-check accountant -/present',
      'approval',
    ]);
    const filled = await save(accountant, { ...on(skipped), head: typed() });
    const waiting = await act(accountant, 'to_approval', filled);
    expect(notation(waiting)).toEqual([
      '0 upload accountant upload/past',
      '1 recognition accountant skip/past',
      '2 manual-check accountant approved/past',
      '3* financial-approval approver1 -/present',
      '4 accounting accountant -/future',
      'financial-approval',
    ]);
    const approved = await act(await holderOf(demo, waiting), 'approve', waiting);
    expect(notation(approved).slice(3)).toEqual([
      '3 financial-approval approver1 approved/past',
      '4* accounting accountant -/present',
      'accounting',
    ]);
    const exported = await act(accountant, 'to_export', approved);
    expect(notation(exported).slice(4)).toEqual([
      '4 accounting accountant approved/past',
      '5* export - -/present',
      'export',
    ]);
  });

  it('TASK-06 a declined approval leads to clearing, which rebuilds the steps', async () => {
    const waiting = await act(accountant, 'to_approval', await save(accountant, { head: typed() }));
    const declined = await act(await holderOf(demo, waiting), 'decline', waiting, { comment: 'zu teuer' });
    expect(notation(declined)).toEqual([
      '0 upload accountant upload/past',
      '1 manual-check accountant approved/past',
      '2 financial-approval approver1 declined/past-unsuccessful',
      '3* clearing accountant -/present',
      'clearing',
    ]);
    const again = await act(accountant, 'to_approval', declined);
    expect(notation(again).slice(3)).toEqual([
      '3 clearing accountant approved/past',
      '4* financial-approval approver1 -/present',
      '5 accounting accountant -/future',
      'financial-approval',
    ]);
  });

  it('TASK-05 TASK-09 goes from accounting to clearing, and is discarded there permanently', async () => {
    const clearing = await act(accountant, 'send_to_clearing', await inAccounting(), { comment: 'falsch' });
    expect(notation(clearing).slice(3)).toEqual([
      '3 accounting accountant canceled/past-unsuccessful',
      '4* clearing accountant -/present',
      'clearing',
    ]);
    const discarded = await act(accountant, 'discard', clearing, { comment: 'doppelt' });
    expect(notation(discarded).slice(4)).toEqual([
      '4 clearing accountant canceled/past-unsuccessful',
      '5 cancellation accountant canceled/past-unsuccessful',
      'declined',
    ]);
    expect(discarded.timeline.current_entry_no).toBe(6);
  });

  it('TASK-10 cannot be discarded earlier without the right', async () => {
    const invoice = await save(accountant, { head: typed() });
    expect((await attempt(accountant, 'discard', invoice)).refusal?.code).toBe('permission_denied');
  });

  it('INV-12 a credit note takes the same steps', async () => {
    const { id: corrects_invoice_id } = await save(accountant, { head: typed() });
    const credit = await inAccounting('-119', { corrects_invoice_id });
    expect(credit).toMatchObject({ status: 'accounting', total_netto: -100 });
  });

  it('TASK-17 ROLE-09 an invoice that waits for its export or was exported returns to clearing', async () => {
    const waiting = await act(accountant, 'to_export', await inAccounting());
    const back = await act(accountant, 'send_to_clearing', waiting, { comment: 'anderes Konto' });
    expect(notation(back).slice(4)).toEqual([
      '4 export - canceled/past-unsuccessful',
      '5* clearing accountant -/present',
      'clearing',
    ]);

    const exported = await completed();
    const stranger = await demo.person('approver1@demo.test');
    expect((await attempt(stranger, 'send_to_clearing', exported)).refusal?.code).toBe('step_not_possible');
    const cleared = await act(accountant, 'send_to_clearing', exported);
    expect(notation(cleared).slice(4)).toEqual([
      '4 export - approved/past',
      '5* clearing accountant -/present',
      'clearing',
    ]);
    const edited = await save(accountant, { ...on(cleared), head: { notes: 'Konto geändert' } });
    const again = await act(accountant, 'to_approval', edited);
    expect(again.status).toBe('financial-approval');
    const cancelled = await act(accountant, 'send_to_clearing', await completed());
    expect((await act(accountant, 'discard', cancelled)).status).toBe('declined-exported');
  });

  it('TL-10 an exported and paid invoice cannot change', async () => {
    const exported = await completed();
    await demo.web.sql('update invoice set paid = true where id = $1', [exported.id]);
    expect((await attempt(accountant, 'send_to_clearing', exported)).refusal?.code).toBe('step_not_possible');
  });
});

/** An exported invoice. */
async function completed(): Promise<Invoice> {
  brought += 1;
  const { id, timeline } = await act(accountant, 'to_export', await inAccounting());
  await demo.web.sql(
    `update timeline_entry set status = 'approved', text_type = 'past', completed_at = now()
     where invoice_id = $1 and type = 'invoice-export'`,
    [id],
  );
  await demo.web.sql(
    `update timeline set current_entry_no = $2 where id = (select timeline_id from invoice where id = $1)`,
    [id, timeline.current_entry_no + 1],
  );
  await demo.web.sql("update invoice set status = 'completed' where id = $1", [id]);
  return await read(id);
}

it('APPR-10 an invoice without a cost center for which nobody is found to approve names the cost center', async () => {
  const links = await demo.web.sql<Record<string, string>>('delete from supplier_approver returning *');
  const invoice = await save(accountant, { head: { ...typed(), cost_center_id: null } });
  expect((await attempt(accountant, 'to_approval', invoice)).refusal).toMatchObject({
    code: 'approvers_need_cost_center',
    field: 'cost_center_id',
  });
  const { cost_center_id } = head;
  const charged = await save(accountant, { ...on(invoice), head: { cost_center_id } });
  expect((await attempt(accountant, 'to_approval', charged)).refusal).toMatchObject({
    code: 'needs_min_approval',
  });
  for (const { tenant_id, supplier_id, lb_user_id } of links)
    await demo.web.sql(
      'insert into supplier_approver (tenant_id, supplier_id, lb_user_id) values ($1, $2, $3)',
      [tenant_id, supplier_id, lb_user_id],
    );
});
