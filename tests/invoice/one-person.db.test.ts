import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addDays } from '../../src/base/day.ts';
import type { WebCaller } from '../support/demo-web.ts';
import { today } from '../support/today.ts';
import { attempt, holderOf, type Invoice, on, save } from './invoices.ts';
import { openSealed, pressed, type SealedSetup, went } from './sealed-setup.ts';

let setup: SealedSetup;
let demo: SealedSetup['demo'];
let accountant: WebCaller;
/** Two people who may confirm accounts. */
let first: WebCaller;
let second: WebCaller;

beforeAll(async () => {
  setup = await openSealed();
  ({ demo, accountant } = setup);
  await demo.web.sql(
    `update lb_user set roles = array(select distinct unnest(roles
       || '{user-can-insert-supplier,user-see-all-invoices,user-price}')) where email ~ '^approver[34]@demo|^buyer@demo'`,
  );
  [first, second] = await Promise.all([demo.person('approver3@demo.test'), demo.person('buyer@demo.test')]);
});
afterAll(() => demo?.close());

const changedTo = async (invoice: Invoice, head: Record<string, unknown>) =>
  await save(accountant, { ...on(invoice), head });

describe('INV-21 INV-33 an account that was read from an invoice', () => {
  let made = 0;
  const ibans = ['DE89370400440532013000', 'DE02120300000000202051'];

  /** An invoice in the check of the accountant, with the account of a new supplier as read from it. */
  async function read(): Promise<{ invoice: Invoice; supplier: number; iban: string }> {
    await demo.web.sql('update client set bank_change_second_person = true');
    const iban = ibans[made] ?? '';
    made += 1;
    const [row] = await demo.web.sql<{ id: string }>(
      'insert into supplier (tenant_id, name) values ($1, $2) returning id',
      [accountant.context.tenantId, `Gelesen ${made}`],
    );
    const supplier = Number(row?.id);
    await demo.web.sql(
      `insert into supplier_approver (tenant_id, supplier_id, lb_user_id) select tenant_id, $1, id from lb_user
       where tenant_id = $2 and email = 'approver2@demo.test'`,
      [supplier, accountant.context.tenantId],
    );
    const invoice = await setup.saved(setup.typed({ supplier_id: supplier, iban }));
    await demo.web.sql('update invoice set iban_by_id = null where id = $1', [invoice.id]);
    return { invoice, supplier, iban };
  }

  const confirmed = async (who: WebCaller, invoice: Invoice) =>
    (await attempt(who, 'confirm_bank_data', invoice)).refusal?.code;

  it('is not confirmed by who proposed it at the supplier, neither while that waits nor after its rejection', async () => {
    const { invoice, supplier, iban } = await read();
    const proposer = await demo.person('admin@demo.test');
    await proposer.get(
      'mutation ($id: bigint!, $iban: String) { update_supplier_by_pk(pk_columns: { id: $id }, _set: { iban: $iban }) { id } }',
      { id: supplier, iban },
    );
    expect(await confirmed(proposer, invoice)).toBe('second_person_required');
    const { waiting } = await second.get<{ waiting: readonly { id: number }[] }>(
      'query ($id: bigint!) { waiting: supplier_bank_change(where: { supplier_id: { _eq: $id }, state: { _eq: "pending" } }) { id } }',
      { id: supplier },
    );
    await second.get(`mutation { supplier_bank_change_reject(id: ${waiting[0]?.id}) { id } }`);
    expect(await confirmed(proposer, invoice)).toBe('second_person_required');
    await expect(
      demo.web.database.inTenant(proposer.context, (tx) =>
        tx
          .as('writer')
          .query('select app.note_bank_change($1, $2, null, null, $3, false)', [supplier, iban, invoice.id]),
      ),
    ).rejects.toThrow();
    expect(await confirmed(second, invoice)).toBeUndefined();
  });

  it('is not confirmed and taken out of its check by one person who passes the task on and takes it back', async () => {
    const { invoice } = await read();
    const passed = async (who: WebCaller, given: Invoice, to: WebCaller) =>
      (
        await who.get<{ invoice: Invoice }>(
          `mutation ($key: uuid!, $id: bigint!, $version: Int!, $to: bigint) {
            invoice: invoice_reassign(idempotency_key: $key, id: $id, expected_version: $version, person_id: $to) {
              id status timeline { content_version } } }`,
          { key: randomUUID(), ...on(given), to: to.context.userId },
        )
      ).invoice;
    const held = await passed(accountant, invoice, first);
    expect(await confirmed(first, held)).toBe('second_person_required');
    const given = await passed(first, held, accountant);
    expect(await confirmed(first, given)).toBeUndefined();
    const admin = await demo.person('admin@demo.test');
    const taken = await passed(admin, await setup.seen(given), first);
    expect((await pressed(first, 'to_approval', taken)).refusal?.code).toBe('second_person_required');
    const back = await passed(first, taken, accountant);
    expect((await went(accountant, 'to_approval', back)).status).toBe('financial-approval');
    await demo.web.sql('update client set bank_change_second_person = false');
  });
});

describe('INV-32 a date that moves out of the budget for which the invoice was approved', () => {
  it('brings the approval again, although another budget has room for it', async () => {
    const center = setup.ids.costCenters[0];
    const budget = async (from: number, until: number) =>
      await demo.web.sql(
        `insert into budget (tenant_id, cost_center_id, name, value, start, "end") values ($1, $2, 'Zeitraum', 90000, $3, $4)`,
        [accountant.context.tenantId, center, addDays(today(), from), addDays(today(), until)],
      );
    await budget(-10, 10);
    await budget(-40, -11);
    const approved = await setup.inAccounting({ invoice_date: today() });
    const within = await changedTo(approved, { invoice_date: addDays(today(), -5) });
    expect(await setup.differencesOf(accountant, within)).toEqual([]);
    const moved = await changedTo(within, { invoice_date: addDays(today(), -20) });
    expect((await pressed(accountant, 'to_export', moved)).refusal?.code).toBe('approval_outgrown');
    expect(await setup.differencesOf(accountant, moved)).toContainEqual(
      expect.objectContaining({
        part: 'doubts',
        doubt: expect.objectContaining({ code: 'date_moved_from_budget' }),
      }),
    );
    const asked = await went(accountant, 'to_approval', moved);
    const again = await went(await holderOf(demo, asked), 'approve', asked);
    expect((await went(accountant, 'to_export', again)).status).toBe('export');
    await demo.web.sql('delete from budget where cost_center_id = $1', [center]);
  });
});

describe('INV-07 a result of the check that holds an invoice back', () => {
  it('is not replaced after the approval without an approval', async () => {
    await demo.web.sql(
      "insert into configuration (tenant_id, key, value) values ($1, 'insolvency_law_fields', 'true')",
      [accountant.context.tenantId],
    );
    const rejected = { review_status: 'content_rejection', notes: 'Nicht bestellt' };
    const held = await setup.inAccounting(rejected);
    expect((await pressed(accountant, 'to_export', held)).refusal?.code).toBe('not_approved_in_review');
    const changed = await changedTo(held, { review_status: 'approved' });
    expect((await pressed(accountant, 'to_export', changed)).refusal?.code).toBe('approval_outgrown');
    await demo.web.sql("delete from configuration where key = 'insolvency_law_fields'");
  });
});
