import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { round, sum } from '../../src/base/money.ts';
import { randomOf } from './history.ts';
import { add, ids, invoice, office, openSetup, order, read, shown, together } from './setup.ts';

const seed = Number(process.env.KONTOR_SEED ?? 5);
const random = randomOf(seed);
const whole = (max: number): number => 1 + Math.floor(random() * max);

interface Made {
  readonly name: string;
  readonly price: number;
  /** Months since January 2026 of its start and its entry, and its length. */
  readonly start: number;
  readonly entered: number;
  readonly months: number;
  readonly invoices: { readonly month: number; readonly net: number }[];
  /** Net of an order called off it in March 2026, and what came of it then. */
  readonly ordered: number;
  readonly came: number;
}

const made: Made[] = [];
let orders = 0;
const pad = (number: number): string => String(number).padStart(2, '0');
const firstOf = (month: number): string => `2026-${pad(month + 1)}-01`;
const lastDays = ['2026-01-31', '2026-02-28', '2026-03-31', '2026-04-30', '2026-05-31', '2026-06-30'];

async function addContract(one: Made): Promise<void> {
  const id = await add(one.name, 'contract', {
    ...{ timeline_id: (await office.add('timeline')).id, name: one.name, status: 'active' },
    ...{ client_id: ids.company, exchange_rate: null, renewal_type: 'none', usage_type: 'monthly' },
    ...{ term_type: 'fixed', start_date: firstOf(one.start), contract_date: firstOf(one.start) },
    ...{ duration: String(one.months), duration_unit_type: 'month', payment_direction: 'outgoing' },
    ...{ created_at: `${firstOf(one.entered).slice(0, 8)}12T09:00:00Z`, payment_timing: 'postpaid' },
  });
  await add(`${one.name} line`, 'contract_line', { contract_id: id, total: String(one.price) });
  for (const [place, { month, net }] of one.invoices.entries())
    await invoice(`${one.name} ${place}`, {
      ...{ contract_id: id, invoice_date: lastDays[month], total_netto: String(net) },
    });
  if (one.ordered === 0) return;
  orders += 1;
  const value = String(one.ordered);
  const orderId = await order(`${one.name} order`, {
    ...{ number: String(900 + orders), contract_id: id, submitted_at: '2026-03-10T09:00:00Z' },
    ...{ total_netto: value, total_brutto: value },
  });
  const line = await add(`${one.name} order line`, 'procurement_line', {
    ...{ procurement_id: orderId, created_at: '2026-03-10T09:00:00Z', quantity: value, total_netto: value },
  });
  if (one.came === 0) return;
  await add(`${one.name} came`, 'goods_receipt', {
    ...{ procurement_id: orderId, procurement_line_id: line, quantity: String(one.came) },
    received_at: '2026-03-20T10:00:00Z',
  });
  await office.owner.query('update procurement_line set quantity_received = $2 where id = $1', [
    line,
    one.came,
  ]);
}

beforeAll(async () => {
  await openSetup();
  for (let place = 0; place < 25; place += 1) {
    const start = whole(4) - 1;
    const ordered = random() < 0.4 ? whole(900) : 0;
    made.push({
      ...{ name: `contract ${place}`, price: whole(300), start, months: whole(14) },
      entered: Math.min(5, start + (random() < 0.3 ? 1 : 0)),
      invoices: Array.from({ length: Math.floor(random() * 4) }, () => ({
        month: start + Math.floor(random() * (6 - start)),
        net: whole(700),
      })),
      ...{ ordered, came: ordered > 0 && random() < 0.5 ? whole(ordered) : 0 },
    });
  }
  await together(async () => {
    for (const one of made) await addContract(one);
  });
});
afterAll(() => office.close());

/** What stands open of a contract at the end of a month (0 for January), counted in whole months. */
function expectedOf(
  one: Made,
  month: number,
): { readonly ahead: number; readonly open: number; readonly unbilled: number } {
  const invoices = one.invoices.filter((each) => each.month <= month);
  const invoiced = invoices.reduce((total, { net }) => total + net, 0);
  const known = Math.max(one.start, Math.min(one.entered, ...invoices.map((each) => each.month)));
  const end = one.start + one.months;
  const served = Math.max(0, Math.min(month + 1, end) - known) * one.price;
  const ahead = Math.max(0, end - Math.max(month + 1, one.start)) * one.price;
  const came = month >= 2 ? one.came : 0;
  const calledOff = month >= 2 ? one.ordered : 0;
  return {
    ahead,
    open: Math.max(0, ahead - Math.max(0, invoiced - served) - calledOff),
    unbilled: Math.max(0, served - invoiced - came),
  };
}

describe('DASH-09 a contract, the orders called off it and their invoices count once', () => {
  it('the commitment is the rest of the contract, and its orders count separately', async () => {
    for (const [month, day] of lastDays.entries()) {
      const answer = await read('commitments', day);
      const found = new Map(
        shown(answer, 'document', 'name', 'net')
          .filter(([document]) => document === 'contract')
          .map(([, name, net]) => [name, net]),
      );
      for (const one of made.filter(({ start }) => start <= month))
        expect(found.get(one.name) ?? '0.00', `seed ${seed}, ${one.name}, ${day}`).toBe(
          round(String(expectedOf(one, month).open), 2),
        );
      const ofOrders = month >= 2 ? made.map(({ ordered }) => String(ordered)) : [];
      const signed = made.filter(({ start }) => start <= month);
      const expected = sum([...ofOrders, ...signed.map((one) => String(expectedOf(one, month).open))]);
      expect(round(answer.totals[0]?.amounts.net ?? '0', 2), `seed ${seed}, ${day}`).toBe(round(expected, 2));
    }
  });

  it('DASH-08 services without an invoice are listed with their cost until the day', async () => {
    for (const [month, day] of lastDays.entries()) {
      const found = new Map(
        shown(await read('services_not_invoiced', day), 'name', 'net').map(([name, net]) => [name, net]),
      );
      for (const one of made.filter(({ start }) => start <= month))
        expect(found.get(one.name) ?? '0.00', `seed ${seed}, ${one.name}, ${day}`).toBe(
          round(String(expectedOf(one, month).unbilled), 2),
        );
    }
  });

  it('the forecast has the cost of the next 24 months, less the covered amount of the first months', async () => {
    for (const [month, day] of lastDays.entries()) {
      const { totals } = await read('forecast', day);
      const found = new Map(totals.map(({ period, amounts }) => [period, amounts]));
      const per = new Map<string, { contracts: number; orders: number }>();
      for (const one of made.filter(({ start }) => start <= month)) {
        const { ahead, open } = expectedOf(one, month);
        let covered = ahead - open;
        for (let next = month + 1; next < Math.min(one.start + one.months, month + 25); next += 1) {
          const taken = Math.min(covered, one.price);
          covered -= taken;
          const period = `${2026 + Math.floor(next / 12)}-${pad((next % 12) + 1)}`;
          const before = per.get(period) ?? { contracts: 0, orders: 0 };
          per.set(period, { ...before, contracts: before.contracts + one.price - taken });
        }
      }
      for (const [period, { contracts }] of per) {
        const reported = `seed ${seed}, ${day}, ${period}`;
        expect(round(found.get(period)?.expected ?? '0', 2), reported).toBe(round(String(contracts), 2));
        expect(round(found.get(period)?.bound ?? '0', 2), reported).toBe(round(String(contracts), 2));
      }
      const ofOrders = month >= 2 ? made.reduce((total, { ordered }) => total + ordered, 0) : 0;
      expect(round(found.get(null)?.orders ?? '0', 2), day).toBe(round(String(ofOrders), 2));
    }
  });

  it('a contract whose year is invoiced in advance commits nothing more', async () => {
    await together(async () => {
      await addContract({
        ...{ name: 'paid', price: 100, start: 0, entered: 0, months: 12, ordered: 0, came: 0 },
        invoices: [{ month: 0, net: 1200 }],
      });
    });
    const names = shown(await read('commitments', '2026-03-31'), 'name').flat();
    expect(names).not.toContain('paid');
    expect(shown(await read('services_not_invoiced', '2026-03-31'), 'name').flat()).not.toContain('paid');
  });

  it('CON-35 a contract with a yearly day of termination is committed until that day', async () => {
    await together(async () => {
      const id = await add('yearly day', 'contract', {
        ...{ timeline_id: (await office.add('timeline')).id, name: 'yearly day', status: 'active' },
        ...{ client_id: ids.company, exchange_rate: null, renewal_type: 'none', usage_type: 'monthly' },
        ...{ term_type: 'indefinite', start_date: '2026-01-01', contract_date: '2026-01-01' },
        ...{ termination_to: 'yearly_day', termination_day: '2026-06-30', payment_direction: 'outgoing' },
        ...{ created_at: '2026-01-12T09:00:00Z', payment_timing: 'postpaid' },
      });
      await add('yearly day line', 'contract_line', { contract_id: id, total: '100' });
    });
    const nets = new Map(
      shown(await read('commitments', '2026-03-31'), 'name', 'net').map(([name, net]) => [name, net]),
    );
    expect(nets.get('yearly day')).toBe(round('300', 2));
  });
});
