import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addDays } from '../../src/base/day.ts';
import { invoiceFields, invoiceLineFields } from '../../src/features/invoice/fields.ts';
import { isOfMoney } from '../../src/features/invoice/rules.ts';
import { type DemoWeb, demoWeb, type WebCaller } from '../support/demo-web.ts';
import { today, todayInSql } from '../support/today.ts';
import { withoutApprovers } from '../support/without-approvals.ts';
import { act, attempt, checkable, costCenterOf, holderOf, type Invoice, on, save } from './invoices.ts';

let demo: DemoWeb;
let accountant: WebCaller;
let brought = 0;
let supplier: number;
let client: number;
let cost_center_id: number;

/** Both approvers may change invoices; the first has a limit of 1,000, the other none. */
beforeAll(async () => {
  demo = await demoWeb();
  accountant = await demo.person('accountant@demo.test');
  const { tenantId, userId } = accountant.context;
  const idOf = async (table: string) =>
    Number(
      (
        await demo.web.sql<{ id: string }>(
          `select id from ${table} where tenant_id = $1 order by id limit 1`,
          [tenantId],
        )
      )[0]?.id,
    );
  [supplier, client] = [await idOf('supplier'), await idOf('client')];
  cost_center_id = await costCenterOf(demo, tenantId, client);
  await withoutApprovers(demo.web);
  await demo.web.sql(
    `insert into supplier_approver (tenant_id, supplier_id, lb_user_id) select s.tenant_id, s.id, u.id
     from supplier s join lb_user u on u.tenant_id = s.tenant_id
     where s.tenant_id = $1 and u.email in ('approver1@demo.test', 'approver2@demo.test')`,
    [tenantId],
  );
  await demo.web.sql(
    `update lb_user set approval_limit = case email when 'approver1@demo.test' then 1000 end,
       roles = array(select distinct unnest(roles || '{user-can-change-invoices,user-price}'))
     where email in ('approver1@demo.test', 'approver2@demo.test')`,
  );
  await demo.web.sql(
    `update client set min_approval = 1, user_invoice_manual_check_id = $2, user_invoice_clearing_id = $2,
       bank_change_second_person = false where tenant_id = $1`,
    [tenantId, userId],
  );
});
afterAll(() => demo.close());

function typed(head: object = {}, lines?: readonly object[]): Promise<Invoice> {
  brought += 1;
  return save(accountant, {
    head: {
      ...checkable,
      number_printed: `GP-${brought}`,
      supplier_id: supplier,
      client_id: client,
      cost_center_id,
      invoice_date: addDays(today(), -brought),
      delivery_date: addDays(today(), -brought),
      tax: '0',
      currency: 'EUR',
      total_brutto: '100.00',
      ...head,
    },
    ...(lines && { lines }),
  });
}

const waiting = async (head: object = {}) => await act(accountant, 'to_approval', await typed(head));
const raised = (who: WebCaller, invoice: Invoice, head: object) => save(who, { ...on(invoice), head });

describe('INV-32 a person who changes value, payee or account of an invoice', () => {
  it('cannot be its only approver, but another approver can', async () => {
    const asked = await waiting();
    const first = await holderOf(demo, asked);
    const changed = await raised(first, asked, { total_brutto: '150.00' });
    const own = await holderOf(demo, changed);
    expect((await attempt(own, 'approve', changed)).refusal?.code).toBe('separate_check_required');
    await demo.web.sql(
      `update timeline_entry e set lb_user_id = u.id from lb_user u where u.email = 'approver2@demo.test'
       and e.invoice_id = $1 and e.type = 'invoice-financial-approval' and e.completed_at is null`,
      [changed.id],
    );
    const other = await demo.person('approver2@demo.test');
    expect((await act(other, 'approve', changed)).status).toBe('accounting');
  });

  it('may approve if another approval is required anyway, or the company does not require separation', async () => {
    const asked = await waiting();
    const first = await holderOf(demo, asked);
    const large = await raised(first, asked, { total_brutto: '5000.00' });
    const approved = await act(await holderOf(demo, large), 'approve', large);
    expect(approved.status).toBe('financial-approval');
    await demo.web.sql('update client set separate_check = false');
    const again = await waiting();
    const alone = await raised(await holderOf(demo, again), again, { total_brutto: '150.00' });
    expect((await act(await holderOf(demo, alone), 'approve', alone)).status).toBe('accounting');
    await demo.web.sql('update client set separate_check = true');
  });

  it('may approve if no one else may', async () => {
    await demo.web.sql(
      `delete from supplier_approver where lb_user_id = (select id from lb_user where email = 'approver2@demo.test')`,
    );
    const asked = await waiting();
    const alone = await raised(await holderOf(demo, asked), asked, { total_brutto: '150.00' });
    expect((await act(await holderOf(demo, alone), 'approve', alone)).status).toBe('accounting');
    await demo.web.sql(
      `insert into supplier_approver (tenant_id, supplier_id, lb_user_id) select s.tenant_id, s.id, u.id
       from supplier s join lb_user u on u.tenant_id = s.tenant_id and u.email = 'approver2@demo.test'`,
    );
  });
});

describe('INV-32 AUTH-37 a person who blocks the other approvers of an invoice', () => {
  it('does not become its only approver by that within seven days', async () => {
    const asked = await waiting();
    const alone = await raised(await holderOf(demo, asked), asked, { total_brutto: '150.00' });
    const other = "email = 'approver2@demo.test'";
    await demo.web.sql(`update lb_user set blocked = true where ${other}`);
    const holder = await holderOf(demo, alone);
    expect((await attempt(holder, 'approve', alone)).refusal?.code).toBe('separate_check_required');
    await demo.web.sql('alter table lb_user disable trigger touch');
    await demo.web.sql(`update lb_user set updated_at = now() - interval '8 days' where ${other}`);
    await demo.web.sql('alter table lb_user enable trigger touch');
    expect((await act(holder, 'approve', alone)).status).toBe('accounting');
    await demo.web.sql(`update lb_user set blocked = false where ${other}`);
  });
});

describe('ROLE-18 approvers who are all blocked', () => {
  it('do not make the approval unnecessary, even in a company that requires none', async () => {
    await demo.web.sql('update client set min_approval = 0');
    expect((await waiting()).status).toBe('financial-approval');
    await demo.web.sql("update lb_user set blocked = true where email ~ '^approver[12]@demo'");
    const left = await typed();
    expect(left.actions.map(({ key }) => key)).not.toContain('to_accounting');
    expect((await attempt(accountant, 'to_approval', left)).refusal?.code).toBe('needs_min_approval');
    await demo.web.sql("update lb_user set blocked = false where email ~ '^approver[12]@demo'");
    await demo.web.sql('update client set min_approval = 1');
  });
});

describe('INV-32 a date', () => {
  it('more than 31 days ahead needs a confirmation in the check and in the approval', async () => {
    const near = await typed({ invoice_date: addDays(today(), 31) });
    expect((await attempt(accountant, 'to_approval', near)).refusal).toBeUndefined();
    const far = await typed({ invoice_date: addDays(today(), 32) });
    const { refusal } = await attempt(accountant, 'to_approval', far);
    expect(refusal?.code).toBe('date_far_ahead');
    const asked = await act(accountant, 'to_approval', far, {
      confirmations: [refusal?.confirm?.hash ?? ''],
    });
    expect((await attempt(await holderOf(demo, asked), 'approve', asked)).refusal?.code).toBe(
      'date_far_ahead',
    );
  });

  it('before the first fiscal year of the company needs a confirmation in the check and in the approval', async () => {
    const [years] = await demo.web.sql<{ first: string; before: string }>(
      `select make_date(y, 4, 1)::text as first, make_date(y, 3, 31)::text as before
       from (select extract(year from ${todayInSql} - interval '15 months')::int as y) k`,
    );
    await demo.web.sql(`update client set fiscal_year_start = '04-01', created_at = now() where id = $1`, [
      client,
    ]);
    const { first = '', before = '' } = years ?? {};
    const of = (invoice_date: string) => typed({ invoice_date, delivery_date: invoice_date });
    const within = await of(first);
    expect((await attempt(accountant, 'to_approval', within)).refusal).toBeUndefined();
    const early = await of(before);
    const { refusal } = await attempt(accountant, 'to_approval', early);
    expect(refusal?.code).toBe('date_before_first_year');
    const asked = await act(accountant, 'to_approval', early, {
      confirmations: [refusal?.confirm?.hash ?? ''],
    });
    expect((await attempt(await holderOf(demo, asked), 'approve', asked)).refusal?.code).toBe(
      'date_before_first_year',
    );
    // A booking in that year proves that the fiscal year existed.
    await demo.web.sql('update invoice set exported_at = now(), invoice_date = $2 where id = $1', [
      within.id,
      before,
    ]);
    expect((await attempt(await holderOf(demo, asked), 'approve', asked)).refusal).toBeUndefined();
  });

  it('outside the budgets of its cost center needs a confirmation', async () => {
    const { tenantId } = accountant.context;
    const [row] = await demo.web.sql<{ id: string }>(
      `with made as (insert into cost_center (tenant_id, number, name) values ($1, '9900', 'Halle') returning id),
         linked as (insert into cost_center_client (tenant_id, cost_center_id, client_id) select $1, id, $2 from made)
       insert into budget (tenant_id, cost_center_id, name, value, start, "end")
         select $1, id, 'Halle', 10000, $3, $4 from made returning cost_center_id as id`,
      [tenantId, client, addDays(today(), -30), addDays(today(), 30)],
    );
    const cost_center_id = Number(row?.id);
    const within = await typed({ cost_center_id, invoice_date: addDays(today(), -2) });
    expect((await attempt(accountant, 'to_approval', within)).refusal).toBeUndefined();
    const before = await typed({ cost_center_id, invoice_date: addDays(today(), -60) });
    expect((await attempt(accountant, 'to_approval', before)).refusal?.code).toBe('date_outside_budget');
  });
});

describe('APPR-18 lines of different signs', () => {
  it('count with the amount charged, so that +50,000 and -49,900 do not count as 100', async () => {
    const line = { kind: 'item', quantity: '1', tax_percentage: '0', tax_category: 'S' };
    const invoice = await typed({ total_brutto: '100.00' }, [
      { ...line, description: 'Maschine', total_netto: '50000.00' },
      { ...line, description: 'Rücknahme', total_netto: '-49900.00' },
    ]);
    const asked = await act(accountant, 'to_approval', invoice);
    const approvers = asked.timeline.timeline_entries
      .filter(({ type }) => type === 'invoice-financial-approval')
      .map(({ lb_user }) => lb_user?.email);
    expect(approvers).toEqual(['approver1@demo.test', 'approver2@demo.test']);
  });
});

describe('INV-32 a change of the money of an invoice', () => {
  it('is a change of an account or a cost center, in the head or a line', async () => {
    const [books] = await demo.web.sql<{ account: string; center: string; department: string }>(
      `select (select min(a.id) from ledger_account a where a.tenant_id = k.tenant_id and a.active and not exists (
           select from client_ledger_account l where l.ledger_account_id = a.id)) as account,
         k.cost_center_id as center,
         (select min(d.department_id) from department_client d where d.client_id = $1) as department
       from cost_center_client k where k.client_id = $1 order by k.cost_center_id limit 1`,
      [client],
    );
    const account = { ledger_account_id: Number(books?.account) };
    const center = { cost_center_id: Number(books?.center) };
    const line = { kind: 'item', description: 'Ware', quantity: '1', tax_percentage: '0', tax_category: 'Z' };
    const one = { ...line, total_netto: '100.00' };
    const changes: readonly Record<string, unknown>[] = [
      { head: account },
      { head: center },
      { head: { department_id: Number(books?.department) } },
      { head: { payment_method: 'CREDIT_CARD' } },
      { head: { paid: true } },
      { lines: [{ ...one, ...account }] },
      { lines: [{ ...one, ...center }] },
      { lines: [one, { ...one, total_netto: '10.00' }, { ...one, total_netto: '-10.00' }] },
    ];
    for (const change of changes) {
      const asked = await act(accountant, 'to_approval', await typed({}, [one]));
      const changed = await save(await holderOf(demo, asked), { ...on(asked), ...change });
      const { refusal } = await attempt(await holderOf(demo, changed), 'approve', changed);
      expect([change, refusal?.code]).toEqual([change, 'separate_check_required']);
    }
    const asked = await waiting();
    const renamed = await raised(await holderOf(demo, asked), asked, { notes: 'Gesehen' });
    expect((await act(await holderOf(demo, renamed), 'approve', renamed)).status).toBe('accounting');
  });

  it('APPR-09 includes typing it, if the company lets its creator approve it', async () => {
    const { tenantId, userId } = accountant.context;
    await demo.web.sql("update client set self_approval = 'allowed'");
    await demo.web.sql(
      'insert into supplier_approver (tenant_id, supplier_id, lb_user_id) values ($1, $2, $3) on conflict do nothing',
      [tenantId, supplier, userId],
    );
    const own = await save(accountant, { ...on(await typed()), approver_ids: [userId] });
    const asked = await act(accountant, 'to_approval', own);
    expect((await holderOf(demo, asked)).context.userId).toBe(userId);
    expect((await attempt(accountant, 'approve', asked)).refusal?.code).toBe('separate_check_required');
    await demo.web.sql("update client set self_approval = 'never'");
    await demo.web.sql('delete from supplier_approver where lb_user_id = $1', [userId]);
  });

  it('TL-27 is a change of a field marked as money, and of no other field', async () => {
    for (const [table, declared, derived] of [
      ['invoice', invoiceFields, ['amount_due', 'total_netto', 'total_tax']],
      ['invoice_line', invoiceLineFields, []],
    ] as const) {
      const [row] = await demo.web.sql<{ noted: string }>(
        `select pg_get_triggerdef(oid) as noted from pg_trigger where tgname = 'note_money_hand' and tgrelid = $1::regclass`,
        [table],
      );
      const noted = [...(row?.noted ?? '').matchAll(/old\.(\w+)/g)].map(([, column = '']) => column);
      const ofMoney = Object.keys(declared).filter(isOfMoney);
      expect(noted.toSorted()).toEqual([...ofMoney, ...derived].toSorted());
    }
  });

  it('is also a change of the currency or the rate', async () => {
    for (const change of [`currency = 'GBP'`, 'exchange_rate = 25']) {
      const { id } = await waiting();
      await demo.web.sql(`update invoice set currency = 'CHF' where id = $1`, [id]);
      const [row] = await demo.web.sql<{ hands: string[] }>(
        `with acting as (select set_config('app.actor_id', '7', true))
         update invoice set ${change} from acting where id = $1 returning money_by_ids::text[] as hands`,
        [id],
      );
      expect(row?.hands, change).toContain('7');
    }
  });
});
