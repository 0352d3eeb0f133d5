import { GraphQLBoolean, GraphQLList, GraphQLNonNull, GraphQLObjectType, GraphQLString } from 'graphql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { ask, type Library, openLibrary } from '../../../tests/support/graphql/library.ts';
import { Refused, refuse } from '../../base/refusal.ts';
import { scalars } from '../scalars.ts';
import { command, queryFunction } from './command.ts';
import { computedField } from './computed.ts';
import type { Graphql } from './graphql.ts';

const lineInput = z.object({
  name: z.string().min(1).max(10),
  words: z.number().int().min(0).optional(),
  cost: z.string().meta({ scalar: 'numeric' }).nullable().optional(),
});

const rename = command({
  name: 'book_rename',
  result: 'book',
  input: z.object({
    id: z.number().int().meta({ scalar: 'bigint' }),
    title: z.string().min(1).max(20),
    published: z.iso.date().optional(),
    mode: z.enum(['normal', 'fail', 'bug']).default('normal'),
    roles: z.array(z.enum(['user-admin', 'user-price'])).optional(),
    idempotency_key: z.uuid().optional(),
    lines: z.array(lineInput).max(3).optional(),
  }),
  run: async (tx, context, input) => {
    const { id } = await tx.one<{ id: number }>('select id from book where id = $1', [input.id]);
    const writer = tx.as('writer');
    await writer.query('update book set title = $2 where id = $1', [id, input.title]);
    for (const line of input.lines ?? []) {
      await writer.query('insert into chapter (tenant_id, book_id, name, cost) values ($1, $2, $3, $4)', [
        context.tenantId,
        id,
        line.name,
        line.cost,
      ]);
    }
    if (input.mode === 'fail')
      throw new Refused(
        refuse('timeline_locked', {
          values: { name: 'Bert' },
          confirm: { code: 'budget_exceeded', hash: 'h', values: { by: '1.00' } },
        }),
      );
    if (input.mode === 'bug') throw new Error('select secret from nowhere');
    return { id };
  },
});

const coverClaim = command({
  name: 'claim_cover',
  result: 'cover',
  kinds: ['admin'],
  input: z.object({ args: z.object({ book_id: z.number().int().meta({ scalar: 'bigint' }) }) }),
  run: async (_tx, _context, { args }) => (args.book_id === 1 ? { book_id: 1 } : undefined),
});

const action = new GraphQLObjectType({
  name: 'action',
  fields: {
    key: { type: new GraphQLNonNull(GraphQLString) },
    enabled: { type: GraphQLBoolean },
    who: { type: scalars.bigint },
  },
});
const actions = computedField<{ pages: number | null }>({
  table: 'book',
  name: 'actions',
  type: new GraphQLList(new GraphQLNonNull(action)),
  needs: ['pages'],
  facts: (alias) => `json_build_object('pages', ${alias}.pages)`,
  compute: ({ pages }, context) => [{ key: 'read', enabled: pages !== null, who: context.userId }],
});

const add = queryFunction({
  name: 'add',
  input: z.object({ a: z.number().int(), b: z.number().int() }),
  run: async (tx, _context, { a, b }) => tx.one('select $1::int + $2::int as sum', [a, b]),
});

let library: Library;
let graphql: Graphql;

beforeAll(async () => {
  library = await openLibrary();
  graphql = await library.graphql({
    commands: [rename, coverClaim],
    functions: [add],
    computed: [
      actions,
      {
        table: 'book',
        name: 'shouted',
        type: GraphQLString,
        needs: ['title'],
        sql: (alias) => `upper(${alias}.title)`,
      },
    ],
  });
  const { sql } = library.test;
  const { tenantId } = library.admin;
  await sql(`insert into author (tenant_id, name) values ($1, 'Anna')`, [tenantId]);
  await sql(
    `insert into book (tenant_id, title, author_id, pages, price) values ($1, 'Alpha', 1, 100, 12.5), ($1, 'Beta', 1, null, 1)`,
    [tenantId],
  );
  await sql(`insert into cover (tenant_id, book_id, colour) values ($1, 1, 'green')`, [tenantId]);
});
afterAll(() => library.test.drop());

const ren =
  'mutation ($id: bigint!, $title: String!, $mode: book_rename_mode_enum, $lines: [book_rename_lines_input!]) { book_rename(id: $id, title: $title, mode: $mode, lines: $lines) { id title chapters(order_by: {id: asc}) { name cost } shouted actions { key } } }';

async function code(query: string, variables?: unknown, context = library.admin) {
  return (await ask(graphql, context, query, variables)).errors?.[0]?.extensions;
}

describe('API-39 commands', () => {
  it('run in one transaction and return the row as the reader sees it', async () => {
    const { data } = await ask(graphql, library.user, ren, {
      id: 1,
      title: 'New',
      lines: [
        { name: 'a', cost: 1.25 },
        { name: 'b', cost: null },
      ],
    });
    expect(data).toEqual({
      book_rename: {
        id: 1,
        title: 'New',
        shouted: 'NEW',
        actions: [{ key: 'read' }],
        chapters: [
          { name: 'a', cost: null },
          { name: 'b', cost: null },
        ],
      },
    });
    expect(
      (await ask(graphql, library.admin, '{ chapter(order_by: {id: asc}) { cost } }')).data.chapter,
    ).toEqual([{ cost: 1.25 }, { cost: null }]);
  });

  it('return null if the person no longer sees the row', async () => {
    expect((await ask(graphql, library.user, ren, { id: 2, title: 'hidden' })).data).toEqual({
      book_rename: null,
    });
    expect(await code(ren, { id: 2, title: 'x' }, library.user)).toMatchObject({ code: 'not_found' });
  });

  it('API-41 roll back on a refusal and return its details', async () => {
    expect(await code(ren, { id: 1, title: 'Gone', mode: 'fail' })).toEqual({
      code: 'timeline_locked',
      path: '$.selectionSet.book_rename',
      hasura_code: 'validation-failed',
      name: 'Bert',
      values: { name: 'Bert' },
      confirm: { code: 'budget_exceeded', hash: 'h', values: { by: '1.00' } },
    });
    expect((await ask(graphql, library.admin, '{ book_by_pk(id: 1) { title } }')).data).toEqual({
      book_by_pk: { title: 'New' },
    });
  });

  it('ERR-15 reveal only a number for a bug, while the log has everything', async () => {
    expect(await code(ren, { id: 1, title: 'Gone', mode: 'bug' })).toEqual({
      code: 'unexpected',
      path: '$.selectionSet.book_rename',
      hasura_code: 'unexpected',
      request_id: 'request-1',
    });
    expect(library.logged).toHaveLength(1);
    library.logged.length = 0;
  });

  it('VAL-45 name every invalid field', async () => {
    expect(await code(ren, { id: 1, title: '', lines: [{ name: 'toolongtoolong' }] })).toMatchObject({
      code: 'validation_failed',
      problems: [
        { field: 'title', code: 'specific_field_required' },
        { field: 'lines.0.name', code: 'value_too_long', values: { maximum: 10 } },
      ],
    });
    expect(await code(ren, { id: 1, title: '' })).toMatchObject({
      code: 'specific_field_required',
      field: 'title',
    });
    expect(await code('mutation { book_rename(id: 1) { id } }')).toMatchObject({
      code: 'specific_field_required',
      field: 'title',
    });
    expect(
      await code('mutation { book_rename(id: 1, title: "x", published: "2020-02-31") { id } }'),
    ).toMatchObject({ code: 'invalid_type' });
    expect(await code('mutation { book_rename(id: 1, title: "x", mode: never) { id } }')).toMatchObject({
      code: 'invalid_type',
    });
    expect(await code('mutation { book_rename(id: 1, title: "x", roles: ["nope"]) { id } }')).toMatchObject({
      code: 'invalid_type',
      field: 'roles.0',
    });
    expect(await code('mutation { book_rename(id: 1, title: null) { id } }')).toMatchObject({
      code: 'unexpected_null_value_for_type',
    });
    expect(
      await code('mutation { book_rename(id: 1, title: "x", idempotency_key: "x") { id } }'),
    ).toMatchObject({ code: 'invalid_type' });
  });

  it('API-13 accept args as an object and composite keys, and exist for declared kinds only', async () => {
    const claim = 'mutation ($id: bigint!) { claim_cover(args: { book_id: $id }) { colour book { id } } }';
    expect((await ask(graphql, library.admin, claim, { id: 1 })).data).toEqual({
      claim_cover: { colour: 'green', book: { id: 1 } },
    });
    expect((await ask(graphql, library.admin, claim, { id: 2 })).data).toEqual({ claim_cover: null });
    expect(await code(claim, { id: 1 }, library.user)).toMatchObject({ code: 'specific_field_not_found' });
  });
});

describe('API-40 computed fields', () => {
  it('are computed at every place, under aliases, in lists and relations', async () => {
    const { data } = await ask(
      graphql,
      library.user,
      `{
      a: book_by_pk(id: 1) { x: actions { k: key enabled who __typename } }
      author { books(order_by: {id: asc}) { actions { enabled } } books_aggregate { nodes { shouted actions { key } } } } }`,
    );
    expect(data).toEqual({
      a: { x: [{ k: 'read', enabled: true, who: library.user.userId, __typename: 'action' }] },
      author: [
        {
          books: [{ actions: [{ enabled: true }] }],
          books_aggregate: { nodes: [{ shouted: 'NEW', actions: [{ key: 'read' }] }] },
        },
      ],
    });
  });

  it('query functions are answered together with tables', async () => {
    const { data, errors } = await ask(
      graphql,
      library.user,
      'query ($a: Int!) { s: add(a: $a, b: 2) book_by_pk(id: 1) { id } }',
      { a: 40 },
    );
    expect(errors).toBeUndefined();
    expect(library.logged).toEqual([]);
    expect(data).toEqual({ s: { sum: 42 }, book_by_pk: { id: 1 } });
  });
});
