import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { durationOf, fastest } from '../../../tests/support/fastest.ts';
import {
  type Answer,
  ask,
  type Library,
  openLibrary,
  refusalOf,
  shelveBooks,
} from '../../../tests/support/graphql/library.ts';
import { refuse } from '../../base/refusal.ts';
import type { Context } from '../../platform/context.ts';
import type { Graphql } from './graphql.ts';

let library: Library;
let graphql: Graphql;

beforeAll(async () => {
  library = await openLibrary();
  graphql = await library.graphql({
    validate: new Map([
      [
        'author',
        (rows) =>
          rows.some((row) => row.name === 'forbidden')
            ? refuse('validation_failed', { field: 'name' })
            : undefined,
      ],
      ['book', (rows) => (rows.some((row) => row.price === '13.00') ? refuse('date_in_past') : undefined)],
    ]),
  });
});
afterAll(() => library.test.drop());

beforeEach(() => shelveBooks(library));

async function run(query: string, variables?: unknown, context: Context = library.admin): Promise<Answer> {
  return ask(graphql, context, query, variables);
}

function refused(query: string, variables?: unknown, context: Context = library.admin) {
  return refusalOf(library, () => run(query, variables, context));
}

describe('API-03 insert', () => {
  it('inserts objects in order, with defaults for missing values', async () => {
    const { data } = await run(
      `mutation ($objects: [author_insert_input!]!) { insert_author(objects: $objects) { affected_rows returning { id name active born } } }`,
      {
        objects: [
          { name: 'C', active: false },
          { name: 'D', born: '1990-02-03' },
          { name: 'E', active: true, born: null },
        ],
      },
    );
    expect(data).toEqual({
      insert_author: {
        affected_rows: 3,
        returning: [
          { id: 4, name: 'C', active: false, born: null },
          { id: 5, name: 'D', active: true, born: '1990-02-03' },
          { id: 6, name: 'E', active: true, born: null },
        ],
      },
    });
  });

  it('inserts one with nested rows of array relations', async () => {
    const { data } = await run(`mutation {
      insert_author_one(object: { name: "F", books: { data: [
        { title: "one", tags: ["a", "b"], facts: {x: [1, null]}, price: "0.10", chapters: { data: [{ words: 1 }, { name: "named" }] } },
        { title: "two" } ] } }) {
        name books(order_by: {id: asc}) { title tags facts price chapters(order_by: {id: asc}) { name words } } } }`);
    expect(data.insert_author_one).toEqual({
      name: 'F',
      books: [
        {
          title: 'one',
          tags: ['a', 'b'],
          facts: { x: [1, null] },
          price: 0.1,
          chapters: [
            { name: 'untitled', words: 1 },
            { name: 'named', words: null },
          ],
        },
        { title: 'two', tags: null, facts: null, price: null, chapters: [] },
      ],
    });
  });

  it('writes 5,000 rows set-wise and refuses more', async () => {
    const query = `mutation ($objects: [author_insert_input!]!) { insert_author(objects: $objects) { affected_rows returning { id } } }`;
    const objects = (count: number, prefix = 'n') => ({
      objects: Array.from({ length: count }, (_, place) => ({ name: `${prefix}-${place}` })),
    });
    let attempt = 0;
    const write = async () => {
      attempt += 1;
      const { data } = await run(query, objects(5000, `n${attempt}`));
      expect(data.insert_author.affected_rows).toBe(5000);
      expect(data.insert_author.returning).toHaveLength(5000);
    };
    expect(await fastest(10_000, () => durationOf(write))).toBeLessThan(10_000);
    expect(await refused(query, objects(5001))).toMatchObject({ code: 'limit_exceeded' });
  });

  it('upserts by a unique key: updates the given columns, skips without any, applies where', async () => {
    const upsert = (columns: string, where = '') =>
      `mutation { insert_author(objects: [{ name: "Anna", born: "1901-01-01" }, { name: "New" }],
        on_conflict: { constraint: author_tenant_id_name_key, update_columns: [${columns}] ${where} })
        { affected_rows returning { name born } } }`;
    expect((await run(upsert('born'))).data.insert_author).toEqual({
      affected_rows: 2,
      returning: [
        { name: 'Anna', born: '1901-01-01' },
        { name: 'New', born: null },
      ],
    });
    expect((await run(upsert(''))).data.insert_author).toEqual({ affected_rows: 0, returning: [] });
    const guarded = await run(upsert('born', 'where: { active: { _eq: false } }'));
    expect(guarded.data.insert_author.affected_rows).toBe(0);
  });

  it('names field and code of a violated constraint', async () => {
    expect(
      await refused('mutation { insert_author_one(object: { born: "2000-01-01" }) { id } }'),
    ).toMatchObject({
      code: 'specific_field_required',
      field: 'name',
      hasura_code: 'constraint-violation',
      path: '$.selectionSet.insert_author_one',
    });
    expect(await refused('mutation { insert_author_one(object: { name: "Anna" }) { id } }')).toMatchObject({
      code: 'unique_violation',
      field: 'name',
    });
    expect(await refused('mutation { insert_author_one(object: { name: "" }) { id } }')).toMatchObject({
      code: 'check_violation',
      field: 'name',
    });
    expect(
      await refused('mutation { insert_book_one(object: { title: "x", author_id: 3 }) { id } }'),
    ).toMatchObject({ code: 'foreign_key_violation', field: 'author_id' });
    expect(
      await refused(
        'mutation { insert_book_one(object: { title: "x", author_id: 1, price: 123456789012 }) { id } }',
      ),
    ).toMatchObject({ code: 'number_out_of_range' });
    expect(
      await refused('mutation { insert_author_one(object: { name: "x", nope: 1 }) { id } }'),
    ).toMatchObject({ code: 'specific_field_not_found', field: 'nope' });
    expect(
      await refused('mutation { insert_author_one(object: { name: "a\\u0000b" }) { id } }'),
    ).toMatchObject({ code: 'invalid_type' });
  });
});

describe('API-03 update and delete', () => {
  it('sets and increments matching rows, but no hidden ones', async () => {
    const { data } = await run(
      `mutation { update_book(where: { author: { name: { _in: ["Anna", "Bert"] } } }, _set: { title: "T" }, _inc: { pages: 5, price: "0.25" })
        { affected_rows returning { id title pages price } } }`,
    );
    expect(data.update_book).toEqual({
      affected_rows: 2,
      returning: [
        { id: 1, title: 'T', pages: 105, price: 12.75 },
        { id: 2, title: 'T', pages: 205, price: 20.25 },
      ],
    });
  });

  it('API-03 updates one by key; a hidden, foreign or missing one is null and unchanged', async () => {
    const others = () => library.test.sql('select * from book where id <> 1 order by id');
    const before = await others();
    const update = (id: number) =>
      `mutation { update_book_by_pk(pk_columns: { id: ${id} }, _set: { pages: 7 }) { id pages } }`;
    expect((await run(update(1))).data).toEqual({ update_book_by_pk: { id: 1, pages: 7 } });
    for (const id of [3, 4, 99]) expect(await run(update(id))).toEqual({ data: { update_book_by_pk: null } });
    expect(await others()).toEqual(before);
  });

  it('API-03 updates many in order, each with its own filter and values', async () => {
    const { data } = await run(
      `mutation ($updates: [book_updates!]!) { update_book_many(updates: $updates) {
        affected_rows returning { id title author { name } } } }`,
      {
        updates: [
          { where: { id: { _eq: 1 } }, _set: { title: 'One' } },
          { where: { title: { _eq: 'One' } }, _set: { title: 'Two' }, _inc: { pages: 1 } },
          { where: { id: { _eq: 99 } }, _set: { title: 'Nobody' } },
        ],
      },
    );
    const whole = { affected_rows: 1, returning: [{ id: 1, title: 'Two', author: { name: 'Anna' } }] };
    expect(data).toEqual({ update_book_many: [whole, whole, { affected_rows: 0, returning: [] }] });
    expect((await run('mutation { update_book_many(updates: []) { affected_rows } }')).data).toEqual({
      update_book_many: [],
    });
    const many = Array.from({ length: 101 }, () => ({ where: { id: { _eq: 1 } }, _set: { title: 'x' } }));
    const update = 'mutation ($u: [book_updates!]!) { update_book_many(updates: $u) { affected_rows } }';
    expect(await refused(update, { u: many })).toMatchObject({ code: 'limit_exceeded' });
  });

  it('API-03 refuses an update without values', async () => {
    for (const field of [
      'update_book(where: {}) { affected_rows }',
      'update_book(where: {}, _set: null) { affected_rows }',
      'update_book_by_pk(pk_columns: { id: 1 }) { id }',
      'update_book_many(updates: [{ where: {} }]) { affected_rows }',
    ]) {
      expect(await refused(`mutation { ${field} }`)).toMatchObject({
        code: 'specific_field_required',
        field: '_set',
      });
    }
  });

  it('returns null for a row that the person no longer sees, and keeps the change', async () => {
    const { data } = await run(
      'mutation { update_book_by_pk(pk_columns: { id: 1 }, _set: { title: "hidden now" }) { id } }',
    );
    expect(data).toEqual({ update_book_by_pk: null });
    expect(await library.test.sql('select title from book where id = 1')).toEqual([{ title: 'hidden now' }]);
  });

  it('deletes by filter and by key, and returns the former rows', async () => {
    const { data } = await run(`mutation {
      delete_book(where: { pages: { _gte: 1 } }) { affected_rows returning { title author { name } } }
      none: delete_book(where: { pages: { _gte: 1 } }) { affected_rows returning { id } }
      delete_author_by_pk(id: 1) { name books { id } } }`);
    expect(data).toEqual({
      delete_book: {
        affected_rows: 2,
        returning: [
          { title: 'Alpha', author: { name: 'Anna' } },
          { title: 'Beta', author: { name: 'Anna' } },
        ],
      },
      none: { affected_rows: 0, returning: [] },
      delete_author_by_pk: { name: 'Anna', books: [] },
    });
    expect(await library.test.sql('select id::int from book order by id')).toEqual([{ id: 3 }, { id: 4 }]);
    expect(await refused('mutation { delete_author_by_pk(id: 2) { id } }')).toMatchObject({
      code: 'foreign_key_violation',
      problems: [{ field: 'id', values: { id: 2, used_by: 'book', count: 1 } }],
    });
    const { data: missing } = await run('mutation { delete_author_by_pk(id: 3) { id } }');
    expect(missing).toEqual({ delete_author_by_pk: null });
  });

  it('runs the fields of one request in order and rolls all back if one fails', async () => {
    const { data } = await run(`mutation {
      a: insert_author_one(object: { name: "Z" }) { id }
      b: update_author(where: { name: { _eq: "Z" } }, _set: { name: "Y" }) { affected_rows }
      c: delete_author(where: { name: { _eq: "Y" } }) { affected_rows } }`);
    expect(data).toMatchObject({ b: { affected_rows: 1 }, c: { affected_rows: 1 } });
    expect(
      await refused(
        'mutation { update_author(where: {id: {_eq: 1}}, _set: { name: "Q" }) { affected_rows } insert_author_one(object: { name: "Bert" }) { id } }',
      ),
    ).toMatchObject({ code: 'unique_violation', path: '$.selectionSet.insert_author_one' });
  });

  it('checks deferred constraints once, after all writes', async () => {
    await library.test.sql('update book set position = id where author_id = 1');
    const swap = await run(`mutation {
      a: update_book_by_pk(pk_columns: { id: 1 }, _set: { position: 2 }) { position }
      b: update_book_by_pk(pk_columns: { id: 2 }, _set: { position: 1 }) { position } }`);
    expect(swap.data).toEqual({ a: { position: 2 }, b: { position: 1 } });
    expect(
      await refused('mutation { update_book_by_pk(pk_columns: { id: 1 }, _set: { position: 1 }) { id } }'),
    ).toMatchObject({
      code: 'unique_violation',
      field: 'position',
    });
  });

  it('API-43 validates the resulting rows', async () => {
    expect(
      await refused(
        'mutation { update_author(where: {}, _set: { born: "2000-01-01" }) { affected_rows } insert_author_one(object: {name: "forbidden"}) { id } }',
      ),
    ).toMatchObject({
      code: 'validation_failed',
      field: 'name',
    });
    expect(
      await refused('mutation { update_book_by_pk(pk_columns: { id: 1 }, _inc: { price: 0.5 }) { id } }'),
    ).toMatchObject({ code: 'date_in_past' });
  });
});

describe('ROLE-19 access', () => {
  it('has no undeclared mutation', async () => {
    expect(
      await refused('mutation { insert_author_one(object: { name: "x" }) { id } }', {}, library.user),
    ).toMatchObject({ code: 'permission_denied' });
    expect(
      await refused(
        'mutation { update_book_by_pk(pk_columns: {id: 1}, _set: { author_id: 2 }) { id } }',
        {},
        library.user,
      ),
    ).toMatchObject({ code: 'specific_field_not_found' });
    expect(
      await refused('mutation { insert_chapter_one(object: { book_id: 1 }) { id } }', {}, library.user),
    ).toMatchObject({ code: 'permission_denied' });
    const allowed = { ...library.user, roles: ['user-can-insert-product'] };
    expect(
      (await run('mutation { insert_chapter_one(object: { book_id: 1 }) { name } }', {}, allowed)).data
        .insert_chapter_one,
    ).toEqual({ name: 'untitled' });
  });

  it('limits people to their own rows', async () => {
    const own = await run(
      'mutation { insert_book_reader_one(object: { book_id: 1, note: "mine" }) { lb_user_id note } }',
      {},
      library.user,
    );
    expect(own.data.insert_book_reader_one).toEqual({ lb_user_id: library.user.userId, note: 'mine' });
    const other = library.priced.userId;
    await library.test.sql('insert into book_reader (tenant_id, book_id, lb_user_id) values ($1, 2, $2)', [
      library.user.tenantId,
      other,
    ]);
    expect(
      await refused(
        `mutation { insert_book_reader_one(object: { book_id: 1, lb_user_id: ${other} }) { note } }`,
        {},
        library.user,
      ),
    ).toMatchObject({ code: 'permission_denied', field: 'lb_user_id' });
    const { data: notOwn } = await run(
      `mutation { update_book_reader_by_pk(pk_columns: { book_id: 2, lb_user_id: ${other} }, _set: { note: "x" }) { note } }`,
      {},
      library.user,
    );
    expect(notOwn).toEqual({ update_book_reader_by_pk: null });
    const all = await run(
      'mutation { update_book_reader(where: {}, _set: { note: "y" }) { affected_rows } delete_book_reader(where: {}) { affected_rows } }',
      {},
      library.user,
    );
    expect(all.data).toEqual({
      update_book_reader: { affected_rows: 1 },
      delete_book_reader: { affected_rows: 1 },
    });
  });

  it('ROLE-07 ignores amounts of a person without prices, and has no _inc for them', async () => {
    const { data } = await run(
      'mutation { update_book_by_pk(pk_columns: {id: 1}, _set: { title: "kept", price: 999 }) { title price } }',
      {},
      library.user,
    );
    expect(data.update_book_by_pk).toEqual({ title: 'kept', price: null });
    expect(await library.test.sql('select price from book where id = 1')).toEqual([{ price: '12.50' }]);
    expect(
      await refused(
        'mutation { update_book_by_pk(pk_columns: {id: 1}, _inc: { price: 1 }) { id } }',
        {},
        library.user,
      ),
    ).toMatchObject({ code: 'specific_field_not_found' });
    const inserted = await run(
      'mutation { insert_book_one(object: { title: "n", author_id: 1, price: 5, chapters: null }) { id } }',
      {},
      library.user,
    );
    expect(
      await library.test.sql('select price from book where id = $1', [inserted.data.insert_book_one.id]),
    ).toEqual([{ price: null }]);
  });
});
