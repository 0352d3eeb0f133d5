import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { type Caller, type DemoApi, demoApi } from '../support/demo-api.ts';
import { act, catalogueLines, completeForm, type Document, notation, on, refused, run } from './requests.ts';

/** A fresh demo per test. The company requires one approval, and only the first approver is linked. */
describe('required approvers', () => {
  let demo: DemoApi;
  let requester: Caller;
  let approver: Caller;
  /** Places orders without the right to change them. */
  let sender: Caller;
  let form: Record<string, unknown>;

  beforeEach(async () => {
    await demo?.close();
    demo = await demoApi();
    requester = await demo.person('requester@demo.test');
    approver = await demo.person('approver1@demo.test');
    sender = await demo.person('selector@demo.test');
    form = await completeForm(requester);
    await demo.db.sql('delete from budget');
    await demo.db.sql('delete from procurement');
  });
  afterAll(() => demo?.close());

  const tenant = () => requester.context.tenantId;

  /** One line worth 100. */
  async function draft(line: Record<string, unknown> = {}): Promise<Document> {
    const [first] = await catalogueLines(requester, 1, '1');
    return await run(requester, 'save', {
      head: form,
      lines: [{ ...first, price_netto: '100', price_mode: 'net', ...line }],
    });
  }

  /** Approved; the sender must place the order. */
  async function approved(): Promise<Document> {
    const submitted = await run(
      requester,
      'submit',
      on(await draft(), { send_order_id: sender.context.userId }),
    );
    return await act(approver, 'approve', submitted);
  }

  /** The persons of the open approvals, in order. */
  function approvals(document: Document): string[] {
    const current = document.timeline.current_entry_no;
    return notation(document)
      .slice(current)
      .filter((entry) => entry.includes(' approval '))
      .map((entry) => entry.split(' ')[2] ?? '');
  }

  async function budgetOf(costCenter: unknown, value: string): Promise<void> {
    await demo.db.sql(
      `insert into budget (tenant_id, cost_center_id, name, start, "end", value)
       values ($1, $2, 'Jahresbudget', '2020-01-01', '2099-12-31', $3)`,
      [tenant(), costCenter, value],
    );
  }

  async function otherCostCenter(): Promise<number> {
    const [found] = await demo.db.sql<{ id: string }>(
      `select c.id from cost_center c where c.tenant_id = $1 and c.id <> $2 and c.active
         and exists (select from cost_center_client l where l.cost_center_id = c.id and l.client_id = $3)
         and exists (select from department_cost_center l where l.cost_center_id = c.id and l.department_id = $4)
       order by c.id limit 1`,
      [tenant(), form.cost_center_id, form.client_id, form.department_id],
    );
    return Number(found?.id);
  }

  async function companyWants(whenBudgetExceeded: string): Promise<void> {
    await demo.db.sql('update client set when_budget_exceeded = $2 where id = $1', [
      form.client_id,
      whenBudgetExceeded,
    ]);
  }

  it('APPR-16 the required approvers of a cost center with an exceeded budget approve in addition', async () => {
    const center = await otherCostCenter();
    const buyer = await demo.person('buyer@demo.test');
    await budgetOf(center, '50');
    await companyWants('additional_approval');
    const before = approvals(await run(requester, 'submit', on(await draft())));
    expect(before).not.toContain('buyer');

    const line = { cost_center_id: center };
    const unanswered = await refused(requester, 'submit', on(await draft(line)));
    expect(unanswered).toMatchObject({ code: 'budget_exceeded', confirm: { code: 'budget_exceeded' } });

    await demo.db.sql(
      `insert into cost_center_approver (tenant_id, cost_center_id, lb_user_id, is_required) values ($1, $2, $3, true)
       on conflict do nothing`,
      [tenant(), center, buyer.context.userId],
    );
    const submitted = await run(requester, 'submit', on(await draft(line)));
    expect(approvals(submitted)).toEqual(expect.arrayContaining([...before, 'buyer']));
    const [remark] = await demo.db.sql(
      `select e.message_values ->> 'cost_center' as center from timeline_entry e
       where e.procurement_id = $1 and e.message_code = 'budget_exceeded'`,
      [submitted.id],
    );
    expect(remark).toBeDefined();
  });

  it('APPR-16 ROLE-18 an exceeded budget is no question if its required approvers are all blocked', async () => {
    await budgetOf(form.cost_center_id, '50');
    await companyWants('additional_approval');
    const buyer = await demo.person('buyer@demo.test');
    await demo.db.sql('delete from cost_center_approver where cost_center_id = $1 and is_required', [
      form.cost_center_id,
    ]);
    expect(await refused(requester, 'submit', on(await draft()))).toMatchObject({
      code: 'budget_exceeded',
      confirm: {},
    });
    await demo.db.sql(
      `insert into cost_center_approver (tenant_id, cost_center_id, lb_user_id, is_required) values ($1, $2, $3, true)
       on conflict (tenant_id, cost_center_id, lb_user_id) do update set is_required = true`,
      [tenant(), form.cost_center_id, buyer.context.userId],
    );
    await demo.db.sql('update lb_user set blocked = true where id = $1', [buyer.context.userId]);
    const refusal = await refused(requester, 'submit', on(await draft()));
    expect([refusal.code, refusal.confirm]).toEqual(['budget_exceeded', undefined]);
  });

  it('APPR-16 a blocking company refuses to submit exceeded budgets, even with a confirmation', async () => {
    await budgetOf(form.cost_center_id, '50');
    await companyWants('block');
    const refusal = await refused(requester, 'submit', on(await draft()));
    expect(refusal.code).toBe('budget_exceeded');
    expect(refusal.confirm).toBeUndefined();
  });

  it('PROC-13 APPR-06 an order with a new supplier needs the approvers of that supplier', async () => {
    const document = await approved();
    const [line] = document.procurement_lines;
    const [other] = await demo.db.sql<{ id: string }>(
      'select id from supplier where tenant_id = $1 and id <> $2 and active order by id limit 1',
      [tenant(), line?.supplier_id],
    );
    const boss = await demo.person('approver3@demo.test');
    await demo.db.sql(
      'insert into supplier_approver (tenant_id, supplier_id, lb_user_id, is_required) values ($1, $2, $3, true)',
      [tenant(), other?.id, boss.context.userId],
    );
    const changed = await run(
      sender,
      'save',
      on(document, { lines: [{ id: line?.id, supplier_id: Number(other?.id) }] }),
    );
    expect(changed.status).toBe('approval');
    expect(approvals(changed)).toContain('approver3');
  });

  it('PROC-13 BUD-06 API-41 an order that grows beyond the budget asks with the new figure, and accepts the confirmation', async () => {
    const document = await approved();
    await budgetOf(form.cost_center_id, '150');
    const lines = document.procurement_lines.map(({ id }) => ({ id, quantity: '2' }));
    const asked = await refused(sender, 'save', on(document, { lines }));
    expect(asked).toMatchObject({ code: 'budget_exceeded', values: { amount: '50.00' } });
    const changed = await run(sender, 'save', on(document, { lines, confirmations: [asked.confirm?.hash] }));
    expect(changed.status).toBe('approval');
  });
});
