import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  ask,
  type Library,
  openLibrary,
  refusalOf,
  shelveBooks,
} from '../../../tests/support/graphql/library.ts';
import type { Tx } from '../../platform/server/database.ts';
import type { Graphql } from './graphql.ts';

/** A book hidden from everyone, and a missing one. */
const hidden = 3;
const missing = 999;

let library: Library;
let graphql: Graphql;
/** Statements of the API to the database. */
let asked: string[];

beforeAll(async () => {
  library = await openLibrary();
  const { database } = library.test;
  graphql = await library.graphql({
    database: {
      inTenant: (context, run, options) => database.inTenant(context, (tx) => run(noted(tx)), options),
    },
  });
});
afterAll(() => library.test.drop());

beforeEach(async () => {
  await shelveBooks(library);
  // The first chapter belongs to the hidden book.
  await library.test.sql(`insert into chapter (tenant_id, book_id, name) values ($1, 3, 'a'), ($1, 1, 'b')`, [
    library.admin.tenantId,
  ]);
  asked = [];
});

/** Records the statements of the transaction in every role. */
function noted(tx: Tx): Tx {
  const query: typeof tx.query = (text, ...rest) => {
    asked.push(text);
    return tx.query(text, ...rest);
  };
  const as: typeof tx.as = (role) => noted(tx.as(role));
  const own: Readonly<Record<string, unknown>> = { query, as };
  return new Proxy(tx, { get: (of, name) => own[String(name)] ?? bound(of, name) });
}

function bound(of: object, name: string | symbol): unknown {
  const value: unknown = Reflect.get(of, name);
  return typeof value === 'function' ? value.bind(of) : value;
}

const run = (query: string) => ask(graphql, library.admin, query);
const books = async () =>
  (await library.test.sql<{ book: number }>('select book_id::int as book from chapter order by id')).map(
    ({ book }) => book,
  );
const upsert = (rows: string) =>
  `mutation { insert_chapter(objects: [${rows}], on_conflict: { constraint: chapter_pkey, update_columns: [book_id] }) { affected_rows } }`;

describe('TECH-03 new references need a visible row', () => {
  it.each<[string, (book: number) => string]>([
    ['one', (book) => `mutation { insert_chapter_one(object: { book_id: ${book} }) { id } }`],
    [
      'many',
      (book) =>
        `mutation { insert_chapter(objects: [{ book_id: 1 }, { book_id: ${book} }]) { affected_rows } }`,
    ],
    ['an update by key', (book) => update('update_chapter_by_pk', 'pk_columns: { id: 2 }', book)],
    ['an update by filter', (book) => update('update_chapter', 'where: {}', book)],
    ['an update on conflict', (book) => upsert(`{ id: 1, book_id: 3 }, { id: 2, book_id: ${book} }`)],
    ['a new row beside it', (book) => upsert(`{ id: 1, book_id: 3 }, { name: "c", book_id: ${book} }`)],
    [
      'a key',
      (book) => `mutation { insert_cover_one(object: { book_id: ${book}, colour: "red" }) { colour } }`,
    ],
  ])('%s: a hidden record is refused like a missing one', async (_name, write) => {
    const refusals = [];
    for (const book of [hidden, missing]) refusals.push(await refusalOf(library, () => run(write(book))));
    expect(refusals[0]).toMatchObject({ code: 'foreign_key_violation', field: 'book_id' });
    expect(refusals[0]).toEqual(refusals[1]);
    expect(await books()).toEqual([3, 1]);
  });

  it('are refused before the database could reveal that the row is already referenced', async () => {
    await library.test.sql(`insert into cover (tenant_id, book_id, colour) values ($1, 3, 'blue')`, [
      library.admin.tenantId,
    ]);
    const cover = 'mutation { insert_cover_one(object: { book_id: 3, colour: "red" }) { colour } }';
    expect(await refusalOf(library, () => run(cover))).toMatchObject({ code: 'foreign_key_violation' });
  });

  it('unchanged references may be sent again', async () => {
    const { errors } = await run(update('update_chapter_by_pk', 'pk_columns: { id: 1 }', hidden));
    expect(errors).toBeUndefined();
    const named = await run(update('update_chapter', 'where: { name: { _eq: "a" } }', hidden));
    expect(named.data.update_chapter.affected_rows).toBe(1);
    const upserted = await run(upsert('{ id: 1, book_id: 3 }, { id: 2, book_id: 2 }'));
    expect(upserted.data.insert_chapter.affected_rows).toBe(2);
    expect(await books()).toEqual([3, 2]);
  });

  it('may refer to a row created with it, visible or not', async () => {
    const { errors } = await run(
      `mutation { insert_chapter_one(object: { name: "c", book: { data: { title: "hidden too", author_id: 1 } } }) { name } }`,
    );
    expect(errors).toBeUndefined();
  });

  it('are checked once per referenced table, and not at all without changes', async () => {
    const objects = Array.from(
      { length: 100 },
      (_, place) => `{ title: "t${place}", author_id: 1, editor_id: 2 }`,
    );
    await run(`mutation { insert_book(objects: [${objects.join()}]) { affected_rows } }`);
    expect(asked.filter((text) => text.includes('join "author" t on'))).toHaveLength(1);
    asked = [];
    await run(upsert('{ id: 1, book_id: 3 }, { id: 2, book_id: 1 }'));
    expect(asked.filter((text) => text.includes('join "book" t on'))).toEqual([]);
  });

  it('foreign keys have no _inc', async () => {
    const { errors } = await run(
      'mutation { update_chapter(where: {}, _inc: { book_id: 2 }) { affected_rows } }',
    );
    expect(errors?.[0]?.extensions).toMatchObject({ code: 'specific_field_not_found', field: 'book_id' });
  });
});

function update(field: string, chosen: string, book: number): string {
  const answer = field.endsWith('_by_pk') ? 'id' : 'affected_rows';
  return `mutation { ${field}(${chosen}, _set: { book_id: ${book} }) { ${answer} } }`;
}
