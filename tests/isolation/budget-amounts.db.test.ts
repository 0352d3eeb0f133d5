import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Row } from '../support/tenants.ts';
import { Office } from './people.ts';

let office: Office;
let costCenter: Row;
let order: Row;
let orders = 0;

beforeAll(async () => {
  office = await Office.open();
  costCenter = await office.add('cost_center');
});
afterAll(() => office.close());

interface Kept {
  readonly procurement_id: string | null;
  readonly invoice_id: string | null;
  readonly day: string;
  readonly is_decided: boolean;
  readonly net: string;
}

/** Late in the evening of the 30th of June in Berlin, while it is the 1st of July in Tokyo. */
const evening = '2025-06-30T20:30:00Z';

beforeEach(async () => {
  const { id } = await office.add('timeline');
  orders += 1;
  order = await office.add('procurement', {
    timeline_id: id,
    number: String(90_000 + orders),
    status: 'ordered',
    submitted_at: evening,
    cost_center_id: costCenter.id,
    total_netto: '100',
    total_brutto: '100',
    total_tax: '0',
    exchange_rate: null,
  });
  await office.add('procurement_line', {
    procurement_id: order.id,
    kind: 'item',
    quantity: '4',
    quantity_received: '0',
    total_netto: '100',
    cost_center_id: null,
  });
});

const run = (text: string, values: readonly unknown[] = []) => office.owner.query(text, [...values]);

async function invoice(net: string, values: Row = {}): Promise<Row> {
  const { id } = await office.add('timeline');
  const row = await office.add('invoice', {
    timeline_id: id,
    procurement_id: order.id,
    cost_center_id: costCenter.id,
    invoice_date: '2025-07-15',
    status: 'approval',
    total_netto: net,
    exchange_rate: null,
    ...values,
  });
  await office.add('invoice_line', { invoice_id: row.id, total_netto: net, cost_center_id: null });
  return row;
}

/** The stored amounts of the order and these invoices, without trailing zeros. */
async function kept(...invoices: readonly Row[]): Promise<readonly Kept[]> {
  const { rows } = await office.owner.query<Kept>(
    `select procurement_id, invoice_id, day::text, is_decided, round(net, 2)::text as net from budget_amount
     where procurement_id = $1 or invoice_id = any ($2) order by invoice_id nulls first`,
    [order.id, invoices.map(({ id }) => id)],
  );
  return rows;
}

const nets = async (...invoices: readonly Row[]) => (await kept(...invoices)).map(({ net }) => net);

describe('BUD-03 BUD-04 the amounts counted in budgets follow changes of documents', () => {
  test('an order counts from its submission until it is declined', async () => {
    const row = { procurement_id: order.id, invoice_id: null, day: '2025-06-30', net: '100.00' };
    expect(await kept()).toEqual([{ ...row, is_decided: true }]);
    await run("update procurement set status = 'approval' where id = $1", [order.id]);
    expect(await kept()).toEqual([{ ...row, is_decided: false }]);
    await run("update procurement set status = 'declined' where id = $1", [order.id]);
    expect(await kept()).toEqual([]);
  });

  test('an order finished with missing goods counts the received goods', async () => {
    await run('update procurement_line set quantity_received = 1 where procurement_id = $1', [order.id]);
    await run("update procurement set status = 'completed' where id = $1", [order.id]);
    expect(await nets()).toEqual(['25.00']);
    await run('update procurement_line set quantity_received = 3 where procurement_id = $1', [order.id]);
    expect(await nets()).toEqual(['75.00']);
    const whole = await invoice('100');
    expect(await nets(whole)).toEqual(['75.00', '25.00']);
    await run('update invoice set total_netto = 75 where id = $1', [whole.id]);
    await run('update procurement set completely_invoiced = true where id = $1', [order.id]);
    expect(await nets(whole)).toEqual(['75.00', '0.00']);
  });

  test('an invoice without lines counts its total, one with an empty line nothing', async () => {
    const bare = await invoice('40', { procurement_id: null });
    await run('delete from invoice_line where invoice_id = $1', [bare.id]);
    expect(await nets(bare)).toEqual(['100.00', '40.00']);
    await office.add('invoice_line', { invoice_id: bare.id, total_netto: null, cost_center_id: null });
    expect(await nets(bare)).toEqual(['100.00', '0.00']);
  });

  test('an invoice counts the excess over its order, and its whole value without an order', async () => {
    const within = await invoice('80');
    expect(await nets(within)).toEqual(['100.00', '0.00']);
    const above = await invoice('50');
    expect(await nets(within, above)).toEqual(['100.00', '0.00', '30.00']);
    await run('update invoice set procurement_id = null where id = $1', [within.id]);
    // The order that its invoices had completed is open again.
    expect(await nets(within, above)).toEqual(['100.00', '80.00', '0.00']);
    await run("update procurement set status = 'declined' where id = $1", [order.id]);
    expect(await nets(within, above)).toEqual(['80.00', '50.00']);
    await run("update invoice set status = 'declined' where id = any ($1)", [[within.id, above.id]]);
    expect(await nets(within, above)).toEqual([]);
  });

  test('a completely invoiced order counts the value taken by its invoices', async () => {
    const only = await invoice('60');
    await run('update procurement set completely_invoiced = true where id = $1', [order.id]);
    expect(await nets(only)).toEqual(['60.00', '0.00']);
    await run('update invoice set total_netto = 90 where id = $1', [only.id]);
    expect(await nets(only)).toEqual(['90.00', '0.00']);
    await run('delete from invoice where id = $1', [only.id]);
    expect(await nets()).toEqual(['0.00']);
  });

  test('GEN-14 the day is that of the company, also when it changes', async () => {
    const setZone = (zone: string) =>
      run(
        `insert into configuration (tenant_id, key, value) values ($2, 'timezone', $1)
         on conflict (tenant_id, client_id, key) do update set value = excluded.value`,
        [zone, office.factory.tenant.id],
      );
    await setZone('Asia/Tokyo');
    expect(await kept()).toMatchObject([{ day: '2025-07-01' }]);
    await setZone('Europe/Berlin');
    expect(await kept()).toMatchObject([{ day: '2025-06-30' }]);
  });
});
