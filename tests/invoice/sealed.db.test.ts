import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { formOf } from '../support/demo-web.ts';
import { todayInSql } from '../support/today.ts';
import { act, attempt, holderOf, type Invoice, on, save } from './invoices.ts';
import {
  account,
  another,
  notes,
  offered,
  openSealed,
  pressed,
  type SealedSetup,
  went,
} from './sealed-setup.ts';

let demo: SealedSetup['demo'];
let accountant: SealedSetup['accountant'];
let ids: SealedSetup['ids'];
let typed: SealedSetup['typed'];
let saved: SealedSetup['saved'];
let asked: SealedSetup['asked'];
let inAccounting: SealedSetup['inAccounting'];
let differencesOf: SealedSetup['differencesOf'];
let seen: SealedSetup['seen'];

beforeAll(async () => {
  ({ demo, accountant, ids, typed, saved, asked, inAccounting, differencesOf, seen } = await openSealed());
});
afterAll(() => demo?.close());

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

  it.each([
    ['more at a lower rate', { total_brutto: '9000.00', exchange_rate: '0.0117' }],
    ['a dearer currency at the same rate', { currency: 'KWD' }],
  ])('PRICE-07 %s requires the approval again, though the value is the same', async (_name, change) => {
    const approved = await inAccounting({ currency: 'GBP', exchange_rate: '1.17', total_brutto: '90.00' });
    const changed = await save(accountant, { ...on(approved), head: { exchange_rate: '1.17', ...change } });
    expect(await differencesOf(accountant, changed)).toContainEqual(
      expect.objectContaining({ part: 'currency', brings_again: true }),
    );
    expect((await pressed(accountant, 'to_export', changed)).refusal?.code).toBe('approval_outgrown');
  });

  it('PRICE-07 APPR-18 a rate far below the reference rate does not lower the value that limits are compared with', async () => {
    await demo.web.sql(
      `insert into reference_rate (currency, day, per_euro) values ('USD', ${todayInSql}, 1.25)
       on conflict (currency, day) do update set per_euro = excluded.per_euro`,
    );
    const dollars = { currency: 'USD', rate_date: null, total_brutto: '30000.00' };
    const [near, far, old] = [
      await asked({ ...dollars, exchange_rate: '0.79' }),
      await asked({ ...dollars, exchange_rate: '0.01' }),
      await asked({ ...dollars, exchange_rate: '0.01', rate_date: '1999-01-04' }),
    ];
    const asksFor = ({ id }: Invoice) =>
      demo.web.sql("select covered ->> 'value' as value from approval_record where invoice_id = $1", [id]);
    expect(await asksFor(near)).toEqual([{ value: '23700.00' }]);
    expect(await asksFor(far)).toEqual([{ value: '24000.00' }]);
    expect(await asksFor(old)).toEqual([{ value: '24000.00' }]);
    const { context } = await holderOf(demo, far);
    expect(context.userId).toBe((await holderOf(demo, near)).context.userId);
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
