import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { round } from '../../src/base/money.ts';
import { allFigures } from '../../src/features/month-end/server/order-lines.ts';
import { Office, type Person } from '../isolation/people.ts';
import { inDepth } from '../support/depth.ts';
import { History, randomOf, type Surroundings, today } from './history.ts';
import type { Figures } from './model.ts';

let office: Office;
let fixture: Surroundings;
let person: Person;

beforeAll(async () => {
  office = await Office.open();
  const client = (await office.add('client', { currency: 'EUR' })).id ?? '';
  const suppliers = [(await office.add('supplier')).id ?? '', (await office.add('supplier')).id ?? ''];
  const costCenters = [];
  for (let count = 0; count < 3; count += 1) costCenters.push((await office.add('cost_center')).id ?? '');
  fixture = { office, client, suppliers, costCenters };
  person = await office.person([
    'user-price',
    'user-dashboard',
    'user-see-all-orders',
    'user-see-all-invoices',
  ]);
});
afterAll(() => office.close());

type Stored = Figures & { readonly is_settled: boolean };

/** The figures behind the lists for one order, as of some days ago. */
async function listed(history: History, daysAgo: number): Promise<readonly Figures[]> {
  const figures = allFigures.replaceAll('$1::date', `(${today} - ${daysAgo})`);
  const own = await office.as(person, (tx) =>
    tx.query<Stored>(`select * from (${figures}) f where procurement_id = ${history.id}`),
  );
  // Settled lines, which the lists skip, have nothing open.
  for (const { is_settled, committed, received, invoiced } of own)
    if (is_settled)
      expect([Number(committed), Number(received)], history.reported.join('\n')).toEqual([
        0,
        Number(invoiced),
      ]);
  return own.map(plain);
}

/** Rounds to two decimals and drops empty lines. */
function plain(figures: Figures): Figures {
  const [ordered, received, invoiced, beyond, released, committed] = [
    figures.ordered,
    figures.received,
    figures.invoiced,
    figures.beyond,
    figures.released,
    figures.committed,
  ].map((amount) => round(String(amount), 2)) as [string, string, string, string, string, string];
  const place = Number(ordered) === 0 ? null : String(figures.cost_center_id);
  return {
    ...{ line: String(figures.line), cost_center_id: place, ordered, received },
    ...{ invoiced, beyond, released, committed },
  };
}

function sorted(figures: readonly Figures[]): readonly Figures[] {
  const isSaid = (one: Figures): boolean =>
    [one.ordered, one.received, one.invoiced, one.beyond, one.released].some(
      (amount) => Number(amount) !== 0,
    );
  return figures
    .map(plain)
    .filter(isSaid)
    .sort((one, other) => Number(one.line) - Number(other.line));
}

const histories = inDepth(6, 120);
const firstSeed = Number(process.env.KONTOR_SEED ?? 1);

describe('DASH-07 all order lists follow from one set of movements', () => {
  it('equal a simple model of the orders as of each day, and add up', async () => {
    for (let seed = firstSeed; seed < firstSeed + histories; seed += 1) {
      const random = randomOf(seed);
      const history = await History.begin(fixture, random);
      for (let steps = 20; steps > 0; steps -= 1) {
        await history.step();
        if (random() < 0.4) await history.nextDay();
      }
      for (let day = 0; day <= history.day; day += 1) {
        const found = sorted(await listed(history, history.day - day));
        const reported = `seed ${seed}, as of day ${day}\n${history.reported.join('\n')}`;
        expect(found, reported).toEqual(sorted(history.model.figures(day)));
        for (const one of found) {
          const cents = (amount: string): number => Math.round(Number(amount) * 100);
          const [ordered, invoiced, released] = [one.ordered, one.invoiced, one.released].map(cents);
          expect(cents(one.committed), reported).toBe((ordered ?? 0) - (invoiced ?? 0) - (released ?? 0));
          expect(cents(one.committed), reported).toBeGreaterThanOrEqual(0);
          expect(released, reported).toBeGreaterThanOrEqual(0);
        }
      }
    }
  });
});
