import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type DemoWeb, demoWeb, type WebCaller } from '../support/demo-web.ts';
import { withoutApprovals } from '../support/without-approvals.ts';
import { attempt, checkable, save } from './invoices.ts';

let demo: DemoWeb;
let admin: WebCaller;
let second: WebCaller;
let accountant: WebCaller;
let client_id: number;

beforeAll(async () => {
  demo = await demoWeb();
  await demo.web.sql(
    "update lb_user set roles = roles || '{user-can-insert-supplier}' where email = 'approver2@demo.test'",
  );
  [admin, second, accountant] = await Promise.all([
    demo.person('admin@demo.test'),
    demo.person('approver2@demo.test'),
    demo.person('accountant@demo.test'),
  ]);
  const { client } = await accountant.get<{ client: { id: number }[] }>('{ client(limit: 1) { id } }');
  client_id = client[0]?.id ?? 0;
  // Without budgets, an invoice without a cost center raises no question (BUD-03).
  await demo.web.sql('delete from budget');
  await withoutApprovals(demo.web);
});
afterAll(() => demo.close());

describe('INV-33 the account of a new supplier', () => {
  it.each([
    ['in the supplier’s country', 'DE89370400440532013000', 75_001],
    ['abroad', 'LT121000011101001000', 75_002],
  ])(
    '%s is used for payments once a second person has confirmed it, whatever the settings',
    async (_, iban, number) => {
      const { made } = await admin.get<{ made: { id: number } }>(
        `mutation { made: insert_supplier_one(object: { name: "Neu ${number}", external_id: "${number}", iban: "${iban}" }) { id } }`,
      );
      const head = { ...checkable, supplier_id: made.id, client_id, iban, tax: '0', total_brutto: '833.00' };
      const dates = { invoice_date: '2026-10-01', delivery_date: '2026-10-01' };
      const invoice = await save(accountant, { head: { ...head, ...dates, number_printed: `NK-${number}` } });
      const outcome = async () => (await attempt(accountant, 'to_accounting', invoice)).refusal?.code;
      expect(await outcome()).toBe('bank_data_unconfirmed');
      await demo.web.sql('update client set bank_change_second_person = false');
      expect(await outcome()).toBe('bank_data_unconfirmed');
      await demo.web.sql('update client set bank_change_second_person = true');
      const { waiting } = await second.get<{ waiting: { id: number }[] }>(
        `{ waiting: supplier_bank_change(where: { supplier_id: { _eq: ${made.id} }, state: { _eq: "pending" } }) { id } }`,
      );
      await second.get(`mutation { supplier_bank_change_confirm(id: ${waiting[0]?.id}) { id } }`);
      expect(await outcome()).toBeUndefined();
    },
  );
});

describe('AUTH-37 INV-33 the account of an invoice', () => {
  it('APPR-17 is not confirmed by who brought the invoice, if it was read from it', async () => {
    const [supplier] = await demo.web.sql<{ id: string }>(
      "insert into supplier (tenant_id, name, external_id) values ($1, 'Gelesen', '75008') returning id",
      [admin.context.tenantId],
    );
    const head = {
      ...checkable,
      supplier_id: Number(supplier?.id),
      client_id,
      tax: '0',
      total_brutto: '96.00',
    };
    const dates = { invoice_date: '2026-10-01', delivery_date: '2026-10-01' };
    const invoice = await save(accountant, {
      head: { ...head, ...dates, iban: 'DE75512108001245126199', number_printed: 'NK-75008' },
    });
    await demo.web.sql(
      "update invoice set creator_id = $2, iban_by_id = null, money_by_ids = '{}' where id = $1",
      [invoice.id, second.context.userId],
    );
    const confirmedBy = async (who: WebCaller) =>
      (await attempt(who, 'confirm_bank_data', invoice)).refusal?.code;
    expect(await confirmedBy(second)).toBe('second_person_required');
    expect(await confirmedBy(admin)).toBeUndefined();
  });

  it('is confirmed by the assignee only if no one else could, and records that', async () => {
    const [supplier] = await demo.web.sql<{ id: string }>(
      "insert into supplier (tenant_id, name, external_id) values ($1, 'Allein bestätigt', '75009') returning id",
      [admin.context.tenantId],
    );
    const supplier_id = Number(supplier?.id);
    const head = { ...checkable, supplier_id, client_id, iban: 'DE02120300000000202051', tax: '0' };
    const dates = { invoice_date: '2026-10-01', delivery_date: '2026-10-01' };
    const invoice = await save(admin, {
      head: { ...head, ...dates, total_brutto: '97.00', number_printed: 'NK-75009' },
    });
    const confirm = async () => (await attempt(admin, 'confirm_bank_data', invoice)).refusal?.code;
    expect(await confirm()).toBe('second_person_required');
    // No possible confirmer was deactivated recently.
    await demo.web.sql('alter table lb_user disable trigger touch');
    await demo.web.sql(
      `update lb_user set active = false, put_out_at = null, updated_at = now() - interval '8 days'
       where tenant_id = $1 and id <> $2 and roles && '{user-admin,user-can-insert-supplier}'`,
      [admin.context.tenantId, admin.context.userId],
    );
    expect(await confirm()).toBeUndefined();
    const written = await demo.web.sql(
      'select iban, state, at_once, is_untold from supplier_bank_change where supplier_id = $1',
      [supplier_id],
    );
    expect(written).toEqual([{ iban: head.iban, state: 'confirmed', at_once: true, is_untold: true }]);
    expect((await attempt(admin, 'to_accounting', invoice)).refusal?.code).not.toBe('bank_data_unconfirmed');
  });
});
