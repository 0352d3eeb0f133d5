import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { MonthEndQuery } from '../../src/features/month-end/model.ts';
import { add, ids, invoice, office, openSetup, order, read, shown, together } from './setup.ts';

const totalling = (net: string) => ({ total_netto: net, total_brutto: net });

/** Drills with freight: six of ten arrived on 20 March, and a quarter was invoiced on the 25th. */
async function drills(): Promise<void> {
  const id = await order('drills', {
    number: '501',
    order_number_formatted: 'PO-000501',
    ...totalling('1050'),
  });
  await add('tools', 'supplier', { name: 'Werkzeug Wiese' });
  const line = await add('drill', 'procurement_line', {
    ...{
      created_at: '2026-03-01T08:00:00Z',
      procurement_id: id,
      description: 'Bohrer',
      quantity: '10',
      total_netto: '1000',
      supplier_id: ids.tools,
    },
  });
  await add('freight', 'procurement_line', {
    ...{
      procurement_id: id,
      created_at: '2026-03-01T08:00:00Z',
      description: 'Fracht',
      kind: 'freight',
      quantity: '1',
      total_netto: '50',
      supplier_id: ids.tools,
    },
  });
  await add('sent', 'procurement_supplier_order', {
    ...{ procurement_id: id, supplier_id: ids.tools, state: 'sent', sent_at: '2026-03-05T09:00:00Z' },
  });
  await add('came', 'goods_receipt', {
    ...{
      procurement_id: id,
      procurement_line_id: line,
      quantity: '6',
      received_at: '2026-03-20T23:30:00+01',
    },
  });
  await office.owner.query('update procurement_line set quantity_received = 6 where id = $1', [line]);
  const invoiceId = await invoice('drills', {
    ...{
      procurement_id: id,
      invoice_date: '2026-03-25',
      total_netto: '250',
      exported_at: '2026-04-02T08:00:00Z',
    },
  });
  await add('charged', 'invoice_line', {
    invoice_id: invoiceId,
    procurement_line_id: line,
    total_netto: '250',
  });
}

/** Paper in dollars, invoiced above the order before anything arrived. */
async function paper(): Promise<void> {
  const id = await order('paper', {
    number: '502',
    currency: 'USD',
    exchange_rate: '0.8',
    ...totalling('500'),
    submitted_at: '2026-03-10T09:00:00Z',
  });
  await add('sheets', 'procurement_line', {
    procurement_id: id,
    created_at: '2026-03-01T08:00:00Z',
    description: 'Papier',
    quantity: '5',
    total_netto: '500',
    supplier_id: null,
  });
  await invoice('paper', {
    ...{
      procurement_id: id,
      invoice_date: '2026-03-31',
      total_netto: '600',
      currency: 'USD',
      exchange_rate: '0.85',
    },
  });
}

beforeAll(async () => {
  await openSetup();
  await together(async () => {
    await drills();
    await paper();
  });
});
afterAll(() => office.close());

describe('DASH-07 goods received, not invoiced', () => {
  const columns = ['number', 'line', 'cost_center', 'ordered', 'received', 'invoiced', 'net'];

  it('received goods count with their share of the order minus invoices; freight arrives with the first goods', async () => {
    const answer = await read('received_not_invoiced', '2026-03-31');
    expect(shown(answer, ...columns)).toEqual([
      ['PO-000501', 'Bohrer', '4100 Werkstatt', '1000.00', '600.00', '250.00', '350.00'],
      ['PO-000501', 'Fracht', '4100 Werkstatt', '50.00', '50.00', '0.00', '50.00'],
    ]);
    expect(answer.totals).toMatchObject([
      { currency: 'EUR', period: null, amounts: { received: '650.00', net: '400.00' } },
    ]);
  });

  it('GEN-14 a late receipt counts on its day in the tenant’s time zone', async () => {
    expect((await read('received_not_invoiced', '2026-03-19')).count).toBe(0);
    expect(shown(await read('received_not_invoiced', '2026-03-20'), 'net')).toEqual([['600.00'], ['50.00']]);
  });

  it('filters by company, department and cost center', async () => {
    const count = async (scope: Partial<MonthEndQuery>) =>
      (await read('received_not_invoiced', '2026-03-31', scope)).count;
    expect(await count({ client: Number(ids.company), cost_center: Number(ids.workshop) })).toBe(2);
    expect(await count({ client: 404 })).toBe(0);
    expect(await count({ department: 404 })).toBe(0);
    expect(await count({ cost_center: 404 })).toBe(0);
  });
});

describe('DASH-07 invoiced, not received', () => {
  it('counts up to the order value, with the excess apart; each document uses its own rate', async () => {
    const answer = await read('invoiced_not_received', '2026-03-31');
    expect(shown(answer, 'name', 'ordered', 'received', 'invoiced', 'net', 'beyond')).toEqual([
      ['paper', '400.00', '0.00', '400.00', '400.00', '110.00'],
    ]);
    expect((await read('invoiced_not_received', '2026-03-30')).count).toBe(0);
  });
});

describe('DASH-07 open commitments', () => {
  beforeAll(async () => {
    const terms = {
      term_type: 'fixed',
      start_date: '2026-01-01',
      duration: '12',
      duration_unit_type: 'month',
      renewal_type: 'none',
    };
    for (const [name, direction, values] of [
      // Half a euro per dollar (PRICE-07).
      ['Wartung', 'outgoing', { currency: 'USD', exchange_rate: '0.5' }],
      ['Untermiete', 'incoming', {}],
      ['Reinigung', 'outgoing', { terminated_on: '2026-05-05', agreed_end: '2026-06-30' }],
    ] as const) {
      await together(async () => {
        const id = await add(name, 'contract', {
          ...{
            timeline_id: (await office.add('timeline')).id,
            name,
            status: 'active',
            client_id: ids.company,
            ...terms,
            ...values,
          },
          ...{
            payment_direction: direction,
            usage_type: 'monthly',
            contract_date: '2025-12-01',
            cost_center_id: ids.workshop,
          },
        });
        const total = 'currency' in values ? '200' : '100';
        await add(`${name} line`, 'contract_line', { contract_id: id, total });
      });
    }
  });

  it('are ordered minus invoiced amounts, and contracts until their earliest end', async () => {
    const answer = await read('commitments', '2026-03-31');
    expect(
      shown(answer, 'document', 'name', 'line', 'ends_on', 'ordered', 'invoiced', 'released', 'net'),
    ).toEqual([
      ['procurement', 'drills', 'Bohrer', null, '1000.00', '250.00', '0.00', '750.00'],
      ['procurement', 'drills', 'Fracht', null, '50.00', '0.00', '0.00', '50.00'],
      ['contract', 'Wartung', null, '2026-12-31', null, null, null, '900.00'],
      ['contract', 'Reinigung', null, '2026-12-31', null, null, null, '900.00'],
    ]);
    expect(answer.totals).toMatchObject([{ currency: 'EUR', amounts: { net: '2600.00' } }]);
  });

  it('CON-28 a notice counts from the day of its arrival', async () => {
    const ends = async (day: string) =>
      (await read('commitments', day)).rows
        .filter(({ name }) => name === 'Reinigung')
        .map(({ ends_on, net }) => [ends_on, net]);
    expect(await ends('2026-05-04')).toEqual([['2026-12-31', expect.any(String)]]);
    expect(await ends('2026-05-31')).toEqual([['2026-06-30', '100.00']]);
    expect(await ends('2026-06-30')).toEqual([]);
  });

  it('end on the day when the order is completed short or nothing more is to be invoiced', async () => {
    const net = async (day: string) =>
      (await read('commitments', day)).rows
        .filter(({ name }) => name === 'drills')
        .map(({ released, net: own }) => [released, own]);
    const today =
      (
        await office.db.sql<{ day: string }>('select (now() at time zone $1)::date::text as day', [
          'Europe/Berlin',
        ])
      )[0]?.day ?? '';
    const before = await net('2026-03-31');
    const id = await idOf('drills');
    await office.owner.query("update procurement set status = 'completed' where id = $1", [id]);
    expect(await net(today)).toEqual([
      ['400.00', '350.00'],
      ['0.00', '50.00'],
    ]);
    await office.owner.query('update procurement set completely_invoiced = true where id = $1', [id]);
    expect(await net(today)).toEqual([]);
    const left = (await read('received_not_invoiced', today)).rows.filter(({ name }) => name === 'drills');
    expect(left).toEqual([]);
    expect(await net('2026-03-31')).toEqual(before);
  });
});

async function idOf(name: string): Promise<string> {
  return (
    (await office.db.sql<{ id: string }>('select id from procurement where name = $1', [name]))[0]?.id ?? ''
  );
}

describe('DASH-07 invoices not exported', () => {
  it('are listed by the month of their date until the day of export', async () => {
    await invoice('late', { invoice_date: '2026-02-14', total_netto: '80', status: 'approval' });
    await invoice('gone', { invoice_date: '2026-02-15', total_netto: '90', status: 'declined' });
    const answer = await read('not_exported', '2026-03-31');
    expect(shown(answer, 'period', 'number', 'status', 'net')).toEqual([
      ['2026-02', 'RE-late', 'approval', '80.00'],
      ['2026-03', 'RE-drills', 'accounting', '250.00'],
      ['2026-03', 'RE-paper', 'accounting', '510.00'],
    ]);
    expect(answer.totals.map(({ period, amounts }) => [period, amounts.net])).toEqual([
      ['2026-02', '80.00'],
      ['2026-03', '760.00'],
      [null, '840.00'],
    ]);
    expect(shown(await read('not_exported', '2026-04-02'), 'number')).toEqual([['RE-late'], ['RE-paper']]);
  });
});

describe('DASH-07 DISC-01 discounts', () => {
  beforeAll(async () => {
    await invoice('discount', {
      ...{ invoice_date: '2026-03-03', total_netto: '1000', total_tax: '190', total_brutto: '1190' },
      ...{
        discount_1_percentage: '3',
        discount_1_amount: '35.70',
        discount_1_days: '10',
        discount_1_date: '2026-03-13',
      },
      ...{
        discount_2_percentage: '2',
        discount_2_amount: '23.80',
        discount_2_days: '20',
        discount_2_date: '2026-03-23',
      },
      ...{ paid: 'true', paid_on: '2026-03-20' },
    });
  });

  it.each([
    ['2026-03-12', '0.00', '0.00', '30.00'],
    ['2026-03-13', '0.00', '0.00', '30.00'],
    ['2026-03-14', '0.00', '10.00', '20.00'],
    ['2026-03-31', '20.00', '10.00', '0.00'],
  ])('as of %s %s is gained, %s lost and %s open, as shares of the net', async (day, ...amounts) => {
    const answer = await read('discounts', day);
    expect(shown(answer, 'number', 'gained', 'lost', 'open')).toEqual([['RE-discount', ...amounts]]);
  });

  it('are those of one month', async () => {
    expect((await read('discounts', '2026-04-30')).count).toBe(0);
  });
});

describe('DASH-07 DASH-05 ROLE-06 lists contain no invisible documents', () => {
  it.each([
    'received_not_invoiced',
    'invoiced_not_received',
    'commitments',
    'not_exported',
    'discounts',
  ] as const)('%s', async (list) => {
    const stranger = await office.person(['user-price', 'user-dashboard']);
    for (const day of ['2026-03-31', '2026-08-31'])
      expect(await read(list, day, { who: stranger })).toMatchObject({ count: 0, rows: [], totals: [] });
  });

  it('PROC-20 a person who sees the order sees its invoiced amounts', async () => {
    const buyer = await office.person(['user-price', 'user-dashboard', 'user-see-all-orders']);
    const answer = await read('invoiced_not_received', '2026-03-31', { who: buyer });
    expect(shown(answer, 'name', 'net')).toEqual([['paper', '400.00']]);
    expect((await read('not_exported', '2026-03-31', { who: buyer })).count).toBe(0);
  });

  it('GEN-10 lists contain no documents of a switched-off module', async () => {
    const turn = (value: string) =>
      office.owner.query("update configuration set value = $1 where key = 'module_procurement'", [value]);
    await turn('false');
    expect((await read('received_not_invoiced', '2026-03-31')).count).toBe(0);
    expect(shown(await read('commitments', '2026-03-31'), 'document')).toEqual([['contract'], ['contract']]);
    await turn('true');
  });
});
