import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  type Answer,
  ask,
  type Library,
  openLibrary,
  refusalOf,
  shelveBooks,
} from '../../../tests/support/graphql/library.ts';
import type { Context } from '../../platform/context.ts';
import type { Graphql } from './graphql.ts';

let library: Library;
let graphql: Graphql;

beforeAll(async () => {
  library = await openLibrary();
  graphql = await library.graphql();
});
afterAll(() => library.test.drop());

beforeEach(() => shelveBooks(library));

async function run(query: string, variables?: unknown, context: Context = library.admin): Promise<Answer> {
  return ask(graphql, context, query, variables);
}

function refused(query: string, variables?: unknown, context: Context = library.admin) {
  return refusalOf(library, () => run(query, variables, context));
}

describe('SHEET-15 saving a table view', () => {
  const save = `mutation ($objects: [author_insert_input!]!, $gone: [bigint!]!) {
    insert_author(objects: $objects, on_conflict: { constraint: author_pkey, update_columns: [name, born] }) { affected_rows returning { id name born active } }
    delete_author(where: { id: { _in: $gone } }) { affected_rows } }`;

  it('updates objects with id, inserts those without, deletes the rest, in one request', async () => {
    await library.test.sql('delete from book');
    const { data } = await run(save, {
      objects: [{ id: 1, born: '1900-01-01' }, { name: 'New' }, { id: 2, name: 'Berta' }],
      gone: [],
    });
    expect(data.insert_author).toEqual({
      affected_rows: 3,
      returning: [
        { id: 1, name: 'Anna', born: '1900-01-01', active: true },
        { id: 4, name: 'New', born: null, active: true },
        { id: 2, name: 'Berta', born: null, active: true },
      ],
    });
    const second = await run(save, { objects: [{ id: 1, name: 'Anna 2' }], gone: [2] });
    expect(second.data).toMatchObject({
      insert_author: { affected_rows: 1 },
      delete_author: { affected_rows: 1 },
    });
  });

  it('refuses everything if a row is missing, foreign, outdated or repeated', async () => {
    expect(
      await refused(save, {
        objects: [{ name: 'New' }, { id: 3, name: 'x' }, { id: 77, name: 'y' }],
        gone: [],
      }),
    ).toMatchObject({
      code: 'not_found',
      field: 'objects.1.id',
      values: { ids: '3, 77' },
    });
    expect(
      await refused(save, { objects: [{ id: 1, name: 'x', updated_at: '2000-01-01T00:00:00Z' }], gone: [] }),
    ).toMatchObject({
      code: 'record_changed',
      values: { ids: '1' },
    });
    expect(
      await refused(save, {
        objects: [
          { id: 1, name: 'x' },
          { id: 1, name: 'y' },
        ],
        gone: [],
      }),
    ).toMatchObject({ code: 'validation_failed', field: 'objects.1' });
    const { data } = await run('{ author_by_pk(id: 1) { updated_at } }');
    const stamped = {
      objects: [{ id: 1, name: 'Fresh', updated_at: data.author_by_pk.updated_at }],
      gone: [],
    };
    expect((await run(save, stamped)).data.insert_author.affected_rows).toBe(1);
    expect(await refused(save, stamped)).toMatchObject({ code: 'record_changed', values: { ids: '1' } });
  });

  it('accepts an id as an update only with on_conflict', async () => {
    expect(
      await refused('mutation { insert_author_one(object: { id: 1, name: "x" }) { id } }'),
    ).toMatchObject({ code: 'validation_failed', field: 'object.0.id' });
  });

  it('lets one of two simultaneous saves of a row succeed', async () => {
    const { data } = await run('{ author_by_pk(id: 1) { updated_at } }');
    const objects = (name: string) => ({
      objects: [{ id: 1, name, updated_at: data.author_by_pk.updated_at }],
      gone: [],
    });
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, place) => run(save, objects(`w${place}`))),
    );
    expect(answers.filter((answer) => answer.data)).toHaveLength(1);
    expect(answers.filter((answer) => answer.errors?.[0]?.extensions.code === 'record_changed')).toHaveLength(
      5,
    );
  });

  it('saves lists of related rows with the object', async () => {
    const { data } = await run(
      `mutation ($objects: [book_insert_input!]!) { insert_book(objects: $objects, on_conflict: { constraint: book_pkey, update_columns: [title] })
        { affected_rows returning { id chapters(order_by: {id: asc}) { name } } } }`,
      {
        objects: [
          { id: 1, chapters: { data: [{ name: 'a' }] } },
          { title: 'new', author_id: 2, chapters: { data: [{ name: 'b' }, { name: 'c' }] } },
        ],
      },
    );
    expect(data.insert_book.returning).toEqual([
      { id: 1, chapters: [{ name: 'a' }] },
      { id: 5, chapters: [{ name: 'b' }, { name: 'c' }] },
    ]);
  });
});
