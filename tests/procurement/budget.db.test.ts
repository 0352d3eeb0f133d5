import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { type Caller, type DemoApi, demoApi } from '../support/demo-api.ts';
import { catalogueLines, commandCall, completeForm, type Document, on, refused, run } from './requests.ts';

/** A fresh demo per test, whose requester's cost center has exactly one budget of 10,000. */
describe('budgets', () => {
  let demo: DemoApi;
  let requester: Caller;
  let admin: Caller;
  let costCenter: number;
  let budget: number;

  beforeEach(async () => {
    await demo?.close();
    demo = await demoApi();
    requester = await demo.person('requester@demo.test');
    admin = await demo.person('admin@demo.test');
    costCenter = Number((await completeForm(requester)).cost_center_id);
    await demo.db.sql('delete from procurement where cost_center_id = $1', [costCenter]);
    await demo.db.sql('delete from budget where cost_center_id = $1', [costCenter]);
    budget = await insertBudget({ value: '10000' });
  });
  afterAll(() => demo?.close());

  async function insertBudget(columns: Record<string, unknown>): Promise<number> {
    const { insert_budget_one: row } = await admin.get<{ insert_budget_one: { id: number } }>(
      'mutation ($object: budget_insert_input!) { insert_budget_one(object: $object) { id } }',
      {
        object: {
          cost_center_id: costCenter,
          name: 'Jahresbudget',
          start: '2026-01-01',
          end: '2099-12-31',
          ...columns,
        },
      },
    );
    return row.id;
  }

  async function draftWorth(net: string): Promise<Document> {
    const [line] = await catalogueLines(requester, 1, '1');
    return await run(requester, 'save', {
      head: await completeForm(requester),
      lines: [{ ...line, price_netto: net, price_mode: 'net' }],
    });
  }

  async function free(): Promise<number> {
    const { cost_center_by_pk: found } = await admin.get<{ cost_center_by_pk: { free_budget: number } }>(
      'query ($id: bigint!) { cost_center_by_pk(id: $id) { free_budget } }',
      { id: costCenter },
    );
    return found.free_budget;
  }

  /** An invoice as it will come later, linked to the order and in a status that counts. */
  async function invoice(order: Document, net: string, completely = false): Promise<void> {
    await demo.db.sql(
      `with p as (select * from procurement where id = $1),
       t as (insert into timeline (tenant_id) select tenant_id from p returning id),
       i as (insert into invoice (tenant_id, timeline_id, creator_id, status, procurement_id, invoice_date, cost_center_id,
               total_netto, total_tax, total_brutto)
             select p.tenant_id, t.id, p.creator_id, 'approval', p.id, current_date, p.cost_center_id, $2, 0, $2 from p, t
             returning tenant_id, id)
       insert into invoice_line (tenant_id, invoice_id, total_netto) select tenant_id, id, $2 from i`,
      [order.id, net],
    );
    if (completely)
      await demo.db.sql('update procurement set completely_invoiced = true where id = $1', [order.id]);
  }

  it('BUD-07 the worked example: orders reserve, linked invoices take over, an overdraft asks', async () => {
    expect(await free()).toBe(10_000);
    const order = await run(requester, 'submit', on(await draftWorth('3000')));
    expect(await free()).toBe(7_000);
    await invoice(order, '1200');
    expect(await free()).toBe(7_000);
    await invoice(order, '2000', true);
    expect(await free()).toBe(6_800);

    const second = await draftWorth('9000');
    expect(await free()).toBe(6_800);
    const refusal = await refused(requester, 'submit', on(second));
    expect(refusal).toMatchObject({ code: 'budget_exceeded', values: { amount: '2200.00' } });
    const submitted = await run(requester, 'submit', on(second, { confirmations: [refusal.confirm?.hash] }));
    expect(submitted.status).toBe('approval');
    expect(await free()).toBe(-2_200);
  });

  it('BUD-02 a budget of one account leaves the other accounts to the not allocated one', async () => {
    await demo.db.sql('delete from budget where id = $1', [budget]);
    const account = Number((await completeForm(requester)).ledger_account_id);
    const { ledger_account: others } = await requester.get<{ ledger_account: { id: number }[] }>(
      'query ($id: bigint!) { ledger_account(limit: 1, where: { id: { _neq: $id } }, order_by: { id: asc }) { id } }',
      { id: account },
    );
    const own = await insertBudget({ value: '500', ledger_account_id: account });
    const rest = await insertBudget({ value: '800', not_allocated: true });
    await run(requester, 'submit', on(await draftWorth('100')));
    const other = await draftWorth('70');
    const moved = await run(requester, 'save', on(other, { head: { ledger_account_id: others[0]?.id } }));
    await run(requester, 'submit', on(moved));
    const { budget: rows } = await admin.get<{ budget: { id: number; consumed: number }[] }>(
      'query ($ids: [bigint!]) { budget(where: { id: { _in: $ids } }, order_by: { id: asc }) { id consumed } }',
      { ids: [own, rest] },
    );
    expect(rows).toEqual([
      { id: own, consumed: 100 },
      { id: rest, consumed: 70 },
    ]);
  });

  it('BUD-01 VAL-33 budgets of one scope may not overlap', async () => {
    const refusal = await admin.refusal(
      'mutation ($object: budget_insert_input!) { insert_budget_one(object: $object) { id } }',
      {
        object: {
          cost_center_id: costCenter,
          name: 'Noch eins',
          value: '1',
          start: '2030-01-01',
          end: '2030-12-31',
        },
      },
    );
    expect(refusal.code).not.toBe('unexpected');
  });

  it('ROLE-07 the free budget is hidden from people without prices', async () => {
    const receiver = await demo.person('receiver@demo.test');
    const { cost_center: rows } = await receiver.get<{ cost_center: { free_budget: number | null }[] }>(
      'query { cost_center { free_budget } }',
    );
    expect(rows.every((row) => row.free_budget === null)).toBe(true);
  });

  it('BUD-06 of 200 simultaneous submissions none overdraws the budget unnoticed', async () => {
    const drafts: Document[] = [];
    for (let place = 0; place < 200; place += 1) drafts.push(await draftWorth('100'));
    const answers = await Promise.all(
      drafts.map(async (draft) => {
        const { query, variables } = commandCall('submit', on(draft));
        return await requester.ask<{ document: Document }>(query, variables);
      }),
    );
    const accepted = answers.filter((answer) => answer.data?.document);
    const codes = answers.flatMap((answer) => answer.errors?.map((error) => error.extensions.code) ?? []);
    expect(accepted).toHaveLength(100);
    expect(new Set(codes)).toEqual(new Set(['budget_exceeded']));
    expect(await free()).toBe(0);
    const numbers = accepted.map((answer) => answer.data?.document.order_number_formatted);
    expect(new Set(numbers).size).toBe(100);
  }, 120_000);
});
