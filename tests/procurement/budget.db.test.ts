import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { sum } from '../../src/base/money.ts';
import { type BudgetRow, budgetFigures } from '../../src/document/budget/budget-figures.ts';
import type { CountedAmount } from '../../src/document/budget/budget-scope.ts';
import { plannedAmounts } from '../../src/document/web/budget/planned-amounts.ts';
import { type Caller, type DemoApi, demoApi } from '../support/demo-api.ts';
import { inDepth } from '../support/depth.ts';
import { today, todayInSql } from '../support/today.ts';
import {
  catalogueLines,
  commandCall,
  completeForm,
  type Document,
  load,
  on,
  refused,
  run,
} from './requests.ts';

/** A fresh demo per test. The requester's cost center has exactly one budget of 10,000. */
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

  /** Approves as each current assignee; returns the final status, or the code of a refusal. */
  async function approvedBy(id: number): Promise<string | undefined> {
    for (;;) {
      const document = await load(admin, id);
      if (document?.status !== 'approval') return document?.status;
      const { current_entry_no: current, timeline_entries: entries } = document.timeline;
      const email = entries.find(({ entry_no }) => entry_no === current)?.lb_user?.email ?? '';
      const { query, variables } = commandCall('approve', on(document));
      const { errors } = await (await demo.person(email)).ask(query, variables);
      if (errors?.[0]) return errors[0].extensions.code;
    }
  }

  async function free(): Promise<number> {
    const { cost_center_by_pk: found } = await admin.get<{ cost_center_by_pk: { free_budget: number } }>(
      'query ($id: bigint!) { cost_center_by_pk(id: $id) { free_budget } }',
      { id: costCenter },
    );
    return found.free_budget;
  }

  interface InvoiceOptions {
    readonly completely?: boolean;
    readonly status?: string;
    readonly day?: string;
  }

  /** Inserts a counted invoice linked to the order; returns its id. */
  async function invoice(order: Document, net: string, options: InvoiceOptions = {}): Promise<number> {
    const rows = await demo.db.sql<{ invoice_id: string }>(
      `with p as (select * from procurement where id = $1),
       t as (insert into timeline (tenant_id) select tenant_id from p returning id),
       i as (insert into invoice (tenant_id, timeline_id, creator_id, status, procurement_id, invoice_date, cost_center_id,
               total_netto, total_tax, total_brutto)
             select p.tenant_id, t.id, p.creator_id, $3, p.id, coalesce($4::date, ${todayInSql}), p.cost_center_id, $2, 0, $2
             from p, t
             returning tenant_id, id)
       insert into invoice_line (tenant_id, invoice_id, total_netto) select tenant_id, id, $2 from i returning invoice_id`,
      [order.id, net, options.status ?? 'approval', options.day ?? null],
    );
    if (options.completely)
      await demo.db.sql('update procurement set completely_invoiced = true where id = $1', [order.id]);
    return Number(rows[0]?.invoice_id);
  }

  type Counted = Omit<CountedAmount, 'net'> & { readonly net: number };

  /** Reads like the page, in one query: the budget, and the part of the document in it. */
  async function readUse(table: 'procurement' | 'invoice', id: number) {
    // Only its creator sees a draft.
    const reader = table === 'procurement' ? requester : admin;
    const answer = await reader.get<{
      budget_by_pk: BudgetRow & { readonly value: number; readonly consumed: number };
      document: { counted_amounts: readonly Counted[] };
    }>(
      `query ($budget: bigint!, $id: bigint!) {
        budget_by_pk(id: $budget) { id name value consumed start end not_allocated ledger_account_id }
        document: ${table}_by_pk(id: $id) { counted_amounts }
      }`,
      { budget, id },
    );
    const { budget_by_pk: row, document } = answer;
    const counted = document.counted_amounts.map((one) => ({ ...one, net: String(one.net) }));
    return { row: { ...row, value: String(row.value), consumed: String(row.consumed) }, counted };
  }

  async function countedNet(table: 'procurement' | 'invoice', id: number): Promise<number | null> {
    const { counted } = await readUse(table, id);
    return counted.length === 0 ? null : Number(sum(counted.map(({ net }) => net)));
  }

  /** The figures on the page of a saved request, worth `net` before it counts. */
  async function shown({ id }: Document, net: string) {
    const { row, counted } = await readUse('procurement', id);
    const head = { cost_center: { id: costCenter, name: '' }, ledger_account: null };
    const line = {
      price_netto: net,
      price_brutto: null,
      price_mode: 'net',
      quantity: '1',
      tax: '19',
    } as const;
    const planned = plannedAmounts(
      { head, lines: [{ ...line, cost_center: null, ledger_account: null }] },
      '1',
    );
    const day = today();
    const use = {
      ...{ costCenterId: costCenter, day, counted, above: [] },
      planned: counted.length > 0 ? null : planned,
    };
    return budgetFigures([row], use).map(({ used, own, free }) => ({ used, own, free }))[0];
  }

  it('BUD-07 worked example: orders reserve, linked invoices replace them, and an overdraft asks', async () => {
    expect(await free()).toBe(10_000);
    const order = await run(requester, 'submit', on(await draftWorth('3000')));
    expect(await free()).toBe(7_000);
    expect(await shown(order, '3000')).toEqual({ used: '0.00', own: '3000.00', free: '7000.00' });
    const first = await invoice(order, '1200');
    expect(await free()).toBe(7_000);
    expect(await shown(order, '3000')).toEqual({ used: '0.00', own: '3000.00', free: '7000.00' });
    const further = await invoice(order, '2000', { completely: true });
    expect(await free()).toBe(6_800);
    expect(await shown(order, '3000')).toEqual({ used: '200.00', own: '3000.00', free: '6800.00' });
    expect([await countedNet('invoice', first), await countedNet('invoice', further)]).toEqual([0, 200]);

    const second = await draftWorth('9000');
    expect(await free()).toBe(6_800);
    expect(await shown(second, '9000')).toEqual({ used: '3200.00', own: '9000.00', free: '-2200.00' });
    const refusal = await refused(requester, 'submit', on(second));
    expect(refusal).toMatchObject({ code: 'budget_exceeded', values: { amount: '2200.00' } });
    const submitted = await run(requester, 'submit', on(second, { confirmations: [refusal.confirm?.hash] }));
    expect(submitted.status).toBe('approval');
    expect(await free()).toBe(-2_200);
    expect(await shown(submitted, '9000')).toEqual({ used: '3200.00', own: '9000.00', free: '-2200.00' });
  });

  describe('BUD-04 the amount of a document in the consumption', () => {
    const change = (order: Document, columns: string) =>
      demo.db.sql(`update procurement set ${columns} where id = $1`, [order.id]);

    it('is empty for a request before submission or after a decline, and complete in between', async () => {
      const draft = await draftWorth('100');
      expect(await countedNet('procurement', draft.id)).toBeNull();
      const order = await run(requester, 'submit', on(draft));
      for (const status of ['approval', 'approved', 'ordered', 'clearing', 'completed']) {
        await change(order, `status = '${status}'`);
        expect(await countedNet('procurement', order.id)).toBe(status === 'completed' ? 0 : 100);
      }
      for (const status of ['draft', 'open', 'declined']) {
        await change(order, `status = '${status}'`);
        expect(await countedNet('procurement', order.id)).toBeNull();
      }
      expect(await free()).toBe(10_000);
    });

    it('BUD-03 is per line’s own cost center and account, in company currency, on the day of submission', async () => {
      const order = await run(requester, 'submit', on(await draftWorth('100')));
      const { counted } = await readUse('procurement', order.id);
      const { ledger_account_id, submitted_on: day } = (
        await demo.db.sql<{ ledger_account_id: string; submitted_on: string }>(
          "select ledger_account_id, (submitted_at at time zone 'Europe/Berlin')::date::text as submitted_on from procurement where id = $1",
          [order.id],
        )
      )[0] ?? { ledger_account_id: 0, submitted_on: '' };
      expect(counted).toEqual([
        { cost_center_id: costCenter, ledger_account_id: Number(ledger_account_id), day, net: '100' },
      ]);
      const rows = await demo.db.sql<{ id: string }>(
        `update procurement_line set cost_center_id = (select id from cost_center c where c.tenant_id = procurement_line.tenant_id
           and c.id <> $2 order by c.id limit 1) where procurement_id = $1 returning cost_center_id as id`,
        [order.id, costCenter],
      );
      await change(order, "currency = 'USD', exchange_rate = 0.5");
      expect((await readUse('procurement', order.id)).counted).toMatchObject([
        { cost_center_id: Number(rows[0]?.id), net: '50' },
      ]);
    });

    it('is the received amount once the request is completed', async () => {
      const order = await run(requester, 'submit', on(await draftWorth('100')));
      await demo.db.sql('update procurement_line set quantity_received = 0.25 where procurement_id = $1', [
        order.id,
      ]);
      await change(order, "status = 'ordered'");
      expect(await countedNet('procurement', order.id)).toBe(100);
      await change(order, "status = 'completed'");
      expect(await countedNet('procurement', order.id)).toBe(25);
      expect(await free()).toBe(9_975);
    });

    it('is the invoiced amount once the request is completely invoiced, up to its own value', async () => {
      const order = await run(requester, 'submit', on(await draftWorth('100')));
      await change(order, 'completely_invoiced = true');
      expect(await countedNet('procurement', order.id)).toBe(0);
      expect(await free()).toBe(10_000);
      await invoice(order, '60', { status: 'completed' });
      const declined = await invoice(order, '500', { status: 'declined' });
      expect(await countedNet('procurement', order.id)).toBe(60);
      expect(await countedNet('invoice', declined)).toBeNull();
      expect(await free()).toBe(9_940);
      const further = await invoice(order, '60', { status: 'export' });
      expect(await countedNet('procurement', order.id)).toBe(100);
      expect(await countedNet('invoice', further)).toBe(20);
      expect(await free()).toBe(9_880);
      // A credit note counts once it is approved (INV-31).
      await invoice(order, '-60');
      expect(await free()).toBe(9_880);
      await invoice(order, '-60', { status: 'accounting' });
      expect(await free()).toBe(9_940);
    });

    it('BUD-03 is an invoice’s own part of the excess, even with earlier invoices in another period', async () => {
      const order = await run(requester, 'submit', on(await draftWorth('100')));
      await invoice(order, '90', { day: '2025-12-20' });
      const later = await invoice(order, '30', { day: '2026-01-10' });
      expect(await countedNet('invoice', later)).toBe(20);
      expect(await free()).toBe(9_880);
    });

    it('is the whole invoice if its request does not count', async () => {
      const order = await run(requester, 'submit', on(await draftWorth('100')));
      await change(order, "status = 'declined'");
      await invoice(order, '30');
      expect(await free()).toBe(9_970);
    });

    it('ROLE-07 is hidden from people without prices', async () => {
      const { id } = await run(requester, 'submit', on(await draftWorth('100')));
      await demo.db.sql("update lb_user set roles = array_remove(roles, 'user-price') where email = $1", [
        'requester@demo.test',
      ]);
      const reader = await demo.person('requester@demo.test');
      const answer = await reader.get<{ procurement_by_pk: { counted_amounts: unknown } }>(
        'query ($id: bigint!) { procurement_by_pk(id: $id) { counted_amounts } }',
        { id },
      );
      expect(answer.procurement_by_pk.counted_amounts).toBeNull();
    });
  });

  it('BUD-02 an account budget leaves other accounts to the unallocated budget', async () => {
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

  it('BUD-01 VAL-33 budgets of one scope must not overlap', async () => {
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

  it('BUD-04 APPR-16 in a blocking company, documents waiting for the same budget do not block each other', async () => {
    const waiting: Document[] = [];
    for (let place = 0; place < 6; place += 1)
      waiting.push(await run(requester, 'submit', on(await draftWorth('1000'))));
    await demo.db.sql(
      "update client set when_budget_exceeded = 'block', min_approval = 1 where tenant_id = $1",
      [requester.context.tenantId],
    );
    // Enough for four of the six waiting ones.
    await demo.db.sql('update budget set value = 4000 where id = $1', [budget]);
    const refusal = await refused(requester, 'submit', on(await draftWorth('1')));
    expect(refusal).toMatchObject({ code: 'budget_exceeded', values: { amount: '2001.00' } });
    const statuses = await Promise.all(waiting.map(({ id }) => approvedBy(id)));
    expect(statuses.filter((status) => status === 'approved')).toHaveLength(4);
    expect(statuses.filter((status) => status === 'budget_exceeded')).toHaveLength(2);
  });

  it('BUD-06 simultaneous submissions never overdraw the budget unnoticed', async () => {
    const { submissions, worth } = inDepth(
      { submissions: 20, worth: 1000 },
      { submissions: 200, worth: 100 },
    );
    const enough = 10_000 / worth;
    const drafts: Document[] = [];
    for (let place = 0; place < submissions; place += 1) drafts.push(await draftWorth(String(worth)));
    const submit = async (draft: Document) => {
      const { query, variables } = commandCall('submit', on(draft));
      const isPutOff = ({ errors = [] }: { errors?: readonly { extensions: { code: string } }[] }) =>
        errors.some(({ extensions }) => extensions.code === 'too_many_requests');
      // Calls that are asked to come again are repeated unchanged (API-39, API-44).
      let answer = await requester.ask<{ document: Document }>(query, variables);
      while (isPutOff(answer)) answer = await requester.ask<{ document: Document }>(query, variables);
      return answer;
    };
    const answers = await Promise.all(drafts.map(submit));
    const accepted = answers.filter((answer) => answer.data?.document);
    const codes = answers.flatMap((answer) => answer.errors?.map((error) => error.extensions.code) ?? []);
    expect(accepted).toHaveLength(enough);
    expect(new Set(codes)).toEqual(new Set(['budget_exceeded']));
    expect(await free()).toBe(0);
    const numbers = accepted.map((answer) => answer.data?.document.order_number_formatted);
    expect(new Set(numbers).size).toBe(enough);
  }, 120_000);
});
