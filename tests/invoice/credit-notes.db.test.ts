import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type DemoWeb, demoWeb, type WebCaller } from '../support/demo-web.ts';
import { loadAmounts, usesOf } from '../torture/checks/amounts.ts';
import { act, attempt, checkable, type Invoice, save, wayOn } from './invoices.ts';

let demo: DemoWeb;
let accountant: WebCaller;
let brought = 0;
let suppliers: readonly number[];
let client: number;

beforeAll(async () => {
  demo = await demoWeb();
  accountant = await demo.person('accountant@demo.test');
  const idsOf = (table: string) =>
    demo.web.sql<{ id: string }>(`select id from ${table} where tenant_id = $1 order by id limit 2`, [
      accountant.context.tenantId,
    ]);
  suppliers = (await idsOf('supplier')).map(({ id }) => Number(id));
  client = Number((await idsOf('client'))[0]?.id);
  await demo.web.sql('update client set can_delete_document_directly = true');
});
afterAll(() => demo.close());

const brutto = (total_brutto: string, head: object = {}, lines?: readonly object[]) => {
  brought += 1;
  return save(accountant, {
    head: {
      ...checkable,
      number_printed: `GS-${brought}`,
      supplier_id: suppliers[0],
      client_id: client,
      invoice_date: `2026-10-${10 + (brought % 18)}`,
      tax: '0',
      currency: 'EUR',
      total_brutto,
      ...head,
    },
    ...(lines && { lines }),
  });
};
const correcting = (total: string, { id }: Invoice, head: object = {}, lines?: readonly object[]) =>
  brutto(total, { corrects_invoice_id: id, ...head }, lines);

async function problemsOf(invoice: Invoice): Promise<readonly string[]> {
  const { refusal } = await attempt(accountant, wayOn(invoice), invoice);
  return (refusal?.problems ?? []).map(({ code }) => code);
}

describe('INV-31 a credit note', () => {
  it('gives back at most the corrected invoice, together with its other credit notes', async () => {
    const charged = await brutto('100.00');
    expect(await problemsOf(await correcting('-5000.00', charged))).toEqual(['credit_note_exceeds']);
    const second = await brutto('100.00');
    expect(await problemsOf(await correcting('-60.00', second))).toEqual([]);
    expect(await problemsOf(await correcting('-40.01', second))).toEqual(['credit_note_exceeds']);
  });

  it('regains the amount of a discarded credit note', async () => {
    const charged = await brutto('100.00');
    const first = await correcting('-100.00', charged);
    const second = await correcting('-100.00', charged);
    expect(await problemsOf(second)).toEqual(['credit_note_exceeds']);
    await act(accountant, 'discard', first, { comment: 'doppelt' });
    expect(await problemsOf(second)).toEqual([]);
  });

  it('cannot correct an invoice of another supplier or a discarded one', async () => {
    const charged = await brutto('100.00');
    expect(await problemsOf(await correcting('-10.00', charged, { supplier_id: suppliers[1] }))).toEqual([
      'credit_note_other_supplier',
    ]);
    const credit = await correcting('-10.00', charged);
    await act(accountant, 'discard', charged, { comment: 'falsch' });
    expect(await problemsOf(credit)).toEqual(['credit_note_discarded']);
  });

  it('cannot name an order other than that of the corrected invoice', async () => {
    const [order] = await demo.web.sql<{ id: string }>(
      'select id from procurement where tenant_id = $1 and client_id = $2 order by id limit 1',
      [accountant.context.tenantId, client],
    );
    const charged = await brutto('100.00');
    const credit = await correcting('-10.00', charged, { procurement_id: Number(order?.id) });
    expect(await problemsOf(credit)).toEqual(['credit_note_other_order']);
  });
});

describe('INV-31 a credit note gives back by cost center', () => {
  let centers: readonly number[];
  const line = (cost_center_id: number | undefined, total_netto: string) => ({
    ...{ kind: 'item', description: 'Ware', quantity: '1', tax_percentage: '0', tax_category: 'Z' },
    ...{ cost_center_id, total_netto },
  });

  beforeAll(async () => {
    const rows = await demo.web.sql<{ id: string }>(
      `with made as (insert into cost_center (tenant_id, number, name)
         select $1, '97' || n, 'Halle ' || n from generate_series(1, 2) n returning id, number)
       insert into cost_center_client (tenant_id, cost_center_id, client_id)
         select $1, id, $2 from made order by number returning cost_center_id as id`,
      [accountant.context.tenantId, client],
    );
    centers = rows.map(({ id }) => Number(id));
  });

  it('only to cost centers that the invoice has charged', async () => {
    const charged = await brutto('100.00', { cost_center_id: centers[0] });
    const foreign = await correcting('-10.00', charged, { cost_center_id: centers[1] });
    const { refusal } = await attempt(accountant, wayOn(foreign), foreign);
    expect(refusal?.problems).toEqual([
      { field: 'cost_center_id', code: 'credit_note_other_cost_center', values: { cost_center: 'Halle 2' } },
    ]);
    const nowhere = await brutto('100.00');
    expect(await problemsOf(await correcting('-10.00', nowhere, { cost_center_id: centers[1] }))).toEqual([
      'credit_note_other_cost_center',
    ]);
  });

  it('to some of them, up to the remaining amounts', async () => {
    const [first, second] = centers;
    const charged = await brutto('100.00', {}, [line(first, '60.00'), line(second, '40.00')]);
    expect(await problemsOf(await correcting('-50.00', charged, { cost_center_id: first }))).toEqual([]);
    const more = await correcting('-20.00', charged, {}, [line(second, '-5.00'), line(first, '-15.00')]);
    const { refusal } = await attempt(accountant, wayOn(more), more);
    expect(refusal?.problems).toMatchObject([
      { field: 'lines.1.cost_center_id', code: 'credit_note_other_cost_center' },
    ]);
    const rest = await correcting('-30.00', charged, {}, [line(second, '-20.00'), line(first, '-10.00')]);
    await act(accountant, 'discard', more, { comment: 'falsch' });
    expect(await problemsOf(rest)).toEqual([]);
  });
});

describe('INV-31 a credit note gives back where the corrected invoice counts', () => {
  let centers: readonly number[];
  let accounts: readonly number[];
  let order: number;

  /** An order of 100 on the first cost center and account. */
  beforeEach(async () => {
    brought += 1;
    const idsOf = async (table: string) => {
      const rows = await demo.web.sql<{ id: string }>(
        `with made as (insert into ${table} (tenant_id, number, name)
           select $1, '6' || $3 || n, 'Stelle ' || n from generate_series(1, 2) n returning id, number),
         linked as (insert into ${table === 'cost_center' ? 'cost_center_client' : 'client_ledger_account'}
           (tenant_id, ${table}_id, client_id) select $1, id, $2 from made)
         select id from made order by number`,
        [accountant.context.tenantId, client, brought],
      );
      return rows.map(({ id }) => Number(id));
    };
    [centers, accounts] = [await idsOf('cost_center'), await idsOf('ledger_account')];
    const [made] = await demo.web.sql<{ id: string }>(
      `with begun as (insert into timeline (tenant_id) values ($1) returning id),
         made as (insert into procurement (tenant_id, timeline_id, creator_id, name, status, client_id, number, total_netto, total_brutto,
             submitted_at, cost_center_id)
           select $1, id, $2, 'Anlage', 'ordered', $3, 60000 + id, 100, 100, now(), $4 from begun returning id)
       insert into procurement_line (tenant_id, procurement_id, kind, description, quantity, total_netto, ledger_account_id, supplier_id)
         select $1, id, 'item', 'Ware', 1, 100, $5, $6 from made returning procurement_id as id`,
      [accountant.context.tenantId, accountant.context.userId, client, centers[0], accounts[0], suppliers[0]],
    );
    order = Number(made?.id);
  });

  /** The used budgets of the cost centers by account, in the order of `centers` and `accounts`. */
  async function counted(): Promise<readonly string[]> {
    const { tenantId } = accountant.context;
    const rows = await demo.web.sql<{ center: number; account: number; net: string }>(
      `select array_position($2::bigint[], cost_center_id) as center, array_position($3::bigint[], ledger_account_id) as account,
         round(sum(net), 2)::text as net from budget_amount where tenant_id = $1 and cost_center_id = any ($2)
       group by 1, 2 having sum(net) <> 0 order by 1, 2`,
      [tenantId, centers, accounts],
    );
    const stored = await loadAmounts({ sql: demo.web.sql, cast: { tenantId } });
    const second = new Map<string, number>();
    for (const use of usesOf(stored.orders, stored.invoices)) {
      const center = centers.indexOf(use.cost_center_id) + 1;
      if (center === 0) continue;
      const place = `${center} ${accounts.indexOf(use.ledger_account_id ?? 0) + 1 || null}`;
      second.set(place, (second.get(place) ?? 0) + use.net);
    }
    const shown = rows.map(({ center, account, net }) => `${center} ${account}: ${net}`);
    const again = [...second].filter(([, net]) => Math.abs(net) > 0.001);
    expect(again.map(([place, net]) => `${place}: ${net.toFixed(2)}`).toSorted()).toEqual(shown.toSorted());
    return shown;
  }

  const approved = ({ id }: Invoice) =>
    demo.web.sql("update invoice set status = 'completed' where id = $1", [id]);

  it('of an order: at the order, and to no other cost center of the invoice', async () => {
    const charged = await brutto('100.00', { procurement_id: order, cost_center_id: centers[1] });
    expect(await counted()).toEqual(['1 1: 100.00']);
    const foreign = await correcting('-10.00', charged, { cost_center_id: centers[1] });
    expect(await problemsOf(foreign)).toEqual(['credit_note_other_cost_center']);
    await approved(foreign);
    expect(await counted()).toEqual(['1 1: 100.00']);
    const within = await correcting('-10.00', charged, { cost_center_id: centers[0] });
    expect(await problemsOf(within)).toEqual([]);
    await approved(within);
    expect(await counted()).toEqual(['1 1: 90.00']);
  });

  it('of an order: also if the invoice inherits the cost center of the order', async () => {
    const charged = await brutto('100.00', { procurement_id: order });
    const credit = await correcting('-10.00', charged, { procurement_id: order, cost_center_id: centers[0] });
    expect(await problemsOf(credit)).toEqual([]);
    const foreign = await correcting('-11.00', charged, {
      procurement_id: order,
      cost_center_id: centers[1],
    });
    expect(await problemsOf(foreign)).toEqual(['credit_note_other_cost_center']);
  });

  it('on another account: on the accounts of the invoice, up to what other credit notes leave', async () => {
    const line = (place: number, total_netto: string) => ({
      ...{ kind: 'item', description: 'Ware', quantity: '1', tax_percentage: '0', tax_category: 'Z' },
      ...{ cost_center_id: centers[0], ledger_account_id: accounts[place], total_netto },
    });
    const charged = await brutto('100.00', {}, [line(0, '75.00'), line(1, '25.00')]);
    await approved(await correcting('-10.00', charged, {}, [line(1, '-10.00')]));
    expect(await counted()).toEqual(['1 1: 175.00', '1 2: 15.00']);
    const [rebates] = await demo.web.sql<{ id: string }>(
      "insert into ledger_account (tenant_id, number, name) values ($1, '5760', 'Boni') returning id",
      [accountant.context.tenantId],
    );
    const head = { cost_center_id: centers[0], ledger_account_id: Number(rebates?.id) };
    const rebate = await correcting('-20.00', charged, head);
    expect(await problemsOf(rebate)).toEqual([]);
    await approved(rebate);
    expect(await counted()).toEqual(['1 1: 158.33', '1 2: 11.67']);
  });

  it('of several: together at most the amount used on an account', async () => {
    const line = (place: number, total_netto: string) => ({
      ...{ kind: 'item', description: 'Ware', quantity: '1', tax_percentage: '0', tax_category: 'Z' },
      ...{ cost_center_id: centers[0], ledger_account_id: accounts[place], total_netto },
    });
    const charged = await brutto('100.00', {}, [line(0, '75.00'), line(1, '25.00')]);
    const [first, second] = [
      await correcting('-20.00', charged, {}, [line(1, '-20.00')]),
      await correcting('-20.00', charged, {}, [line(1, '-20.00')]),
    ];
    expect(await problemsOf(second)).toEqual([]);
    await approved(first);
    expect(await counted()).toEqual(['1 1: 175.00', '1 2: 5.00']);
    await approved(second);
    expect(await counted()).toEqual(['1 1: 145.00', '1 2: 15.00']);
    await demo.web.sql("update invoice set status = 'declined' where id = $1", [first.id]);
    expect(await counted()).toEqual(['1 1: 175.00', '1 2: 5.00']);
  });
});

describe('INV-29 a document referenced by an invoice', () => {
  const stays = (what: string, id: unknown) =>
    expect(demo.web.sql(`delete from ${what} where id = $1`, [id])).rejects.toThrow(/hangs on/);

  it.each(['procurement', 'contract'])('%s cannot be deleted by anyone', async (table) => {
    const [row] = await demo.web.sql<{ id: string }>(
      `select id from ${table} where tenant_id = $1 order by id limit 1`,
      [accountant.context.tenantId],
    );
    const invoice = await brutto('10.00');
    await demo.web.sql(`update invoice set ${table}_id = $2 where id = $1`, [invoice.id, row?.id]);
    await stays(table, row?.id);
  });

  it('corrected invoice cannot be deleted', async () => {
    const charged = await brutto('100.00');
    await correcting('-10.00', charged);
    await stays('invoice', charged.id);
  });

  it('draft of a request cannot be deleted by its creator', async () => {
    const requester = await demo.person('requester@demo.test');
    const { procurement_save: draft } = await requester.get<{
      procurement_save: { id: number; timeline: { content_version: number } };
    }>(
      `mutation { procurement_save(idempotency_key: "${crypto.randomUUID()}", head: { name: "Entwurf" }) {
        id timeline { content_version } } }`,
    );
    const invoice = await brutto('10.00');
    await demo.web.sql('update invoice set procurement_id = $2 where id = $1', [invoice.id, draft.id]);
    const { errors } = await requester.ask(
      `mutation ($id: bigint!, $version: Int!) {
        procurement_delete_draft(idempotency_key: "${crypto.randomUUID()}", id: $id, expected_version: $version) { id } }`,
      { id: draft.id, version: draft.timeline.content_version },
    );
    expect(errors?.[0]?.extensions.code).toBe('document_needed');
  });
});
