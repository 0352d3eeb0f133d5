import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { round, sum, times } from '../../src/base/money.ts';
import type { MonthEndAnswer, MonthEndQuery } from '../../src/features/month-end/model.ts';
import { randomOf } from './history.ts';
import { add, ids, invoice, office, openSetup, order, read, shown, together } from './setup.ts';

const days = ['2026-02-28', '2026-03-31', '2026-04-30', '2026-05-31'];
const lists = [
  'received_not_invoiced',
  'invoiced_not_received',
  'commitments',
  'not_exported',
  'discounts',
] as const;

const seed = Number(process.env.KONTOR_SEED ?? 7);
const random = randomOf(seed);
const chance = (share: number): boolean => random() < share;
const amount = (max: number): string => String(Math.round(random() * max * 100) / 100 + 1);
const pick = <One>(some: readonly One[]): One => some[Math.floor(random() * some.length)] as One;
const dayOf = (month: number): string =>
  `2026-0${month}-${String(1 + Math.floor(random() * 27)).padStart(2, '0')}`;

interface Known {
  readonly invoice_date: string;
  readonly net: string;
  readonly rate: string;
  readonly exported: string | null;
}

/** The invoices as entered, for sums without the product. */
const entered: Known[] = [];

async function addOrder(place: number): Promise<void> {
  const submitted = `${dayOf(1 + Math.floor(random() * 3))}T09:00:00Z`;
  const id = await order(`order ${place}`, {
    ...{ number: String(700 + place), order_number_formatted: `PO-7${place}`, submitted_at: submitted },
    ...{ total_netto: '1000', total_brutto: '1000', cost_center_id: pick([ids.workshop, ids.office]) },
  });
  for (let line = 0; line < 2; line += 1) {
    const lineId = await add(`line ${place} ${line}`, 'procurement_line', {
      ...{ procurement_id: id, created_at: submitted, quantity: '10', total_netto: '500', supplier_id: null },
    });
    if (chance(0.6)) {
      const quantity = pick(['4', '10']);
      await add(`receipt ${place} ${line}`, 'goods_receipt', {
        ...{
          procurement_id: id,
          procurement_line_id: lineId,
          quantity,
          received_at: `${dayOf(4)}T10:00:00Z`,
        },
      });
      await office.owner.query('update procurement_line set quantity_received = $2 where id = $1', [
        lineId,
        quantity,
      ]);
    }
  }
}

async function addInvoice(place: number): Promise<void> {
  const isForeign = chance(0.3);
  const net = amount(600);
  const known = {
    invoice_date: dayOf(2 + Math.floor(random() * 3)),
    net,
    rate: isForeign ? '0.85' : '1',
    exported: chance(0.4) ? `${dayOf(5)}T10:00:00Z` : null,
  };
  entered.push(known);
  const head = chance(0.6) ? pick(Array.from({ length: orders }, (_, number) => number)) : null;
  const id = await invoice(`invoice ${place}`, {
    ...{ invoice_date: known.invoice_date, total_netto: net, total_brutto: net, exported_at: known.exported },
    ...{ currency: isForeign ? 'USD' : 'EUR', exchange_rate: isForeign ? known.rate : null },
    ...{
      status: pick(['approval', 'accounting', 'export']),
      cost_center_id: pick([ids.workshop, ids.office]),
    },
    procurement_id: head === null ? null : ids[`order ${head}`],
    ...(chance(0.5) ? { discount_1_date: dayOf(4), discount_1_amount: '5.95' } : {}),
    ...(chance(0.3) ? { paid: 'true', paid_on: dayOf(4) } : {}),
  });
  const line = chance(0.4) && head !== null ? ids[`line ${head} 0`] : null;
  await add(`invoice line ${place}`, 'invoice_line', {
    invoice_id: id,
    procurement_line_id: line,
    total_netto: net,
  });
}

async function addContract(place: number): Promise<void> {
  const id = await add(`contract ${place}`, 'contract', {
    ...{ timeline_id: (await office.add('timeline')).id, name: `contract ${place}`, status: 'active' },
    ...{ client_id: ids.company, cost_center_id: pick([ids.workshop, ids.office]), exchange_rate: null },
    ...{ term_type: 'fixed', start_date: dayOf(1), duration: '18', duration_unit_type: 'month' },
    ...{ renewal_type: 'none', payment_direction: 'outgoing', usage_type: pick(['monthly', 'quarterly']) },
    ...{ contract_date: dayOf(1) },
  });
  await add(`contract line ${place}`, 'contract_line', { contract_id: id, total: amount(300) });
}

const orders = 12;
const invoices = 40;
const contracts = 6;

beforeAll(async () => {
  await openSetup();
  await add('office', 'cost_center', { number: '4200', name: 'Büro' });
  await together(async () => {
    for (let place = 0; place < orders; place += 1) await addOrder(place);
    for (let place = 0; place < invoices; place += 1) await addInvoice(place);
    for (let place = 0; place < contracts; place += 1) await addContract(place);
  });
});
afterAll(() => office.close());

async function allAnswers(): Promise<ReadonlyMap<string, MonthEndAnswer>> {
  const scopes: readonly Partial<MonthEndQuery>[] = [{}, { cost_center: Number(ids.office) }];
  const found = new Map<string, MonthEndAnswer>();
  for (const day of days)
    for (const list of lists)
      for (const scope of scopes)
        found.set(`${list} ${day} ${scope.cost_center ?? 'all'}`, await read(list, day, scope));
  return found;
}

async function today(): Promise<string> {
  const { rows } = await office.owner.query<{ day: string }>(
    "select (now() at time zone 'Europe/Berlin')::date::text as day",
  );
  return rows[0]?.day ?? '';
}

/** Each changes documents of every past day. */
const changes: Readonly<Record<string, string>> = {
  'lines of invoices': `update invoice_line set total_netto = total_netto * 2 where id % 5 = 0`,
  'values of invoices': `update invoice set total_netto = total_netto * 2, total_brutto = total_brutto * 2 where id % 5 = 0`,
  'dates of invoices': `update invoice set invoice_date = invoice_date - 40 where id % 5 = 1`,
  'cost centers of invoices': `update invoice set cost_center_id = $1 where id % 5 = 2`,
  'exports of invoices': `update invoice set exported_at = now() where exported_at is null and id % 5 = 3`,
  'payments of invoices': `update invoice set paid = true, paid_on = '2026-03-02' where not paid and id % 2 = 0`,
  'discounts of invoices': `update invoice set discount_1_date = '2026-03-30', discount_1_amount = 99 where id % 3 = 0`,
  'links of invoices': `update invoice set procurement_id = null where id % 7 = 0`,
  'declined invoices': `update invoice set status = 'declined' where id % 4 = 0`,
  'values of orders': `update procurement_line set total_netto = 900 where id % 3 = 0`,
  'cost centers of orders': `update procurement_line set cost_center_id = $1 where id % 3 = 1`,
  'orders without further invoices': `update procurement set completely_invoiced = true where id % 4 = 1`,
  'completed orders': `update procurement set status = 'completed' where id % 4 = 2`,
  'prices of contracts': `update contract_line set total = total * 3`,
  'ends of contracts': `update contract set duration = 24 where id % 2 = 0`,
  'notices of contracts': `update contract set terminated_on = '2026-02-01', agreed_end = '2026-03-31' where id % 3 = 0`,
  'cost centers of contracts': `update contract set cost_center_id = $1 where id % 3 = 1`,
  'ended contracts': `update contract set status = 'inactive' where id % 3 = 2`,
};

describe('DASH-07 a past day shows the state of that day', () => {
  it('the sum not exported is that of all entered invoices, computed independently', async () => {
    for (const day of days) {
      const expected = entered
        .filter(
          ({ invoice_date, exported }) => invoice_date <= day && !(exported && exported.slice(0, 10) <= day),
        )
        .map(({ net, rate }) => round(times(net, rate), 2));
      const { totals, count } = await read('not_exported', day);
      const whole = totals.find(({ period }) => period === null)?.amounts.net ?? '0';
      expect([count, round(whole, 2)], `seed ${seed}, ${day}`).toEqual([
        expected.length,
        round(sum(expected), 2),
      ]);
    }
  });

  it('later changes do not change the lists of a past day', async () => {
    const before = await allAnswers();
    const ofToday = await today();
    expect(before.get(`not_exported ${days[3]} all`)?.count).toBeGreaterThan(10);
    const now = () => Promise.all(lists.map(async (list) => (await read(list, ofToday)).totals));
    const first = await now();
    for (const [name, change] of Object.entries(changes)) {
      await office.owner.query(change, change.includes('$1') ? [ids.workshop] : []);
      const after = await allAnswers();
      for (const [list, answer] of before)
        expect(after.get(list), `${name} move ${list} (seed ${seed})`).toEqual(answer);
    }
    for (const [place, totals] of (await now()).entries())
      expect(totals, `${lists[place]} of today`).not.toEqual(first[place]);
  });

  it('a late invoice counts on its date once it is checked', async () => {
    const net = async () =>
      shown(await read('not_exported', '2026-03-31'), 'number', 'net').filter(
        ([number]) => number === 'RE-late',
      );
    await invoice('late', { invoice_date: '2026-03-30', total_netto: '80', status: 'open' });
    expect(await net()).toEqual([]);
    expect(shown(await read('not_exported', await today()), 'number')).toContainEqual(['RE-late']);
    await office.owner.query("update invoice set status = 'approval' where id = $1", [ids.late]);
    expect(await net()).toEqual([['RE-late', '80.00']]);
    await office.owner.query("update invoice set status = 'declined' where id = $1", [ids.late]);
    expect(await net()).toEqual([['RE-late', '80.00']]);
    expect(shown(await read('not_exported', await today()), 'number')).not.toContainEqual(['RE-late']);
  });

  it('DISC-01 a payment that becomes known later changes the discounts of that day only', async () => {
    await invoice('paid late', {
      ...{ invoice_date: '2026-03-03', total_netto: '100', total_brutto: '100' },
      ...{ discount_1_date: '2026-03-13', discount_1_amount: '3' },
    });
    const reported = async (day: string) =>
      shown(await read('discounts', day), 'number', 'gained', 'lost', 'open').filter(
        ([number]) => number === 'RE-paid late',
      );
    await office.owner.query("update invoice set paid = true, paid_on = '2026-03-10' where id = $1", [
      ids['paid late'],
    ]);
    expect(await reported('2026-03-31')).toEqual([['RE-paid late', '0.00', '3.00', '0.00']]);
    expect(await reported(await today())).toEqual([['RE-paid late', '3.00', '0.00', '0.00']]);
  });
});
