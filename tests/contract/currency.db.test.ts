import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Caller, DemoApi } from '../support/demo-api.ts';
import { inDepth } from '../support/depth.ts';
import { todayInSql } from '../support/today.ts';
import {
  actAs,
  type Contract,
  type ContractDemo,
  contractDemo,
  on,
  refusedAct,
  refusedSave,
  saveAs,
  terms,
} from './contracts.ts';

let demo: DemoApi;
let admin: Caller;
let parties: ContractDemo['parties'];
/** A company in Swiss francs. */
let francs: number;

/** One dollar is 0.8 euros today. */
beforeAll(async () => {
  ({ demo, admin, parties } = await contractDemo());
  await publish('1.25');
  const [company] = await demo.db.sql<{ id: string }>(
    `insert into client (tenant_id, name, currency) select tenant_id, 'Nordfeld Schweiz AG', 'CHF' from client where id = $1 returning id`,
    [parties.client_id],
  );
  francs = Number(company?.id);
});
afterAll(() => demo.close());

async function publish(dollarsPerEuro: string): Promise<void> {
  await demo.db.sql(
    `insert into reference_rate (currency, day, per_euro) values ('USD', ${todayInSql}, $1), ('CHF', ${todayInSql}, 0.8)
     on conflict (currency, day) do update set per_euro = excluded.per_euro`,
    [dollarsPerEuro],
  );
}

const line = (total: string, usage_type: string) => ({
  ...{ name: 'Lizenz', type: 'license', quantity: '1', tax: '19', total, usage_type },
});
const made = (head: object = {}, lines: readonly object[] = [line('100.00', 'monthly')]): Promise<Contract> =>
  saveAs(admin, { head: { name: 'Lizenzen', ...parties, ...terms, ...head }, lines });

interface Rated {
  readonly currency: string;
  readonly exchange_rate: number | null;
  readonly rate_source: string | null;
  readonly yearly_netto: number | null;
  readonly committed_netto: number | null;
}

async function rated({ id }: Pick<Contract, 'id'>): Promise<Rated> {
  const { contract } = await admin.get<{ contract: Rated }>(
    `query ($id: bigint!) { contract: contract_by_pk(id: $id) {
      currency exchange_rate rate_source yearly_netto committed_netto commitment { net } } }`,
    { id },
  );
  return contract;
}

async function listed({ id }: Pick<Contract, 'id'>): Promise<object> {
  const { document } = await admin.get<{ document: readonly object[] }>(
    `query ($id: bigint!) { document(where: { kind: { _eq: "contract" }, id: { _eq: $id } }) {
      currency total_netto company_currency company_netto committed_netto } }`,
    { id },
  );
  return document[0] ?? {};
}

it('PRICE-04 a contract uses and follows its company’s currency unless it has its own', async () => {
  expect(await rated(await made())).toMatchObject({
    currency: 'EUR',
    exchange_rate: null,
    rate_source: null,
  });
  const swiss = await made({ client_id: francs, department_id: null, cost_center_id: null });
  expect(await rated(swiss)).toMatchObject({ currency: 'CHF', exchange_rate: null });
  await saveAs(admin, { ...on(swiss), head: { client_id: parties.client_id } });
  expect(await rated(swiss)).toMatchObject({ currency: 'EUR', exchange_rate: null });
  const dollars = await made({ currency: 'USD' });
  await saveAs(admin, {
    ...on(dollars),
    head: { client_id: francs, department_id: null, cost_center_id: null },
  });
  // One dollar is 0.8 euros, and one euro 0.8 francs.
  expect(await rated(dollars)).toMatchObject({ currency: 'USD', exchange_rate: 0.64, rate_source: 'ecb' });
});

it('PRICE-07 the rate is the reference rate of the day unless a person types another', async () => {
  const contract = await made({ currency: 'USD' });
  expect(await rated(contract)).toMatchObject({ exchange_rate: 0.8, rate_source: 'ecb' });
  await publish('1');
  const later = await saveAs(admin, { ...on(contract), head: { notes: 'Neu gerechnet' } });
  expect(await rated(later)).toMatchObject({ exchange_rate: 1, rate_source: 'ecb' });
  const checked = await actAs(admin, later, 'to_check');
  await publish('1.25');
  const kept = await saveAs(admin, { ...on(checked), head: { notes: 'Geprüft' } });
  expect(await rated(kept)).toMatchObject({ exchange_rate: 1 });
  const typed = await saveAs(admin, { ...on(kept), head: { exchange_rate: '0.9' } });
  expect(await rated(typed)).toMatchObject({ exchange_rate: 0.9, rate_source: 'typed' });
  const emptied = await saveAs(admin, { ...on(typed), head: { exchange_rate: null } });
  expect(await rated(emptied)).toMatchObject({ exchange_rate: 0.8, rate_source: 'ecb' });
  await saveAs(admin, { ...on(emptied), head: { currency: 'EUR' } });
  expect(await rated(emptied)).toMatchObject({ exchange_rate: null, rate_source: null });
});

it('PRICE-07 a currency without a known rate requires a typed rate before the check', async () => {
  const contract = await made({ currency: 'HUF' });
  const refused = await refusedAct(admin, contract, 'to_check');
  expect(refused).toMatchObject({ code: 'validation_failed', problems: [{ field: 'exchange_rate' }] });
  const typed = await saveAs(admin, { ...on(contract), head: { exchange_rate: '0.0025' } });
  const huge = { ...on(typed), head: { exchange_rate: '999999999' } };
  expect(await refusedSave(admin, { ...huge, lines: [line('999999999', 'monthly')] })).toMatchObject({
    problems: [{ field: 'exchange_rate', code: 'amount_too_large' }],
  });
  expect((await actAs(admin, typed, 'to_check')).status).toBe('check');
});

it('CON-37 CON-39 lists, sums and page show yearly cost and commitment in the company’s currency', async () => {
  const lines = [line('100.00', 'monthly'), line('500.00', 'yearly'), line('70.00', 'usage_based')];
  const contract = await made({ currency: 'USD' }, lines);
  expect(await listed(contract)).toEqual({
    ...{ currency: 'USD', total_netto: 1770, company_currency: 'EUR', company_netto: 1416 },
    // Three years, and the expected usage.
    committed_netto: 4136,
  });
  const committed = { committed_netto: 4136, commitment: { net: 4136 } };
  expect(await rated(contract)).toMatchObject({ yearly_netto: 1360, ...committed });
});

it('CON-27 CON-39 usage billing has no yearly value, and counts by its expected value', async () => {
  const used = await made({ currency: 'USD' }, [line('70.00', 'usage_based')]);
  expect(await rated(used)).toMatchObject({ yearly_netto: null });
  expect(await listed(used)).toMatchObject({ total_netto: 70, company_netto: 56, committed_netto: 56 });
});

it('CON-37 CON-39 list sums add yearly values of any intervals and expected values of usage', async () => {
  const perYear = { monthly: 12, quarterly: 4, semiannually: 2, yearly: 1, usage_based: 1 };
  const usages = Object.keys(perYear) as (keyof typeof perYear)[];
  const where: number[] = [];
  let cents = 0;
  for (let place = 0; place < inDepth(8, 60); place += 1) {
    const drawn = Array.from({ length: 1 + (place % 4) }, (_, at) => ({
      usage: usages[(place * 3 + at * 2) % 5] ?? 'yearly',
      total: 1000 + ((place * 7919 + at * 104_729) % 900_000),
    }));
    const { id } = await made(
      {},
      drawn.map(({ usage, total }) => line((total / 100).toFixed(2), usage)),
    );
    where.push(id);
    cents += drawn.reduce((sum, { usage, total }) => sum + total * perYear[usage], 0);
  }
  const { document_aggregate: sums } = await admin.get<{
    document_aggregate: { aggregate: { sum: { company_netto: number } } };
  }>(
    `query ($ids: [bigint!]!) { document_aggregate(where: { kind: { _eq: "contract" }, id: { _in: $ids } }) {
      aggregate { sum { company_netto } } } }`,
    { ids: where },
  );
  expect(Math.round(sums.aggregate.sum.company_netto * 100)).toBe(cents);
});

it('CON-38 the currency of a signed contract changes by amendment only, together with its rate', async () => {
  const checked = await actAs(admin, await made({ currency: 'USD' }), 'to_check');
  const signed = await actAs(admin, await actAs(admin, checked, 'to_signing'), 'sign');
  expect(await refusedSave(admin, { ...on(signed), head: { currency: 'CHF' } })).toMatchObject({
    code: 'contract_signed',
    field: 'currency',
  });
  const amendment = await actAs(admin, signed, 'amend');
  expect(await rated(amendment)).toMatchObject({ currency: 'USD', exchange_rate: 0.8, rate_source: 'ecb' });
  const changed = await saveAs(admin, { ...on(amendment), head: { currency: 'CHF' } });
  const ready = await actAs(admin, await actAs(admin, changed, 'to_check'), 'to_signing');
  expect(await rated(signed)).toMatchObject({ currency: 'USD', exchange_rate: 0.8 });
  await actAs(admin, ready, 'sign');
  expect(await rated(signed)).toMatchObject({ currency: 'CHF', exchange_rate: 1.25, rate_source: 'ecb' });
  expect(await listed(signed)).toMatchObject({ company_netto: 1500 });
});
