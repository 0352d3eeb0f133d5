import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type DemoWeb, demoWeb, formOf, type WebCaller } from '../support/demo-web.ts';
import { act, attempt, checkable, holderOf, type Invoice, invoiceFields, on, save } from './invoices.ts';

interface Difference {
  readonly part: string;
  readonly before: string | null;
  readonly after: string | null;
  readonly brings_again: boolean;
}

let demo: DemoWeb;
let accountant: WebCaller;
let brought = 0;
let ids: {
  readonly client: number;
  readonly otherClient: number;
  readonly supplier: number;
  readonly otherSupplier: number;
  readonly departments: readonly number[];
  readonly costCenters: readonly number[];
  readonly accounts: readonly number[];
};

const idsOf = async (table: string) =>
  (
    await demo.web.sql<{ id: string }>(`select id from ${table} where tenant_id = $1 order by id limit 3`, [
      accountant.context.tenantId,
    ])
  ).map(({ id }) => Number(id));

/** K checks and does accounting with all rights, A approves up to 1,000, B without a limit. */
beforeAll(async () => {
  demo = await demoWeb();
  accountant = await demo.person('accountant@demo.test');
  const [clients, suppliers, departments, costCenters, accounts] = await Promise.all(
    ['client', 'supplier', 'department', 'cost_center', 'ledger_account'].map(idsOf),
  );
  ids = {
    client: clients?.[0] ?? 0,
    otherClient: clients?.[1] ?? 0,
    supplier: suppliers?.[0] ?? 0,
    otherSupplier: suppliers?.[1] ?? 0,
    departments: departments ?? [],
    costCenters: costCenters ?? [],
    accounts: accounts ?? [],
  };
  for (const table of ['cost_center_approver', 'department_approver', 'supplier_approver', 'budget'])
    await demo.web.sql(`delete from ${table}`);
  await demo.web.sql(
    `insert into supplier_approver (tenant_id, supplier_id, lb_user_id)
     select s.tenant_id, s.id, u.id from supplier s join lb_user u on u.tenant_id = s.tenant_id
     where s.tenant_id = $1 and u.email in ('approver1@demo.test', 'approver2@demo.test')`,
    [accountant.context.tenantId],
  );
  await demo.web.sql(`update lb_user set approval_limit = case email when 'approver1@demo.test' then 1000 end
    where email in ('approver1@demo.test', 'approver2@demo.test')`);
  await demo.web.sql(
    `update client set min_approval = 1, user_invoice_manual_check_id = $2, user_invoice_clearing_id = $2,
       bank_change_second_person = false where tenant_id = $1`,
    [accountant.context.tenantId, accountant.context.userId],
  );
});
afterAll(() => demo.close());

const account = 'DE29200505501280046915';
const another = 'DE89370400440532013000';

function typed(head: Record<string, unknown> = {}) {
  brought += 1;
  return {
    ...checkable,
    number_printed: `VS-${brought}`,
    supplier_id: ids.supplier,
    client_id: ids.client,
    department_id: ids.departments[0],
    cost_center_id: ids.costCenters[0],
    ledger_account_id: ids.accounts[0],
    invoice_date: '2026-10-01',
    payment_method: 'BANK_TRANSFER',
    iban: account,
    tax: '0',
    currency: 'EUR',
    total_brutto: `90.${String(brought).padStart(2, '0')}`,
    ...head,
  };
}

/** Confirms every question. */
async function pressed(who: WebCaller, action: string, invoice: Invoice) {
  const confirmations: string[] = [];
  for (;;) {
    const input = confirmations.length > 0 ? { confirmations } : {};
    const answer = await attempt(who, action, invoice, { comment: 'Weiter', ...input });
    const confirm = answer.refusal?.confirm as { readonly hash: string } | undefined;
    if (!confirm) return answer;
    confirmations.push(confirm.hash);
  }
}

async function went(who: WebCaller, action: string, invoice: Invoice): Promise<Invoice> {
  const answer = await pressed(who, action, invoice);
  if (!answer.invoice) throw new Error(`${action}: ${JSON.stringify(answer.refusal)}`);
  return answer.invoice;
}

const saved = (head: Record<string, unknown>) => save(accountant, { head });

/** An invoice that waits for its approver, or is approved and in accounting. */
const asked = async (head: Record<string, unknown> = {}) =>
  await went(accountant, 'to_approval', await saved(typed(head)));
async function inAccounting(head: Record<string, unknown> = {}): Promise<Invoice> {
  const waiting = await asked(head);
  return await went(await holderOf(demo, waiting), 'approve', waiting);
}

async function differencesOf(who: WebCaller, { id }: Invoice): Promise<readonly Difference[]> {
  const { invoice } = await who.get<{ invoice: { approval_differences: readonly Difference[] } }>(
    `query ($id: bigint!) { invoice: invoice_by_pk(id: $id) {
      approval_differences { part before after brings_again } } }`,
    { id },
  );
  return invoice.approval_differences;
}

async function seen({ id }: Invoice): Promise<Invoice> {
  const { invoice } = await accountant.get<{ invoice: Invoice }>(
    `query ($id: bigint!) { invoice: invoice_by_pk(id: $id) { ${invoiceFields} } }`,
    { id },
  );
  return invoice;
}

const offered = ({ actions }: Invoice) => actions.find(({ is_main }) => is_main)?.key;
const notes = ({ timeline }: Invoice) => timeline.timeline_entries.map((entry) => entry.message_code);

describe('INV-25 APPR-18 an invoice changed after its approval', () => {
  it('stays until approved again after a change by anyone, shown on its page and in its timeline', async () => {
    const approved = await inAccounting();
    expect(approved.status).toBe('accounting');
    expect(await differencesOf(accountant, approved)).toEqual([]);
    const changed = await save(accountant, {
      ...on(approved),
      head: { total_brutto: '25000.00', supplier_id: ids.otherSupplier, iban: another },
    });
    expect(notes(changed)).toContain('approval_outgrown');
    expect(await differencesOf(accountant, changed)).toMatchObject([
      { part: 'value', before: '90.01', after: '25000.00', brings_again: true },
      { part: 'amount_due', before: '90.01', after: '25000.00', brings_again: true },
      { part: 'suppliers', brings_again: true },
      { part: 'bank', before: account, after: another, brings_again: true },
    ]);
    expect((await pressed(accountant, 'to_export', changed)).refusal?.code).toBe('approval_outgrown');
    expect(offered(changed)).toBe('to_approval');
    const waiting = await went(accountant, 'to_approval', changed);
    expect(waiting.status).toBe('financial-approval');
    // The value exceeds the first approver's limit, so that the other must approve, too.
    const first = await went(await holderOf(demo, waiting), 'approve', waiting);
    expect(first.status).toBe('financial-approval');
    const again = await went(await holderOf(demo, first), 'approve', first);
    expect(await differencesOf(accountant, again)).toEqual([]);
    expect((await went(accountant, 'to_export', again)).status).toBe('export');
  });

  it('CON-40 needs one confirmation of its approver if its contract was deactivated after the check', async () => {
    const [contract] = await demo.web.sql<{ id: string }>(
      `update contract set supplier_id = $2, client_id = $3, start_date = null, end_date = null, currency = 'EUR'
       where id = (select min(id) from contract where tenant_id = $1 and status = 'active') returning id`,
      [accountant.context.tenantId, ids.supplier, ids.client],
    );
    const waiting = await asked({ contract_id: Number(contract?.id) });
    const approver = await holderOf(demo, waiting);
    await demo.web.sql("update contract set status = 'inactive' where id = $1", [contract?.id]);
    const { refusal } = await attempt(approver, 'approve', waiting);
    expect(refusal?.code).toBe('contract_not_in_force');
    const approved = await went(approver, 'approve', waiting);
    expect(notes(approved).filter((code) => code === 'contract_not_in_force')).toHaveLength(1);
  });

  it('passes within the tolerance of its company, and the difference is shown', async () => {
    await demo.web.sql('update client set price_tolerance_percent = 10');
    const approved = await inAccounting({ total_brutto: '100.00' });
    const dearer = await save(accountant, { ...on(approved), head: { total_brutto: '109.00' } });
    expect(await differencesOf(accountant, dearer)).toMatchObject([
      { part: 'value', brings_again: false },
      { part: 'amount_due', brings_again: false },
    ]);
    expect(notes(dearer)).toContain('approval_outgrown');
    expect((await went(accountant, 'to_export', dearer)).status).toBe('export');
    await demo.web.sql('update client set price_tolerance_percent = 0');
  });

  it('APPR-10 restarts the approval when changed during the approval', async () => {
    const waiting = await asked();
    const changed = await save(accountant, { ...on(waiting), head: { total_brutto: '150000.00' } });
    expect(notes(changed)).toContain('approval_again');
    const approvers = changed.timeline.timeline_entries
      .filter(({ type, status }) => type === 'invoice-financial-approval' && status === null)
      .map(({ lb_user }) => lb_user?.email);
    expect(approvers).toEqual(['approver1@demo.test', 'approver2@demo.test']);
  });

  it('ROLE-07 shows people who see no prices that it differs, but no amount', async () => {
    const approved = await inAccounting();
    const changed = await save(accountant, { ...on(approved), head: { total_brutto: '25000.00' } });
    await demo.web.sql(
      `update lb_user set roles = array_remove(roles, 'user-price') || '{user-see-all-invoices}' where email = 'requester@demo.test'`,
    );
    const blind = await demo.person('requester@demo.test');
    expect(await differencesOf(blind, changed)).toMatchObject([
      { part: 'value', before: null, after: null },
      { part: 'amount_due', before: null, after: null },
    ]);
  });
});

describe('PROC-43 APPR-18 a file that existed at the approval', () => {
  it('cannot be detached by anyone, unlike a later one', async () => {
    const attached = async (invoice: Invoice, name: string) => {
      const target = { kind: 'invoice', document: String(invoice.id) };
      const { status, body } = await accountant.send({
        url: '/api/file',
        ...formOf(target, [{ name, bytes: Buffer.from(`%PDF-1.4\n% ${name}\n%%EOF`) }]),
      });
      expect(status).toBe(200);
      const [row] = await demo.web.sql<{ file_id: string }>(
        'select file_id from document_file where invoice_id = $1 order by id desc limit 1',
        [invoice.id],
      );
      return { id: row?.file_id ?? '', body };
    };
    const removed = (id: string) => accountant.send({ method: 'DELETE', url: `/api/file/${id}` });
    const checked = await saved(typed());
    const offer = await attached(checked, 'Angebot.pdf');
    const waiting = await went(accountant, 'to_approval', await seen(checked));
    expect((await removed(offer.id)).json()).toMatchObject({ code: 'attachment_approved' });
    const approved = await went(await holderOf(demo, waiting), 'approve', waiting);
    const later = await attached(approved, 'Lieferschein.pdf');
    expect((await removed(offer.id)).json()).toMatchObject({ code: 'attachment_approved' });
    expect((await removed(later.id)).status).toBe(200);
    // Deleted directly in the database, it requires the approval again.
    await demo.web.sql('delete from document_file where file_id = $1', [offer.id]);
    expect(await differencesOf(accountant, approved)).toMatchObject([
      { part: 'attachments', before: 'Angebot.pdf', after: null, brings_again: true },
    ]);
  });
});

describe('INV-25 a form that differs from its e-invoice', () => {
  it('needs a confirmation in the check and in the approval, which names the fields', async () => {
    const checked = await saved(typed());
    const read = (value: string) => ({ value, sure: true, page: null, box: null });
    const fields = { totalGross: read('50.00'), sellerIban: read(another), invoiceNumber: read('ABC-1') };
    await demo.web.sql(
      "insert into invoice_recognition (tenant_id, invoice_id, state, raw) values ($1, $2, 'done', $3)",
      [
        accountant.context.tenantId,
        checked.id,
        JSON.stringify({ reading: 'xml', fields, lines: [], taxRows: [] }),
      ],
    );
    const waiting = await went(accountant, 'to_approval', checked);
    expect(notes(waiting)).toContain('e_invoice_differs');
    const approver = await holderOf(demo, waiting);
    expect((await attempt(approver, 'approve', waiting)).refusal).toMatchObject({
      code: 'e_invoice_differs',
      values: { parts: 'value bank number' },
    });
    expect((await went(approver, 'approve', waiting)).status).toBe('accounting');
  });
});

/** Changes of every field that an approval covers, each beyond the approval. */
const changes: readonly (readonly [string, () => Record<string, unknown>])[] = [
  ['total', () => ({ total_brutto: '91.00' })],
  ['credit note', () => ({ total_brutto: '-90.00' })],
  ['rounding', () => ({ rounding_amount: '0.50' })],
  ['prepaid', () => ({ prepaid_amount: '-500.00' })],
  ['company', () => ({ client_id: ids.otherClient })],
  ['department', () => ({ department_id: ids.departments[1] })],
  ['no department', () => ({ department_id: null })],
  ['cost center', () => ({ cost_center_id: ids.costCenters[1] })],
  ['no cost center', () => ({ cost_center_id: null })],
  ['account', () => ({ ledger_account_id: ids.accounts[1] })],
  ['supplier', () => ({ supplier_id: ids.otherSupplier })],
  ['bank account', () => ({ iban: another })],
];

describe('INV-25 APPR-18 every field that an approval covers', () => {
  it.each(changes)('%s changed in accounting requires the approval again', async (_name, change) => {
    const approved = await inAccounting();
    const changed = await save(accountant, { ...on(approved), head: change() });
    expect((await differencesOf(accountant, changed)).some((one) => one.brings_again)).toBe(true);
    const left = await pressed(accountant, 'to_export', changed);
    expect(left.invoice).toBeUndefined();
    expect(left.refusal?.code).toBe('approval_outgrown');
  });

  it.each(changes)('%s changed during the approval restarts it', async (_name, change) => {
    const waiting = await asked();
    const current = waiting.timeline.current_entry_no;
    const changed = await save(accountant, { ...on(waiting), head: change() });
    expect(changed.status).toBe('financial-approval');
    expect(changed.timeline.current_entry_no).toBeGreaterThan(current);
    expect(notes(changed)).toContain('approval_again');
  });

  it.each(changes)('%s changed in clearing goes through approval', async (_name, change) => {
    const cleared = await act(accountant, 'send_to_clearing', await inAccounting(), { comment: 'Prüfen' });
    const changed = await save(accountant, { ...on(cleared), head: change() });
    expect(changed.actions.map(({ key }) => key)).not.toContain('to_export');
    const answer = await pressed(accountant, 'to_approval', changed);
    expect(answer.invoice?.status ?? 'clearing').toMatch(/^(financial-approval|clearing)$/);
  });
});
