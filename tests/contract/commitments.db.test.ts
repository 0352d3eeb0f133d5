import { afterAll, beforeAll, expect, it } from 'vitest';
import { addDays } from '../../src/base/day.ts';
import { usageTypes } from '../../src/document/usage.ts';
import { commitmentOf } from '../../src/features/contract/commitment.ts';
import { contractJobs } from '../../src/features/contract/server/roll-over.ts';
import { contract, contractLine } from '../support/contract-situation.ts';
import type { Caller, DemoApi } from '../support/demo-api.ts';
import { inDepth } from '../support/depth.ts';
import {
  actAs,
  type Contract,
  type ContractDemo,
  contractDemo,
  inYears,
  on,
  saveAs,
  terms,
  today,
} from './contracts.ts';

let demo: DemoApi;
let admin: Caller;
let parties: ContractDemo['parties'];

beforeAll(async () => {
  ({ demo, admin, parties } = await contractDemo());
});
afterAll(() => demo.close());

interface Shown {
  readonly id: number;
  readonly committed_netto: number | null;
  readonly commitment: { readonly net: number } | null;
}

async function shown(who: Caller, ids?: readonly number[]): Promise<readonly Shown[]> {
  const { contract: found } = await who.get<{ contract: readonly Shown[] }>(
    'query ($where: contract_bool_exp!) { contract(where: $where, order_by: { id: asc }) { id committed_netto commitment { net } } }',
    { where: ids === undefined ? {} : { id: { _in: ids } } },
  );
  return found;
}

async function expectSame(ids?: readonly number[]): Promise<void> {
  const found = await shown(admin, ids);
  expect(found.length).toBeGreaterThan(0);
  expect(found.map(({ id, committed_netto: net }) => [id, net])).toEqual(
    found.map(({ id, commitment }) => [id, commitment?.net]),
  );
}

const line = (total: string, usage_type: string | null) => ({
  ...{ name: 'Wartung', type: 'maintenance', quantity: '1', tax: '19', total, usage_type },
});
const made = (head: object, lines: readonly object[]): Promise<Contract> =>
  saveAs(admin, { head: { name: 'Wartung Krane', ...parties, ...terms, ...head }, lines });

it('CON-39 lists store the same commitment as the contract’s page, and follow its terms and lines', async () => {
  const start_date = inYears(-1, '02-28');
  const ofTerms = [
    {},
    { start_date, duration: '7' },
    {
      term_type: 'indefinite',
      start_date,
      duration: null,
      renewal_type: null,
      termination_to: 'quarter_end',
    },
    { term_type: 'none', start_date: null, duration: null, renewal_type: null },
    { renewal_type: 'once', start_date, duration: '9' },
  ];
  const ids: number[] = [];
  for (const head of ofTerms) {
    const lines = usageTypes.map((usage, place) => line(`${100 + place}.37`, usage));
    const { id } = await made({ ...head, usage_type: 'monthly' }, [...lines, line('3.33', null)]);
    ids.push(id);
  }
  await expectSame(ids);
  const last = await made({ usage_type: 'quarterly' }, [line('10.00', null)]);
  const changed = await saveAs(admin, { ...on(last), head: { duration: '60' } });
  await expectSame([last.id]);
  const priced = await saveAs(admin, { ...on(changed), lines: [line('99.90', 'yearly')] });
  await expectSame([last.id]);
  await saveAs(admin, { ...on(priced), lines: [] });
  await expectSame([last.id]);
  await expectSame();
});

it('CON-39 the list sums up commitments, hidden from people without prices (ROLE-07)', async () => {
  const contracts = [await made({}, [line('100.00', 'yearly')]), await made({}, [line('50.00', 'yearly')])];
  const where = { kind: { _eq: 'contract' }, id: { _in: contracts.map(({ id }) => id) } };
  const { document_aggregate: sums } = await admin.get<{
    document_aggregate: { aggregate: { sum: { committed_netto: number } } };
  }>(
    'query ($where: document_bool_exp!) { document_aggregate(where: $where) { aggregate { sum { committed_netto } } } }',
    { where },
  );
  expect(sums.aggregate.sum.committed_netto).toBe(450);
  const requester = await demo.person('requester@demo.test');
  await demo.db.sql(
    "update lb_user set roles = array_remove(roles, 'user-price') || '{user-see-contracts}' where id = $1",
    [requester.context.userId],
  );
  const unpriced = await shown(await demo.person('requester@demo.test'), [contracts[0]?.id ?? 0]);
  expect(unpriced).toMatchObject([{ committed_netto: null, commitment: null }]);
});

it('CON-39 the commitment of an amendment moves with the day', async () => {
  const signed = await ['to_check', 'to_signing', 'sign'].reduce(
    async (before, action) => await actAs(admin, await before, action),
    made({ start_date: inYears(-1, '01-01') }, [line('100.00', 'monthly')]),
  );
  const amendment = await actAs(admin, signed, 'amend');
  const [row] = await demo.db.sql<{ id: string }>('select id from contract where amends_id = $1', [
    signed.id,
  ]);
  const id = Number(row?.id ?? amendment.id);
  await expectSame([id]);
  await demo.db.sql("update document set committed_netto = 0 where kind = 'contract' and id = $1", [id]);
  const { roll_over_contracts: rollOver } = contractJobs({
    database: demo.db.database,
    clock: { now: () => new Date() },
    publicUrl: 'https://kontor.test',
  });
  await rollOver?.({ id: 1, kind: 'roll_over_contracts', context: admin.context, input: {} } as never);
  await expectSame([id]);
});

it('CON-39 the database counts intervals like the product, around the ends of months', async () => {
  const months = { monthly: 1, quarterly: 3, semiannually: 6, yearly: 12 } as const;
  const cases = Array.from({ length: inDepth(400, 20_000) }, (_, place) => {
    const from = addDays('2023-12-20', (place * 37) % 1500);
    const until = place % 11 === 0 ? null : addDays(from, (place * 61) % 2500);
    const usage = (Object.keys(months) as (keyof typeof months)[])[place % 4] ?? 'monthly';
    return { from, until, usage };
  });
  const rows = await demo.db.sql<{ count: number }>(
    `select app.intervals_until(until, day, months) as count
     from unnest($1::date[], $2::date[], $3::int[]) with ordinality as u (until, day, months, place) order by place`,
    [cases.map(({ until }) => until), cases.map(({ from }) => from), cases.map(({ usage }) => months[usage])],
  );
  const counted = cases.map(({ from, until, usage }) => {
    const { head } = contract({ term_type: 'none', start_date: from, end_date: until });
    return commitmentOf({ head, lines: [contractLine({ total: '1', usage_type: usage })] }, today, null)
      .total_netto;
  });
  expect(rows.map(({ count }) => `${count}.00`)).toEqual(counted);
});
