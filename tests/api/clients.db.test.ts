import type { AddressInfo } from 'node:net';
import type { CrudFilter, CrudOperators, DataProvider, LogicalFilter } from '@refinedev/core';
import * as refine from '@refinedev/hasura';
import { type GraphQLSchema, isObjectType } from 'graphql';
import buildRaProvider from 'ra-data-hasura';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openGraphql } from '../../src/app/server/graphql.ts';
import { demoTemplate } from '../support/demo-api.ts';
import { someOf } from '../support/depth.ts';
import { accessTokenFor, type TestWeb, testWeb } from '../support/web.ts';

let web: TestWeb;
let tenant: string;
let url: string;
let headers: Record<string, string>;
let schema: GraphQLSchema;
let supplier: number;

/** The whole product on a port, and an administrator of its demo. */
beforeAll(async () => {
  web = await testWeb({}, await demoTemplate());
  await web.app.listen({ port: 0, host: '127.0.0.1' });
  // On a busy machine the next call may be later than the usual keep-alive.
  web.app.server.keepAliveTimeout = 60_000;
  url = `http://localhost:${(web.app.server.address() as AddressInfo).port}/v1/graphql`;
  const email = 'admin@demo.test';
  const [person] = await web.sql<{ id: string; tenant_id: string; roles: string[] }>(
    'select id, tenant_id, roles from lb_user where email = $1',
    [email],
  );
  tenant = person?.tenant_id ?? '';
  const token = await accessTokenFor(
    web,
    { id: Number(person?.id), tenantId: Number(tenant), email },
    person?.roles,
  );
  const [seller] = await web.sql<{ id: string }>('select min(id) as id from supplier where tenant_id = $1', [
    tenant,
  ]);
  supplier = Number(seller?.id);
  headers = { authorization: `Bearer ${token}` };
  schema = (await openGraphql(web.database, { error: () => {} })).schema({ kind: 'admin', price: true });
});
afterAll(() => web.drop());

/** Rows of the administrator's own tenant. */
const rows = async (sql: string): Promise<unknown[]> =>
  (await web.sql<{ row: unknown }>(`select to_json(r) as row from (${sql}) r`, [tenant])).map(
    ({ row }) => row,
  );

/** Tables whose rows administrators insert and that have an id. */
function masterData(): string[] {
  return Object.keys(schema.getMutationType()?.getFields() ?? {}).flatMap((name) => {
    const table = /^insert_(\w+)_one$/.exec(name)?.[1];
    const type = table && schema.getType(table);
    // The module of permission groups is off in the demo.
    const isOff = table === 'permission';
    return table && !isOff && isObjectType(type) && 'id' in type.getFields() && 'name' in type.getFields()
      ? [table]
      : [];
  });
}

/** New rows of simple kinds, and changes of them. */
const kinds = [
  { resource: 'location', record: (n: number) => ({ name: `Halle ${n}` }), change: { name: 'Lager' } },
  {
    resource: 'cost_center',
    record: (n: number) => ({ number: `99${n}`, name: 'Werkstatt' }),
    change: { name: 'Werkhalle' },
  },
  {
    resource: 'product',
    record: (n: number) => ({ name: `Schraube M${n}`, price_netto: '0.12', supplier_id: supplier }),
    change: { name: 'Mutter' },
  },
] as const;

/** Three suppliers, the first without notes, and their names by position. */
const halls = ['Nordhalle', 'nordlager', 'Südhalle'] as const;
const [north, store, south] = halls;
async function hallIds(): Promise<readonly number[]> {
  await web.sql('delete from supplier where tenant_id = $1 and name = any ($2)', [tenant, halls]);
  const made = await web.sql<{ id: string }>(
    `insert into supplier (tenant_id, name, notes)
     values ($1, $2, null), ($1, $3, 'Regal'), ($1, $4, 'Tor') returning id`,
    [tenant, ...halls],
  );
  return made.map(({ id }) => Number(id));
}

const productsOfSuppliers = `
  select p.id, p.name, p.price_netto, s.name as supplier from product p
  join supplier s on s.tenant_id = p.tenant_id and s.id = p.supplier_id
  where p.tenant_id = $1 and s.name like '%GmbH%' and p.active order by s.name desc, p.name, p.id`;

async function names(resource: string, ids: readonly unknown[]): Promise<unknown[]> {
  const found = await web.sql<{ name: string }>(
    `select name from ${resource} where id = any ($1) order by id`,
    [ids],
  );
  return found.map(({ name }) => name);
}

describe('API-03 API-43 @refinedev/hasura on the master data of the product', () => {
  // The package's types describe the default export of its CommonJS form.
  const provide = refine.default as unknown as (
    client: refine.GraphQLClient,
    options: object,
  ) => Required<DataProvider>;
  const provider = () => provide(new refine.GraphQLClient(url, { headers }), { idType: 'bigint' });

  test('lists and counts every kind', async () => {
    const wanted = masterData();
    expect(wanted.length).toBeGreaterThan(12);
    for (const resource of someOf(wanted, 3)) {
      const pagination = { currentPage: 1, pageSize: 3, mode: 'server' as const };
      const { data, total } = await provider().getList({
        resource,
        pagination,
        meta: { fields: ['id', 'name'] },
      });
      const [{ count } = { count: 0 }] = (await rows(
        `select count(*)::int as count from ${resource} where tenant_id = $1`,
      )) as { count: number }[];
      expect([resource, total, data.length]).toEqual([resource, count, Math.min(count, 3)]);
    }
  });

  test('lists with nested filter and sort, reads one and many', async () => {
    const meta = { fields: ['id', 'name', { supplier: ['name'] }] };
    const all = (await rows(productsOfSuppliers)) as { id: number; name: string; supplier: string }[];
    expect(all.length).toBeGreaterThan(4);
    const { data, total } = await provider().getList({
      resource: 'product',
      pagination: { currentPage: 2, pageSize: 2, mode: 'server' },
      sorters: [
        { field: 'supplier.name', order: 'desc' },
        { field: 'name', order: 'asc' },
        { field: 'id', order: 'asc' },
      ],
      filters: [
        { field: 'supplier.name', operator: 'contains', value: 'GmbH' },
        { field: 'active', operator: 'eq', value: true },
      ],
      meta,
    });
    const shown = all.map(({ id, name, supplier }) => ({ id, name, supplier: { name: supplier } }));
    expect({ data, total }).toEqual({ data: shown.slice(2, 4), total: all.length });
    const [first, second] = shown;
    const one = await provider().getOne({ resource: 'product', id: first?.id ?? 0, meta });
    expect(one.data).toEqual(first);
    const ids = [first?.id ?? 0, second?.id ?? 0];
    const many = await provider().getMany({ resource: 'product', ids, meta });
    expect(many.data).toHaveLength(2);
    expect(many.data).toEqual(expect.arrayContaining([first, second]));
  });

  test('filters with every operator of the provider', async () => {
    const ids = await hallIds();
    const [first = 0, second = 0] = ids;
    const found = async (filter: CrudFilter) => {
      const { data } = await provider().getList({
        resource: 'supplier',
        filters: [{ field: 'id', operator: 'in', value: ids }, filter],
        sorters: [{ field: 'id', order: 'asc' }],
        meta: { fields: ['name'] },
      });
      return data.map(({ name }) => name as unknown);
    };
    const cases: readonly [string, Exclude<CrudOperators, 'or' | 'and'>, unknown, readonly string[]][] = [
      ['name', 'eq', north, [north]],
      ['name', 'ne', north, [store, south]],
      ['id', 'lt', second, [north]],
      ['id', 'gt', second, [south]],
      ['id', 'lte', second, [north, store]],
      ['id', 'gte', second, [store, south]],
      ['name', 'in', [north, south], [north, south]],
      ['name', 'nin', [north, south], [store]],
      ['name', 'contains', 'HALLE', [north, south]],
      ['name', 'ncontains', 'HALLE', [store]],
      ['name', 'containss', 'nord', [store]],
      ['name', 'ncontainss', 'nord', [north, south]],
      ['notes', 'null', true, [north]],
      ['notes', 'nnull', true, [store, south]],
      ['name', 'startswith', 'NORD', [north, store]],
      ['name', 'nstartswith', 'NORD', [south]],
      ['name', 'endswith', 'HALLE', [north, south]],
      ['name', 'nendswith', 'HALLE', [store]],
      ['name', 'startswiths', 'nord', [store]],
      ['name', 'nstartswiths', 'nord', [north, south]],
      ['name', 'endswiths', 'lager', [store]],
      ['name', 'nendswiths', 'lager', [north, south]],
    ];
    for (const [field, operator, value, expected] of cases)
      expect([operator, await found({ field, operator, value })]).toEqual([operator, expected]);
    const both: LogicalFilter[] = [
      { field: 'name', operator: 'startswith', value: 'nord' },
      { field: 'id', operator: 'gt', value: first },
    ];
    expect(await found({ operator: 'and', value: both })).toEqual([store]);
    expect(await found({ operator: 'or', value: both })).toEqual([...halls]);
  });

  test.each(kinds)('$resource: creates, updates and deletes, one and many', async (kind) => {
    const { resource, record, change } = kind;
    const meta = { fields: ['id', 'name'] };
    const { data: created } = await provider().create({ resource, variables: record(1), meta });
    const more = await provider().createMany({ resource, variables: [record(2), record(3)], meta });
    const one = created.id ?? 0;
    const others = more.data.map(({ id }) => id ?? 0);
    expect(await names(resource, [one, ...others])).toEqual([1, 2, 3].map((n) => record(n).name));
    await provider().update({ resource, id: one, variables: change, meta });
    expect(await names(resource, [one])).toEqual([change.name]);
    await provider().updateMany({ resource, ids: others, variables: change, meta });
    expect(await names(resource, others)).toEqual([change.name, change.name]);
    await provider().deleteOne({ resource, id: one, meta });
    await provider().deleteMany({ resource, ids: others, meta });
    expect(await names(resource, [one, ...others])).toEqual([]);
  });

  test('ERR-06 reports the error of a row', async () => {
    const broken = provider().create({
      resource: 'cost_center',
      variables: { number: '!', name: 'x' },
      meta: { fields: ['id'] },
    });
    await expect(broken).rejects.toMatchObject({ message: expect.stringMatching(/\S/) });
  });
});

/** The used part of the provider; its own types require the package's older peers. */
interface RaProvider {
  getList(resource: string, params: object): Promise<{ data: Record<string, unknown>[]; total: number }>;
  getOne(resource: string, params: object): Promise<{ data: object }>;
  getMany(resource: string, params: object): Promise<{ data: object[] }>;
  getManyReference(resource: string, params: object): Promise<{ data: object[]; total: number }>;
  create(resource: string, params: object): Promise<{ data: { id: number } }>;
  update(resource: string, params: object): Promise<{ data: object }>;
  updateMany(resource: string, params: object): Promise<{ data: number[] }>;
  delete(resource: string, params: object): Promise<{ data: object }>;
  deleteMany(resource: string, params: object): Promise<{ data: number[] }>;
}
type BuildRa = (options: object) => Promise<RaProvider>;

test('API-03 several operations of one call are answered in order and separately, up to a limit', async () => {
  const call = async (body: unknown) => {
    const method = 'POST';
    const answer = await fetch(url, {
      method,
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    return { status: answer.status, body: (await answer.json()) as unknown };
  };
  const add = 'mutation { insert_location_one(object: { name: "Stapel" }) { name } }';
  const count = '{ location_aggregate(where: { name: { _eq: "Stapel" } }) { aggregate { count } } }';
  expect(await call([{ query: count }, { query: add }, { query: '{ nope }' }, { query: count }])).toEqual({
    status: 200,
    body: [
      { data: { location_aggregate: { aggregate: { count: 0 } } } },
      { data: { insert_location_one: { name: 'Stapel' } } },
      {
        errors: [
          expect.objectContaining({
            extensions: expect.objectContaining({ code: 'specific_field_not_found' }),
          }),
        ],
      },
      { data: { location_aggregate: { aggregate: { count: 1 } } } },
    ],
  });
  expect((await call([])).body).toMatchObject({
    errors: [{ extensions: { code: 'specific_field_required' } }],
  });
  expect((await call(Array.from({ length: 21 }, () => ({ query: count })))).body).toMatchObject({
    errors: [{ extensions: { code: 'limit_exceeded' } }],
  });
});

describe('API-03 API-43 ra-data-hasura on the master data of the product', () => {
  const module = buildRaProvider as unknown as BuildRa | { default: BuildRa };
  const build = typeof module === 'function' ? module : module.default;
  let ra: RaProvider;

  beforeAll(async () => {
    ra = await build({ clientOptions: { uri: url, headers } });
  });

  test('lists and counts every kind', async () => {
    for (const resource of someOf(masterData(), 3)) {
      const { data, total } = await ra.getList(resource, {
        pagination: { page: 1, perPage: 3 },
        sort: { field: 'id', order: 'ASC' },
        filter: {},
      });
      const [{ count } = { count: 0 }] = (await rows(
        `select count(*)::int as count from ${resource} where tenant_id = $1`,
      )) as { count: number }[];
      expect([resource, total, data.length]).toEqual([resource, count, Math.min(count, 3)]);
    }
  });

  test('lists with nested filter and sort, reads one, many and references', async () => {
    const all = (await rows(productsOfSuppliers)) as { id: number; name: string }[];
    const list = await ra.getList('product', {
      pagination: { page: 2, perPage: 2 },
      sort: { field: 'supplier.name,name,id', order: 'desc,asc,asc' },
      filter: { 'supplier#name@_like': 'GmbH', 'active@_eq': true },
    });
    expect(list.total).toBe(all.length);
    expect(list.data.map(({ id }) => id)).toEqual(all.slice(2, 4).map(({ id }) => id));
    const [first, second] = all;
    expect(await ra.getOne('product', { id: first?.id })).toMatchObject({ data: { name: first?.name } });
    expect((await ra.getMany('product', { ids: [first?.id, second?.id] })).data).toHaveLength(2);
    const [owner] = (await rows(
      `select supplier_id as id, count(*)::int as count from product where tenant_id = $1 and supplier_id is not null
       group by supplier_id order by count(*) desc, supplier_id limit 1`,
    )) as { id: number; count: number }[];
    const references = await ra.getManyReference('product', {
      target: 'supplier_id',
      id: owner?.id,
      pagination: { page: 1, perPage: 3 },
      sort: { field: 'name', order: 'ASC' },
      filter: {},
    });
    expect(references.total).toBe(owner?.count);
  });

  test('filters with every operator', async () => {
    const ids = await hallIds();
    const [, second = 0] = ids;
    const cases: readonly [Record<string, unknown>, readonly string[]][] = [
      [{ name: 'HALLE' }, [north, south]],
      [{ 'name@_eq': north }, [north]],
      [{ 'name@_neq': north }, [store, south]],
      [{ 'name@_like': 'nord' }, [store]],
      [{ 'name@_nlike': 'nord' }, [north, south]],
      [{ 'name@_ilike': 'nord' }, [north, store]],
      [{ 'name@_nilike': 'nord' }, [south]],
      [{ 'name@_similar': '(N|n)ord%' }, [north, store]],
      [{ 'name@_nsimilar': '(N|n)ord%' }, [south]],
      [{ 'name@_regex': '^nord' }, [store]],
      [{ 'name@_nregex': '^nord' }, [north, south]],
      [{ 'name@_iregex': '^nord' }, [north, store]],
      [{ 'name@_niregex': '^nord' }, [south]],
      [{ 'name@_in': [north, south] }, [north, south]],
      [{ 'name@_nin': [north, south] }, [store]],
      [{ 'id@_lt': second }, [north]],
      [{ 'id@_lte': second }, [north, store]],
      [{ 'id@_gt': second }, [south]],
      [{ 'id@_gte': second }, [store, south]],
      [{ 'notes@_is_null': true }, [north]],
      [{ 'name@_like,notes@_like': 'or' }, [...halls]],
      [{ 'name@_eq,notes@_eq': 'Regal' }, [store]],
      [{ name: { format: 'hasura-raw-query', value: { _eq: store } } }, [store]],
    ];
    for (const [filter, expected] of cases) {
      const { data } = await ra.getList('supplier', {
        pagination: { page: 1, perPage: 10 },
        sort: { field: 'id', order: 'ASC' },
        filter: { ...filter, ids },
      });
      expect([filter, data.map(({ name }) => name)]).toEqual([filter, expected]);
    }
  });

  test.each(kinds)('$resource: creates, updates and deletes, one and many', async (kind) => {
    const { resource, record, change } = kind;
    const ids: number[] = [];
    for (const n of [4, 5, 6]) ids.push((await ra.create(resource, { data: record(n) })).data.id);
    const [one, ...others] = ids;
    expect(await names(resource, ids)).toEqual([4, 5, 6].map((n) => record(n).name));
    const previousData = { id: one, ...record(4) };
    await ra.update(resource, { id: one, data: { ...previousData, ...change }, previousData });
    expect(await names(resource, [one])).toEqual([change.name]);
    await ra.updateMany(resource, { ids: others, data: change });
    expect(await names(resource, others)).toEqual([change.name, change.name]);
    await ra.delete(resource, { id: one, previousData });
    await ra.deleteMany(resource, { ids: others });
    expect(await names(resource, ids)).toEqual([]);
  });
});
