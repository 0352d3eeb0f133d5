import { lastMonthEnd, type MonthEndAnswer } from '../src/features/month-end/model.ts';
import { readList } from '../src/features/month-end/server/lists.ts';
import { timeLimitMs } from '../src/features/month-end/server/permission.ts';
import type { Figure } from './figure.ts';
import type { Fixture } from './fixture.ts';
import { type MeasuredList, measuredLists, monthEndByHand } from './month-end-by-hand.ts';

/** Each month-end list that has one by hand, with its page's query: the first rows, and the sums of all of them. */
export const monthEndFigures: readonly Figure[] = measuredLists.map((list) => ({
  name: `month_end_${list}`,
  title: `list of the end of a month among all documents: ${list.replaceAll('_', ' ')}`,
  aimP95: 100,
  concurrencies: [1],
  sides: async (fixture) => {
    const day = lastMonthEnd(new Date().toISOString().slice(0, 10));
    const product = () => byProduct(fixture, list, day);
    const hand = () => byHand(fixture, list, day);
    requireSameNumber(list, await product(), await hand());
    return { product, hand };
  },
}));

async function byProduct({ database, people }: Fixture, list: MeasuredList, day: string): Promise<string> {
  const query = { list, day, client: null, department: null, cost_center: null };
  const answer = await database.inTenant(people.controller, (tx) => readList(tx, query), {
    timeLimitMs,
    planMode: 'force_custom_plan',
  });
  return JSON.stringify(answer);
}

async function byHand(
  { database, tenant, people }: Fixture,
  list: MeasuredList,
  day: string,
): Promise<string> {
  const rows = await database.inTenant(
    people.controller,
    (tx) => tx.query<{ body: string }>(monthEndByHand[list], [tenant.tenantId, day]),
    { role: 'writer', planMode: 'force_custom_plan' },
  );
  return rows[0]?.body ?? '';
}

/** Throws when the list has a different number of rows or steps than the hand-written SQL. */
function requireSameNumber(list: MeasuredList, product: string, hand: string): void {
  const answer = JSON.parse(product) as MonthEndAnswer;
  const count =
    list === 'throughput' ? answer.rows.reduce((sum, row) => sum + Number(row.count), 0) : answer.count;
  const { count: counted } = JSON.parse(hand) as { count: number };
  if (count !== counted) throw new Error(`${list} has ${count} rows, hand-written SQL ${counted}`);
}
