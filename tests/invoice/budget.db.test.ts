import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  catalogueLines,
  completeForm,
  type Document,
  on as onRequest,
  run,
} from '../procurement/requests.ts';
import { type DemoWeb, demoWeb, type WebCaller } from '../support/demo-web.ts';
import { inDepth } from '../support/depth.ts';
import { thisYear } from '../support/today.ts';
import { act, attempt, checkable, holderOf, type Invoice, on, save, wayOn } from './invoices.ts';

const year = thisYear();

let demo: DemoWeb;
let accountant: WebCaller;
let requester: WebCaller;
let head: Record<string, unknown>;
let form: Record<string, unknown>;
let costCenter: number;
let brought = 0;

beforeAll(async () => {
  demo = await demoWeb();
  [accountant, requester] = await Promise.all([
    demo.person('accountant@demo.test'),
    demo.person('requester@demo.test'),
  ]);
  form = await completeForm(requester);
  await demo.web.sql('update client set can_delete_document_directly = true where id = $1', [form.client_id]);
  const [supplier] = await demo.web.sql<{ id: string }>(
    'select id from supplier where tenant_id = $1 order by id limit 1',
    [accountant.context.tenantId],
  );
  const { client_id, department_id } = form;
  head = { supplier_id: Number(supplier?.id), client_id, department_id, tax: '0' };
});
afterAll(() => demo.close());

/** Each test has its own cost center with a budget of 10,000 for this year. */
beforeEach(async () => {
  brought += 1;
  const [row] = await demo.web.sql<{ id: string }>(
    `insert into cost_center (tenant_id, number, name) values ($1, $2, $3) returning id`,
    [accountant.context.tenantId, `9${brought}00`, `Werkstatt ${brought}`],
  );
  costCenter = Number(row?.id);
  const { tenantId } = accountant.context;
  await demo.web.sql(
    'insert into cost_center_client (tenant_id, cost_center_id, client_id) values ($1, $2, $3)',
    [tenantId, costCenter, form.client_id],
  );
  await demo.web.sql(
    'insert into department_cost_center (tenant_id, cost_center_id, department_id) values ($1, $2, $3)',
    [tenantId, costCenter, form.department_id],
  );
  await budget(costCenter, '10000');
});

async function budget(center: number, value: string): Promise<void> {
  await demo.web.sql(
    `insert into budget (tenant_id, cost_center_id, name, value, start, "end") values ($1, $2, 'Jahresbudget', $3, $4, $5)`,
    [accountant.context.tenantId, center, value, `${year}-01-01`, `${year}-12-31`],
  );
}

async function free(center = costCenter): Promise<number> {
  const { cost_center_by_pk: found } = await accountant.get<{ cost_center_by_pk: { free_budget: number } }>(
    'query ($id: bigint!) { cost_center_by_pk(id: $id) { free_budget } }',
    { id: center },
  );
  return found.free_budget;
}

/** An order of this net value, submitted by its requester. */
async function order(net: string): Promise<Document> {
  const [line] = await catalogueLines(requester, 1, '1');
  const draft = await run(requester, 'save', {
    head: { ...form, cost_center_id: costCenter },
    lines: [{ ...line, supplier_id: head.supplier_id, price_netto: net, price_mode: 'net' }],
  });
  return await run(requester, 'submit', onRequest(draft));
}

/** An invoice over this amount, entered by the accountant; without lines it counts on its own cost center. */
async function invoice(gross: string, more: Record<string, unknown> = {}): Promise<Invoice> {
  brought += 1;
  return await save(accountant, {
    head: {
      ...head,
      number_printed: `RE-${brought}`,
      ...checkable,
      invoice_date: `${year}-03-${String(1 + (brought % 28)).padStart(2, '0')}`,
      payment_method: 'ONLINE_PAYMENT',
      total_brutto: gross,
      cost_center_id: costCenter,
      ...more,
    },
  });
}

/** An approved credit note. */
async function approvedCredit(gross: string, more: Record<string, unknown> = {}): Promise<Invoice> {
  const credit = await invoice(gross, more);
  await demo.web.sql(`update invoice set status = 'accounting' where id = $1`, [credit.id]);
  return credit;
}

async function openValue({ id }: Document) {
  const [row] = await demo.web.sql<{ open_value: string; completely_invoiced: boolean }>(
    'select open_value::float::text as open_value, completely_invoiced from procurement where id = $1',
    [id],
  );
  return row;
}

describe('BUD-07 the worked example, with invoices', () => {
  it('an order reserves budget, its invoices replace the reservation, and an overrun needs a confirmation', async () => {
    expect(await free()).toBe(10_000);
    const first = await order('3000');
    expect(await free()).toBe(7_000);
    await invoice('1200', { procurement_id: first.id });
    expect(await openValue(first)).toEqual({ open_value: '1800', completely_invoiced: false });
    expect(await free()).toBe(7_000);
    await invoice('2000', { procurement_id: first.id });
    expect(await openValue(first)).toEqual({ open_value: '-200', completely_invoiced: true });
    expect(await free()).toBe(6_800);

    const large = await invoice('9000');
    expect(await free()).toBe(-2_200);
    const { refusal } = await attempt(accountant, wayOn(large), large);
    expect(refusal).toMatchObject({
      code: 'budget_exceeded',
      values: { amount: '2200.00', currency: 'EUR' },
    });
    const confirmations = [refusal?.confirm?.hash ?? ''];
    const forwarded = await act(accountant, wayOn(large), large, { confirmations });
    expect(await free()).toBe(-2_200);
    expect(forwarded.timeline.timeline_entries.map(({ message_code }) => message_code)).toContain(
      'budget_exceeded',
    );
    if (forwarded.status !== 'financial-approval') return;
    const approver = await holderOf(demo, forwarded);
    expect((await attempt(approver, 'approve', forwarded)).refusal).toMatchObject({
      code: 'budget_exceeded',
      values: { amount: '2200.00' },
    });
  });
});

describe('BUD-03 BUD-04 the budget used by an invoice', () => {
  it('is zero within its order, even with an overdrawn budget, and the excess beyond it', async () => {
    const first = await order('9000');
    await invoice('1500');
    expect(await free()).toBe(-500);
    const within = await invoice('4000', { procurement_id: first.id });
    expect((await attempt(accountant, wayOn(within), within)).refusal).toBeUndefined();

    const beyond = await invoice('5300', { procurement_id: first.id, invoice_date: `${year}-04-01` });
    const asked = await attempt(accountant, wayOn(beyond), beyond);
    expect(asked.refusal).toMatchObject({ code: 'invoice_exceeds_order', values: { amount: '300.00' } });
    const confirmations = [asked.refusal?.confirm?.hash ?? ''];
    expect((await attempt(accountant, wayOn(beyond), beyond, { confirmations })).refusal).toMatchObject({
      code: 'budget_exceeded',
      values: { amount: '800.00' },
    });
  });

  it('counts on the cost centers and accounts of its lines, in the period of its date', async () => {
    const [other] = await demo.web.sql<{ id: string }>(
      `insert into cost_center (tenant_id, number, name) values ($1, $2, 'Lager') returning id`,
      [accountant.context.tenantId, `8${brought}`],
    );
    const stock = Number(other?.id);
    await demo.web.sql(
      'insert into cost_center_client (tenant_id, cost_center_id, client_id) values ($1, $2, $3)',
      [accountant.context.tenantId, stock, form.client_id],
    );
    await budget(stock, '50');
    const line = { description: 'Schrauben', quantity: '1', tax_percentage: '0', tax_category: 'Z' };
    const split = await invoice('300');
    const saved = await save(accountant, {
      ...on(split),
      lines: [
        { ...line, total_netto: '200' },
        { ...line, total_netto: '100', cost_center_id: stock },
      ],
    });
    expect([await free(), await free(stock)]).toEqual([9_800, -50]);
    expect((await attempt(accountant, wayOn(saved), saved)).refusal).toMatchObject({
      code: 'budget_exceeded',
      values: { amount: '50.00', cost_center: 'Lager' },
    });
    const earlier = await save(accountant, { ...on(saved), head: { invoice_date: `${year - 1}-12-31` } });
    expect([await free(), await free(stock)]).toEqual([10_000, 50]);
    // No cost center has a budget for that year (INV-32).
    expect((await attempt(accountant, wayOn(earlier), earlier)).refusal).toMatchObject({
      code: 'date_outside_budget',
    });
  });

  it('INV-31 a credit note gives back once approved, and nothing once discarded', async () => {
    const charged = await invoice('400');
    const lone = await invoice('-100');
    const credit = await save(accountant, { ...on(lone), head: { corrects_invoice_id: charged.id } });
    expect(await free()).toBe(9_600);
    const waiting = await act(accountant, wayOn(credit), credit);
    expect([waiting.status, await free()]).toEqual(['financial-approval', 9_600]);
    const approved = await act(await holderOf(demo, waiting), 'approve', waiting);
    expect([approved.status, await free()]).toEqual(['accounting', 9_700]);
    // An increase gives nothing back before it is approved.
    const raised = await save(accountant, { ...on(approved), head: { total_brutto: '-300' } });
    expect(await free()).toBe(9_600);
    await save(accountant, { ...on(raised), head: { total_brutto: '-100' } });
    expect(await free()).toBe(9_700);
    await act(accountant, 'discard', charged, { comment: 'doppelt' });
    expect(await free()).toBe(10_000);
  });

  it('INV-31 a credit note frees no budget that its invoice did not use', async () => {
    const charged = await invoice('400');
    const [other] = await demo.web.sql<{ id: string }>(
      `insert into cost_center (tenant_id, number, name) values ($1, $2, 'Lager') returning id`,
      [accountant.context.tenantId, `7${brought}`],
    );
    const foreign = Number(other?.id);
    await budget(foreign, '50');
    const credit = await approvedCredit('-100', { corrects_invoice_id: charged.id });
    expect([await free(), await free(foreign)]).toEqual([9_700, 50]);
    await demo.web.sql('update invoice set cost_center_id = $2 where id = $1', [credit.id, foreign]);
    expect([await free(), await free(foreign)]).toEqual([9_600, 50]);
    // Gives back the amount that its invoice charges there.
    await demo.web.sql('update invoice set cost_center_id = $2 where id = $1', [charged.id, foreign]);
    expect([await free(), await free(foreign)]).toEqual([10_000, -250]);
  });

  it('is zero without a cost center, which the approver must confirm', async () => {
    const approving = async (more: Record<string, unknown>) => {
      const asked = await act(accountant, 'to_approval', await invoice('300', more));
      const { refusal } = await attempt(await holderOf(demo, asked), 'approve', asked);
      return refusal?.code;
    };
    expect(await approving({})).toBeUndefined();
    const before = await free();
    expect(await approving({ cost_center_id: null })).toBe('cost_center_missing');
    expect(await free()).toBe(before);
    // The company has no budget for that day.
    const earlier = { cost_center_id: null, invoice_date: `${year - 1}-12-15` };
    expect(await approving(earlier)).toBeUndefined();
  });

  it('is zero without a cost center, which the check must confirm if no approval is needed', async () => {
    const { tenantId } = accountant.context;
    await demo.web.sql(
      "insert into configuration (tenant_id, key, value) values ($1, 'invoice_approval', 'never')",
      [tenantId],
    );
    const lone = await invoice('300', { cost_center_id: null });
    const { refusal } = await attempt(accountant, 'to_accounting', lone);
    expect(refusal?.code).toBe('cost_center_missing');
    const charged = await act(accountant, 'to_accounting', await invoice('300'));
    // Removing the cost center later also needs a confirmation.
    const emptied = await save(accountant, { ...on(charged), head: { cost_center_id: null } });
    expect((await attempt(accountant, 'to_export', emptied)).refusal?.code).toBe('cost_center_missing');
    await demo.web.sql("delete from configuration where tenant_id = $1 and key = 'invoice_approval'", [
      tenantId,
    ]);
  });

  it('includes the other invoice in the figures of two concurrent questions', async () => {
    const [one, other] = [await invoice('6000'), await invoice('5000')];
    const colleague = await demo.person('admin@demo.test');
    await demo.web.sql('update timeline_entry set lb_user_id = $2 where invoice_id = $1 and entry_no = 1', [
      other.id,
      colleague.context.userId,
    ]);
    const answers = await Promise.all([
      attempt(accountant, wayOn(one), one),
      attempt(colleague, wayOn(other), other),
    ]);
    expect(answers.map(({ refusal }) => [refusal?.code, refusal?.values?.amount])).toEqual([
      ['budget_exceeded', '1000.00'],
      ['budget_exceeded', '1000.00'],
    ]);
  });

  it('APPR-16 blocks the invoice in its check if the company blocks overruns', async () => {
    await demo.web.sql("update client set when_budget_exceeded = 'block' where id = $1", [form.client_id]);
    const large = await invoice('10000.01');
    const { refusal } = await attempt(accountant, wayOn(large), large);
    await demo.web.sql("update client set when_budget_exceeded = 'confirm' where id = $1", [form.client_id]);
    expect(refusal).toMatchObject({ code: 'budget_exceeded', values: { amount: '0.01' } });
    expect(refusal?.confirm).toBeUndefined();
  });
});

describe('PROC-21 the open value of an order', () => {
  it('changes with partial invoices, credit notes, discards and a change of the order', async () => {
    const first = await order('1000');
    const part = await invoice('400', { procurement_id: first.id });
    await invoice('-40', { procurement_id: first.id });
    expect((await openValue(first))?.open_value).toBe('600');
    await approvedCredit('-50', { procurement_id: first.id });
    expect(await openValue(first)).toEqual({ open_value: '650', completely_invoiced: false });
    const rest = await invoice('650', { procurement_id: first.id });
    expect(await openValue(first)).toEqual({ open_value: '0', completely_invoiced: true });
    await act(accountant, 'discard', rest, { comment: 'falsch' });
    expect(await openValue(first)).toEqual({ open_value: '650', completely_invoiced: false });
    expect(await free()).toBe(9_000);
    await save(accountant, { ...on(part), head: { procurement_id: null } });
    expect(await openValue(first)).toEqual({ open_value: '1050', completely_invoiced: false });
  });

  it('reappears when the invoice that completed the order is discarded after a credit note', async () => {
    const first = await order('1000');
    const whole = await invoice('1000', { procurement_id: first.id });
    await approvedCredit('-100', { procurement_id: first.id });
    expect(await openValue(first)).toEqual({ open_value: '100', completely_invoiced: true });
    await act(accountant, 'discard', whole, { comment: 'falsch' });
    expect(await openValue(first)).toEqual({ open_value: '1100', completely_invoiced: false });
    expect(await free()).toBe(9_000);
  });

  it('PRICE-04 is in the currency of the order, even if the invoice has another one', async () => {
    const first = await order('1000');
    const foreign = await invoice('500', { procurement_id: first.id, currency: 'CZK' });
    await demo.web.sql('update invoice set exchange_rate = 0.04 where id = $1', [foreign.id]);
    expect((await openValue(first))?.open_value).toBe('980');
    await demo.web.sql("update procurement set currency = 'CZK', exchange_rate = 0.05 where id = $1", [
      first.id,
    ]);
    expect((await openValue(first))?.open_value).toBe('500');
    await demo.web.sql("update invoice set currency = 'EUR', exchange_rate = null where id = $1", [
      foreign.id,
    ]);
    expect((await openValue(first))?.open_value).toBe('-9000');
    // The order uses 50 EUR (1,000 CZK) of the budget; the invoice uses only its value beyond that.
    expect(await free()).toBe(9_500);
  });

  it('counts all concurrently linked invoices', async () => {
    const first = await order('1000');
    const [count, amount] = inDepth([8, '150'] as const, [20, '60'] as const);
    const invoices: Invoice[] = [];
    while (invoices.length < count) invoices.push(await invoice(amount));
    await Promise.all(
      invoices.map((one) => save(accountant, { ...on(one), head: { procurement_id: first.id } })),
    );
    expect(await openValue(first)).toEqual({ open_value: '-200', completely_invoiced: true });
    expect(await free()).toBe(8_800);
  });
});
