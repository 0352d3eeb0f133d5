import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { DataProvider } from '@refinedev/core';
import * as refine from '@refinedev/hasura';
import buildRaProvider from 'ra-data-hasura';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Library, openLibrary } from '../../../tests/support/graphql/library.ts';
import type { GraphqlRequest } from './graphql.ts';

let library: Library;
let server: Server;
let url: string;

beforeAll(async () => {
  library = await openLibrary();
  const graphql = await library.graphql();
  server = createServer((request, response) => {
    void text(request)
      .then((body) => graphql.execute(library.admin, JSON.parse(body) as GraphqlRequest))
      .then(({ body }) => response.setHeader('content-type', 'application/json').end(body));
  });
  // On a busy machine the next call may come after the server's default keep-alive time.
  server.keepAliveTimeout = 60_000;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1/graphql`;
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await library.test.drop();
});

beforeEach(async () => {
  const { sql } = library.test;
  const { tenantId } = library.admin;
  await sql('truncate author, book, chapter, cover, book_reader restart identity cascade');
  await sql(`insert into author (tenant_id, name) values ($1, 'Anna'), ($1, 'Bert')`, [tenantId]);
  await sql(
    `insert into book (tenant_id, title, author_id, pages) select $1, 'Book ' || n, 1 + n % 2, n * 10 from generate_series(1, 12) n`,
    [tenantId],
  );
});

async function pages(ids: readonly number[]): Promise<unknown[]> {
  const rows = await library.test.sql<{ pages: number }>(
    'select pages from book where id = any ($1) order by id',
    [ids],
  );
  return rows.map((row) => row.pages);
}

describe('API-03 the data provider of @refinedev/hasura', () => {
  // The package's types describe the default export of its CommonJS form.
  const refineProvider = refine.default as unknown as (
    client: refine.GraphQLClient,
    options: object,
  ) => Required<DataProvider>;
  const provider = () => refineProvider(new refine.GraphQLClient(url), { idType: 'bigint' });
  const meta = { fields: ['id', 'title', 'pages', { author: ['name'] }] };

  it('lists with nested filter and sort, reads one and many', async () => {
    const list = await provider().getList({
      resource: 'book',
      pagination: { currentPage: 2, pageSize: 2, mode: 'server' },
      sorters: [
        { field: 'author.name', order: 'asc' },
        { field: 'pages', order: 'desc' },
      ],
      filters: [
        { field: 'author.name', operator: 'eq', value: 'Anna' },
        {
          operator: 'or',
          value: [
            { field: 'pages', operator: 'gte', value: 40 },
            { field: 'title', operator: 'contains', value: 'book 2' },
          ],
        },
      ],
      meta,
    });
    expect(list).toEqual({
      data: [
        { id: 8, title: 'Book 8', pages: 80, author: { name: 'Anna' } },
        { id: 6, title: 'Book 6', pages: 60, author: { name: 'Anna' } },
      ],
      total: 6,
    });
    const one = await provider().getOne({ resource: 'book', id: 3, meta });
    expect(one.data).toEqual({ id: 3, title: 'Book 3', pages: 30, author: { name: 'Bert' } });
    const many = await provider().getMany({ resource: 'book', ids: [1, 2], meta });
    expect(many.data).toHaveLength(2);
  });

  it('creates, updates and deletes, one and many', async () => {
    const created = await provider().create({
      resource: 'book',
      variables: { title: 'New', author_id: 1 },
      meta,
    });
    expect(created.data).toMatchObject({ id: 13, title: 'New', author: { name: 'Anna' } });
    const more = await provider().createMany({
      resource: 'book',
      variables: [
        { title: 'A', author_id: 1 },
        { title: 'B', author_id: 2 },
      ],
      meta,
    });
    expect(more.data).toMatchObject([{ id: 14 }, { id: 15 }]);
    const updated = await provider().update({ resource: 'book', id: 1, variables: { pages: 11 }, meta });
    expect(updated.data).toMatchObject({ id: 1, pages: 11 });
    await provider().updateMany({ resource: 'book', ids: [2, 3], variables: { pages: 22 }, meta });
    expect(await pages([1, 2, 3])).toEqual([11, 22, 22]);
    const deleted = await provider().deleteOne({ resource: 'book', id: 1, meta });
    expect(deleted.data).toMatchObject({ id: 1 });
    await provider().deleteMany({ resource: 'book', ids: [2, 3], meta });
    expect(await pages([1, 2, 3])).toEqual([]);
  });
});

/** The used part of the provider; its own types end at the package's older peer dependencies. */
interface RaProvider {
  getList(resource: string, params: object): Promise<{ data: object[]; total: number }>;
  getOne(resource: string, params: object): Promise<{ data: object }>;
  getMany(resource: string, params: object): Promise<{ data: object[] }>;
  getManyReference(resource: string, params: object): Promise<{ data: object[]; total: number }>;
  create(resource: string, params: object): Promise<{ data: object }>;
  update(resource: string, params: object): Promise<{ data: object }>;
  updateMany(resource: string, params: object): Promise<{ data: number[] }>;
  delete(resource: string, params: object): Promise<{ data: object }>;
  deleteMany(resource: string, params: object): Promise<{ data: number[] }>;
}
type BuildRa = (options: object) => Promise<RaProvider>;

describe('API-03 the data provider of ra-data-hasura', () => {
  const module = buildRaProvider as unknown as BuildRa | { default: BuildRa };
  const build = typeof module === 'function' ? module : module.default;
  let built: Promise<RaProvider> | undefined;
  /** Introspects, which takes seconds. */
  const provider = () => {
    built ??= build({ clientOptions: { uri: url } });
    return built;
  };

  it('introspects, lists with nested filter and sort, reads one, many and references', async () => {
    const ra = await provider();
    const list = await ra.getList('book', {
      pagination: { page: 2, perPage: 2 },
      sort: { field: 'author.name,pages', order: 'asc,desc' },
      filter: { 'author#name@_eq': 'Anna', 'pages@_gte': 40 },
    });
    expect(list).toMatchObject({ data: [{ id: 8, pages: 80, author_id: 1 }, { id: 6 }], total: 5 });
    expect(await ra.getOne('book', { id: 3 })).toMatchObject({ data: { id: 3, title: 'Book 3' } });
    expect((await ra.getMany('book', { ids: [1, 2] })).data).toHaveLength(2);
    const references = await ra.getManyReference('book', {
      target: 'author_id',
      id: 1,
      pagination: { page: 1, perPage: 3 },
      sort: { field: 'pages', order: 'ASC' },
      filter: {},
    });
    expect(references).toMatchObject({ data: [{ id: 2 }, { id: 4 }, { id: 6 }], total: 6 });
  });

  it('creates, updates and deletes, one and many', async () => {
    const ra = await provider();
    expect(await ra.create('book', { data: { title: 'New', author_id: 1 } })).toMatchObject({
      data: { id: 13, title: 'New' },
    });
    const previousData = { id: 1, pages: 10, title: 'Book 1' };
    expect(
      await ra.update('book', { id: 1, data: { pages: 11, title: 'Book 1' }, previousData }),
    ).toMatchObject({ data: { id: 1, pages: 11 } });
    await ra.updateMany('book', { ids: [2, 3], data: { pages: 22 } });
    expect(await pages([1, 2, 3])).toEqual([11, 22, 22]);
    expect(await ra.delete('book', { id: 1, previousData })).toMatchObject({ data: { id: 1 } });
    await ra.deleteMany('book', { ids: [2, 3] });
    expect(await pages([1, 2, 3])).toEqual([]);
  });
});
