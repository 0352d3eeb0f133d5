import { afterAll, beforeAll, expect, test } from 'vitest';
import { readRecord, recordQuery } from '../../src/entity/record.ts';
import { saveRequest } from '../../src/entity/save.ts';
import { costCenter } from '../../src/features/master-data/cost-center.ts';
import { entities } from '../../src/features/master-data/entities.ts';
import { type Caller, type DemoApi, demoApi } from '../support/demo-api.ts';
import { thisYear } from '../support/today.ts';

let demo: DemoApi;
let admin: Caller;

beforeAll(async () => {
  demo = await demoApi();
  admin = await demo.person('admin@demo.test');
});
afterAll(() => demo.close());

const add =
  'mutation ($object: cost_center_insert_input!) { saved: insert_cost_center_one(object: $object) { id } }';

test('DATA-17 BUD-05 ADM-04 the form of a cost center reads the remaining amount of its current budgets, and never writes it', async () => {
  const day = (years: number) => `${thisYear() + years}-06-15`;
  const budgets = [
    { name: 'Jetzt', value: '12500.50', start: day(-1), end: day(1) },
    { name: 'Später', value: '700', start: day(2), end: day(3) },
  ];
  const { saved } = await admin.get<{ saved: { id: number } }>(add, {
    object: { number: 'F 1', name: 'Prüffeld', budgets: { data: budgets } },
  });
  const read = async (who: Caller) => {
    const { record } = await who.get<{ record: Record<string, unknown> }>(
      recordQuery(costCenter, entities),
      saved,
    );
    return readRecord(costCenter, entities, record).record;
  };
  const record = await read(admin);
  expect(record.values.free_budget).toBe('12500.5');

  const { query, variables } = saveRequest(costCenter, record, {
    ...record,
    values: { ...record.values, name: 'Prüffeld 2', free_budget: '1' },
  });
  expect(JSON.stringify([query, variables])).not.toContain('free_budget');
  await admin.get(query, variables);
  expect((await read(admin)).values).toMatchObject({ name: 'Prüffeld 2', free_budget: '12500.5' });
});

test('DATA-17 ROLE-07 it cannot be filtered, sorted or summed, nor read without prices', async () => {
  const receiver = await demo.person('receiver@demo.test');
  const { rows } = await receiver.get<{ rows: readonly { free_budget: unknown }[] }>(
    '{ rows: cost_center { free_budget } }',
  );
  expect(rows.length).toBeGreaterThan(0);
  expect(new Set(rows.map(({ free_budget }) => free_budget))).toEqual(new Set([null]));
  for (const query of [
    '{ cost_center(where: { free_budget: { _gt: "0" } }) { id } }',
    '{ cost_center(order_by: { free_budget: asc }) { id } }',
    'mutation { update_cost_center(where: {}, _set: { free_budget: "1" }) { affected_rows } }',
  ]) {
    for (const who of [admin, receiver]) expect(await who.refusal(query)).toHaveProperty('code');
  }
});
