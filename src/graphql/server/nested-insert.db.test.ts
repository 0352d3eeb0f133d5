import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  type Answer,
  ask,
  type Library,
  openLibrary,
  refusalOf,
  shelveAuthors,
} from '../../../tests/support/graphql/library.ts';
import type { Context } from '../../platform/context.ts';
import type { Graphql } from './graphql.ts';

let library: Library;
let graphql: Graphql;

beforeAll(async () => {
  library = await openLibrary();
  graphql = await library.graphql();
});
afterAll(async () => {
  expect(library.logged).toEqual([]);
  await library.test.drop();
});

beforeEach(() => shelveAuthors(library));

async function run(query: string, variables?: unknown, context: Context = library.admin): Promise<Answer> {
  return ask(graphql, context, query, variables);
}

function refused(query: string, variables?: unknown, context: Context = library.admin) {
  return refusalOf(library, () => run(query, variables, context));
}

const insertBook = `mutation ($object: book_insert_input!) {
  insert_book_one(object: $object) { title author { id name mentor { name } } editor { name } cover { colour } } }`;

describe('API-03 insert along object relations', () => {
  it('creates the referenced row first, at any depth, and references it', async () => {
    const { data, errors } = await run(insertBook, {
      object: {
        title: 'Gamma',
        author: { data: { name: 'Cleo', mentor: { data: { name: 'Dora' } } } },
        editor: { data: { name: 'Emil' } },
      },
    });
    expect(errors).toBeUndefined();
    expect(data.insert_book_one).toEqual({
      title: 'Gamma',
      author: { id: 5, name: 'Cleo', mentor: { name: 'Dora' } },
      editor: { name: 'Emil' },
      cover: null,
    });
  });

  it('creates the one row that references it afterwards', async () => {
    const { data } = await run(insertBook, {
      object: { title: 'Delta', author_id: 1, cover: { data: { colour: 'green' } } },
    });
    expect(data.insert_book_one).toMatchObject({ author: { name: 'Anna' }, cover: { colour: 'green' } });
  });

  it('gives each of several objects its own row, and counts all rows', async () => {
    const { data } = await run(`mutation { insert_chapter(objects: [
      { name: "one", book: { data: { title: "First", author_id: 1 } } },
      { name: "two", book: { data: { title: "Second", author: { data: { name: "Cleo" } } } } }
    ]) { affected_rows returning { name book { title author { name } } } } }`);
    expect(data.insert_chapter).toEqual({
      affected_rows: 5,
      returning: [
        { name: 'one', book: { title: 'First', author: { name: 'Anna' } } },
        { name: 'two', book: { title: 'Second', author: { name: 'Cleo' } } },
      ],
    });
  });

  it('ignores an absent relation', async () => {
    const { data } = await run(insertBook, { object: { title: 'E', author_id: 1, editor: null } });
    expect(data.insert_book_one).toMatchObject({ editor: null });
  });
});

describe('API-03 on_conflict along object relations', () => {
  const conflict = (columns: readonly string[], where?: unknown) => ({
    constraint: 'author_tenant_id_name_key',
    update_columns: columns,
    where,
  });
  const authorNamed = (name: string, born: string, columns: readonly string[], where?: unknown) => ({
    data: { name, born },
    on_conflict: conflict(columns, where),
  });
  const insertBooks = `mutation ($objects: [book_insert_input!]!) {
    insert_book(objects: $objects) { affected_rows returning { author { id name born } } } }`;

  it('references the existing row, updated or skipped', async () => {
    const updated = await run(insertBooks, {
      objects: [{ title: 'E', author: authorNamed('Anna', '1901-01-01', ['born']) }],
    });
    expect(updated.data.insert_book).toEqual({
      affected_rows: 2,
      returning: [{ author: { id: 1, name: 'Anna', born: '1901-01-01' } }],
    });
    for (const author of [
      authorNamed('Anna', '1999-09-09', []),
      authorNamed('Anna', '1999-09-09', ['born'], { active: { _eq: false } }),
    ]) {
      const kept = await run(insertBooks, { objects: [{ title: 'F', author }] });
      expect(kept.data.insert_book).toEqual({
        affected_rows: 1,
        returning: [{ author: { id: 1, name: 'Anna', born: '1901-01-01' } }],
      });
    }
  });

  it('treats equal objects as one row, and refuses contradicting ones', async () => {
    const cleo = authorNamed('Cleo', '1950-05-05', ['born']);
    const { data } = await run(insertBooks, {
      objects: [
        { title: 'one', author: cleo },
        { title: 'two', author: cleo },
      ],
    });
    expect(data.insert_book).toEqual({
      affected_rows: 3,
      returning: [
        { author: { id: 4, name: 'Cleo', born: '1950-05-05' } },
        { author: { id: 4, name: 'Cleo', born: '1950-05-05' } },
      ],
    });
    const contradiction = [
      { title: 'three', author: cleo },
      { title: 'four', author: authorNamed('Cleo', '1951-01-01', ['born']) },
    ];
    expect(await refused(insertBooks, { objects: contradiction })).toMatchObject({
      code: 'validation_failed',
    });
  });

  it('also links an object that is an update to its nested row', async () => {
    await library.test.sql(
      `insert into book (tenant_id, title, author_id, pages) values ($1, 'Alpha', 1, 5)`,
      [library.admin.tenantId],
    );
    const { data, errors } = await run(
      `mutation ($object: book_insert_input!) { insert_book_one(object: $object,
        on_conflict: { constraint: book_pkey, update_columns: [pages] }) { title pages author { name } } }`,
      { object: { id: 1, title: 'ignored', pages: 7, author: { data: { name: 'Cleo' } } } },
    );
    expect(errors).toBeUndefined();
    expect(data.insert_book_one).toEqual({ title: 'Alpha', pages: 7, author: { name: 'Cleo' } });
  });
});

describe('API-03 hostile nested inserts are refused as a whole', () => {
  it.each<[string, unknown, object]>([
    [
      'a key together with the row that supplies it',
      { author_id: 1, author: { data: { name: 'X' } } },
      { code: 'validation_failed', field: 'object.0.author' },
    ],
    [
      'a null key together with that row',
      { author_id: 1, editor_id: null, editor: { data: { name: 'X' } } },
      { code: 'validation_failed', field: 'object.0.editor' },
    ],
    [
      'a row of another tenant by its id',
      {
        author: {
          data: { id: 3, name: 'X' },
          on_conflict: { constraint: 'author_pkey', update_columns: ['name'] },
        },
      },
      { code: 'not_found' },
    ],
    [
      'an id without update columns',
      { author: { data: { id: 1, name: 'X' } } },
      { code: 'validation_failed' },
    ],
    [
      'a nested row refused by the database',
      { author: { data: { name: '' } } },
      { code: 'check_violation', field: 'name' },
    ],
    [
      'an existing nested row',
      { author: { data: { name: 'Anna' } } },
      { code: 'unique_violation', field: 'name' },
    ],
    [
      'a nested row without required values',
      { author: { data: {} } },
      { code: 'specific_field_required', field: 'name' },
    ],
    ['a list instead of one row', { author: { data: [{ name: 'X' }] } }, { code: 'expected_type_but_found' }],
    ['null instead of the row', { author: { data: null } }, { code: 'unexpected_null_value_for_type' }],
    [
      'a child with the key of another parent',
      { author_id: 1, chapters: { data: [{ book: { data: { title: 'X', author_id: 1 } } }] } },
      { code: 'validation_failed' },
    ],
    [
      'a nested foreign key into another tenant',
      { author: { data: { name: 'X', mentor_id: 3 } } },
      { code: 'foreign_key_violation', field: 'mentor_id' },
    ],
  ])('%s', async (_name, object, refusal) => {
    expect(await refused(insertBook, { object: { title: 'T', ...(object as object) } })).toMatchObject(
      refusal,
    );
  });

  it('depth and number are limited as everywhere', async () => {
    let author: unknown = { data: { name: 'a0' } };
    for (let depth = 1; depth < 40; depth += 1) author = { data: { name: `a${depth}`, mentor: author } };
    expect(await refused(insertBook, { object: { title: 'T', author } })).toMatchObject({
      code: 'limit_exceeded',
    });
    const objects = Array.from({ length: 2501 }, (_, place) => ({
      title: 'T',
      author: { data: { name: `n${place}` } },
    }));
    const many =
      'mutation ($objects: [book_insert_input!]!) { insert_book(objects: $objects) { affected_rows } }';
    expect(await refused(many, { objects })).toMatchObject({ code: 'limit_exceeded' });
  });

  it('ROLE-19 a table without write access cannot be reached through another one', async () => {
    expect(
      await refused(insertBook, { object: { title: 'T', author: { data: { name: 'X' } } } }, library.user),
    ).toMatchObject({ code: 'specific_field_not_found', field: 'author' });
    // A chapter needs its own right, even below a book that everyone may insert.
    const readerOf = `mutation { insert_book_reader_one(object: { note: "n",
      book: { data: { title: "T", author_id: 1, chapters: { data: [{ name: "c" }] } } } }) { note } }`;
    expect(await refused(readerOf, {}, library.user)).toMatchObject({ code: 'permission_denied' });
  });

  it('ROLE-07 amounts of a person without prices are ignored in nested rows, too', async () => {
    const { data } = await run(
      `mutation { insert_book_reader_one(object: { book: { data: { title: "T", author_id: 1, price: 9 } } }) { book_id } }`,
      {},
      library.user,
    );
    const id = data.insert_book_reader_one.book_id;
    expect(await library.test.sql('select price from book where id = $1', [id])).toEqual([{ price: null }]);
  });
});
