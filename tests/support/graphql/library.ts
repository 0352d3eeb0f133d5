import { expect } from 'vitest';
import type { Access } from '../../../src/graphql/access.ts';
import { readModels } from '../../../src/graphql/server/catalog.ts';
import { createGraphql, type Graphql, type GraphqlOptions } from '../../../src/graphql/server/graphql.ts';
import type { Context } from '../../../src/platform/context.ts';
import { type TestDatabase, testDatabase } from '../database.ts';

/** A small schema for compiler tests: every kind of column, key and relation, in two tenants. */
const tables = `
  create table author (
    tenant_id bigint not null, id bigint generated always as identity,
    name text not null check (name <> ''), born date, mentor_id bigint, active boolean not null default true,
    created_at timestamptz not null default now(), updated_at timestamptz not null default now(),
    primary key (tenant_id, id), unique (tenant_id, name),
    foreign key (tenant_id, mentor_id) references author (tenant_id, id));
  create table book (
    tenant_id bigint not null, id bigint generated always as identity,
    title text not null, author_id bigint not null, editor_id bigint, pages integer, price numeric(12, 2),
    rating numeric(4, 2), published date, facts jsonb, tags text[], code uuid, secret text,
    position integer, in_print boolean,
    created_at timestamptz not null default now(), updated_at timestamptz not null default now(),
    primary key (tenant_id, id),
    constraint book_position_key unique (tenant_id, author_id, position) deferrable initially deferred,
    foreign key (tenant_id, author_id) references author (tenant_id, id),
    foreign key (tenant_id, editor_id) references author (tenant_id, id));
  create table chapter (
    tenant_id bigint not null, id bigint generated always as identity,
    book_id bigint not null, name text not null default 'untitled', words integer, cost numeric(12, 2),
    primary key (tenant_id, id),
    foreign key (tenant_id, book_id) references book (tenant_id, id) on delete cascade);
  create table cover (
    tenant_id bigint not null, book_id bigint not null, colour text not null,
    primary key (tenant_id, book_id),
    foreign key (tenant_id, book_id) references book (tenant_id, id) on delete cascade);
  create table book_reader (
    tenant_id bigint not null, book_id bigint not null, lb_user_id bigint not null, note text,
    primary key (tenant_id, book_id, lb_user_id),
    foreign key (tenant_id, book_id) references book (tenant_id, id) on delete cascade,
    foreign key (tenant_id, lb_user_id) references lb_user (tenant_id, id));
  call app.wall('author');
  call app.wall('book', visible => 'title not like ''hidden%''', amounts => '{price}', secrets => '{secret}');
  call app.wall('chapter', amounts => '{cost}', audited => false);
  call app.wall('cover', audited => false);
  call app.wall('book_reader', audited => false);
  create view author_statistics with (security_invoker = true) as
    select tenant_id, author_id, count(*) as books, sum(price) as worth from book group by tenant_id, author_id;
  grant select (tenant_id, author_id, books) on author_statistics to reader;
  grant select on author_statistics to reader_price;
  create view living_author with (security_invoker = true) as
    select tenant_id, id, name, born, active from author where active
    with local check option;
  grant select (tenant_id, id, name, born) on living_author to reader, reader_price;
  grant select, insert, update, delete on living_author to writer;
  create table prize (
    tenant_id bigint not null, id bigint generated always as identity,
    name text not null, living_author_id bigint not null,
    primary key (tenant_id, id),
    foreign key (tenant_id, living_author_id) references author (tenant_id, id));
  call app.wall('prize', audited => false);
  create table shop (
    tenant_id bigint not null, id bigint generated always as identity,
    name text not null, key bytea, has_key boolean not null generated always as (key is not null) stored,
    primary key (tenant_id, id));
  call app.wall('shop', secrets => '{key}', ignored => '{has_key}');`;

const everything: Access = {
  admin: {
    author: { insert: {}, update: {}, delete: {} },
    book: { insert: {}, update: {}, delete: {} },
    chapter: { insert: {}, update: {}, delete: {} },
    cover: { insert: {}, update: {}, delete: {} },
    book_reader: { insert: {}, update: {}, delete: {} },
    living_author: { insert: {}, update: {}, delete: {} },
    prize: { insert: {}, update: {}, delete: {} },
    shop: { insert: {}, update: {}, delete: {} },
  },
  user: {
    book: { insert: {}, update: { columns: ['title', 'price', 'pages'] } },
    chapter: { insert: { role: 'user-can-insert-product' } },
    book_reader: {
      insert: { own: 'lb_user_id' },
      update: { own: 'lb_user_id' },
      delete: { own: 'lb_user_id' },
    },
  },
  operator: {},
};

export interface Library {
  readonly test: TestDatabase;
  /** People of the first tenant, and a foreign one. */
  readonly admin: Context;
  readonly user: Context;
  readonly priced: Context;
  readonly foreign: Context;
  readonly logged: unknown[];
  graphql(options?: Partial<GraphqlOptions>): Promise<Graphql>;
}

async function person(test: TestDatabase, tenant: string, roles: string[]): Promise<Context> {
  const [{ id: tenantId } = { id: '0' }] = await test.sql<{ id: string }>(
    'insert into tenant (name) values ($1) on conflict (name) do update set name = excluded.name returning id',
    [tenant],
  );
  const [{ id } = { id: '0' }] = await test.sql<{ id: string }>(
    'insert into lb_user (tenant_id, name, email, roles) values ($1, $2, $3, $4) returning id',
    [tenantId, roles.join() || 'nobody', `p${Math.random().toString(36).slice(2)}@library.test`, roles],
  );
  return {
    tenantId: Number(tenantId),
    userId: Number(id),
    actorId: Number(id),
    means: 'link',
    tokenVersion: 1,
    roles,
    asOperator: false,
    language: 'en',
    requestId: 'request-1',
  };
}

export async function openLibrary(): Promise<Library> {
  const test = await testDatabase();
  await test.sql(tables);
  const logged: unknown[] = [];
  return {
    test,
    admin: await person(test, 'library', ['user-admin']),
    user: await person(test, 'library', []),
    priced: await person(test, 'library', ['user-price']),
    foreign: await person(test, 'elsewhere', ['user-admin']),
    logged,
    graphql: async (options = {}) =>
      createGraphql({
        models: await readModels(test.database.pool, {
          relations: [
            {
              from: 'author',
              name: 'statistics',
              kind: 'object',
              table: 'author_statistics',
              pairs: [
                ['tenant_id', 'tenant_id'],
                ['id', 'author_id'],
              ],
              nullable: true,
              holdsKey: false,
            },
          ],
        }),
        access: everything,
        database: test.database,
        messageOf: (refusal) => `text of ${refusal.code}`,
        logger: { error: (details) => logged.push(details) },
        ...options,
      }),
  };
}

export interface Answer {
  // Each test expects its own answer shape.
  // biome-ignore lint/suspicious/noExplicitAny: tests access answers freely.
  readonly data?: any;
  readonly errors?: readonly {
    readonly message: string;
    readonly extensions: Readonly<Record<string, unknown>>;
  }[];
}

/** Runs one request and decodes the answer. */
export async function ask(
  graphql: Graphql,
  context: Context,
  query: string,
  variables?: unknown,
): Promise<Answer> {
  const { body } = await graphql.execute(context, { query, variables });
  return JSON.parse(body) as Answer;
}

/** Empties the library except for two authors, Anna and Bert, and one of another tenant. */
export async function shelveAuthors({ test, admin, foreign }: Library): Promise<void> {
  await test.sql('truncate author, book, chapter, cover, book_reader restart identity cascade');
  await test.sql(`insert into author (tenant_id, name) values ($1, 'Anna'), ($1, 'Bert'), ($2, 'Foreign')`, [
    admin.tenantId,
    foreign.tenantId,
  ]);
}

/** The authors with two books by Anna, an invisible one by Bert, and one of another tenant. */
export async function shelveBooks(library: Library): Promise<void> {
  await shelveAuthors(library);
  await library.test.sql(
    `insert into book (tenant_id, title, author_id, pages, price) values
      ($1, 'Alpha', 1, 100, 12.50), ($1, 'Beta', 1, 200, 20), ($1, 'hidden', 2, 1, 1), ($2, 'Far', 3, 1, 1)`,
    [library.admin.tenantId, library.foreign.tenantId],
  );
}

/** The refusal of a request, which must not change any row. */
export async function refusalOf(library: Library, request: () => Promise<Answer>) {
  const before = await stock(library);
  const { errors } = await request();
  expect(await stock(library)).toEqual(before);
  return errors?.[0]?.extensions;
}

function stock({ test }: Library): Promise<unknown> {
  const tables = ['author', 'book', 'chapter', 'cover', 'book_reader'];
  return Promise.all(tables.map((name) => test.sql(`select * from ${name} order by 2, 3`)));
}
