import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inDepth } from '../../../tests/support/depth.ts';
import { type Answer, ask, type Library, openLibrary } from '../../../tests/support/graphql/library.ts';
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

async function empty(): Promise<void> {
  await library.test.sql('truncate author, book, chapter, cover, book_reader restart identity cascade');
}

const run = (query: string, variables?: unknown): Promise<Answer> =>
  ask(graphql, library.admin, query, variables);

type Tree = Readonly<Record<string, unknown>>;

let authors = 0;

function freshName(): string {
  authors += 1;
  return `author ${authors}`;
}

const day = fc.constantFrom('1990-01-01', '1991-02-03', null);

/** A parent names no child rows: the row it is inserted for would be among them. */
type Place = 'root or child' | 'parent';

function authorTree(depth: number, place: Place): fc.Arbitrary<Tree> {
  const own = { name: fc.constant(null).map(freshName), born: day };
  if (depth === 0) return fc.record(own);
  const children = {
    books: fc.array(bookTree(depth - 1, 'child of its author'), { maxLength: 3 }),
    books_by_editor_id: fc.array(bookTree(depth - 1, 'root or child'), { maxLength: 2 }),
  };
  return fc.record(
    { ...own, mentor: authorTree(depth - 1, 'root or child'), ...(place === 'root or child' && children) },
    { requiredKeys: ['name'] },
  );
}

function bookTree(depth: number, place: Place | 'child of its author'): fc.Arbitrary<Tree> {
  const chapter = fc.record({ name: fc.string({ maxLength: 5, unit: 'grapheme-ascii' }) });
  const optional = {
    pages: fc.integer({ min: 1, max: 900 }),
    cover: fc.record({ colour: fc.constantFrom('red', 'blue') }),
    ...(place !== 'parent' && { chapters: fc.array(chapter, { maxLength: 3 }) }),
  };
  const required = {
    title: fc.constantFrom('ab', 'cd'),
    ...(place !== 'child of its author' && { author: authorTree(Math.max(depth - 1, 0), 'parent') }),
  };
  return fc.record({ ...required, ...optional }, { requiredKeys: Object.keys(required) as never[] });
}

const chapterTree: fc.Arbitrary<Tree> = fc.record({
  name: fc.constant('root'),
  book: bookTree(2, 'parent'),
});

function isRow(value: unknown): value is Tree {
  return typeof value === 'object' && value !== null;
}

/** The tree as API input: nested rows are under `data`. */
function inputOf(tree: Tree): Tree {
  return mapped(tree, (value) => ({
    data: Array.isArray(value) ? value.map(inputOf) : inputOf(value as Tree),
  }));
}

function mapped(tree: Tree, nested: (value: Tree | readonly Tree[]) => unknown): Tree {
  return Object.fromEntries(
    Object.entries(tree).map(([key, value]) => [key, isRow(value) ? nested(value) : value]),
  );
}

/** Selects exactly what the tree names; for several rows under one name, what any of them names. */
function selectionOf(trees: readonly Tree[]): string {
  const keys = [...new Set(trees.flatMap((tree) => Object.keys(tree)))];
  const fields = keys.map((key) => {
    const values = trees.map((tree) => tree[key]).filter((value) => value !== undefined && value !== null);
    const rows = values.flat().filter(isRow);
    const isList = values.some(Array.isArray);
    if (rows.length === 0) return isList ? `${key} { __typename }` : key;
    return `${key}${isList ? '(order_by: { id: asc })' : ''} { ${selectionOf(rows)} }`;
  });
  return fields.join(' ');
}

function rowsIn(tree: Tree): number {
  const nested = Object.values(tree).flat().filter(isRow);
  return 1 + nested.reduce((sum, row) => sum + rowsIn(row), 0);
}

describe('API-03 random nested inserts', () => {
  it('are returned as sent, and count every row once', async () => {
    const trees = fc.oneof(
      authorTree(3, 'root or child').map((tree) => ({ table: 'author', tree })),
      bookTree(3, 'root or child').map((tree) => ({ table: 'book', tree })),
      chapterTree.map((tree) => ({ table: 'chapter', tree })),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(trees, { minLength: 1, maxLength: 4 }), async (requests) => {
        await empty();
        for (const { table, tree } of requests) {
          const { data, errors } = await run(
            `mutation ($objects: [${table}_insert_input!]!) { insert_${table}(objects: $objects) {
              affected_rows returning { ${selectionOf([tree])} } } }`,
            { objects: [inputOf(tree)] },
          );
          expect(errors).toBeUndefined();
          expect(data[`insert_${table}`].affected_rows).toBe(rowsIn(tree));
          expect(data[`insert_${table}`].returning).toMatchObject([tree]);
        }
      }),
      { numRuns: inDepth(20, 400) },
    );
  });

  it('with on_conflict have the effect of sequential upserts', async () => {
    const name = fc.constantFrom('Anna', 'Bert', 'Cleo', 'Dora');
    const request = fc.record({
      // Within one request equal names have equal values; contradictions are refused.
      born: fc.record({ Anna: day, Bert: day, Cleo: day, Dora: day }),
      names: fc.array(name, { minLength: 1, maxLength: 5 }),
      updates: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(request, { minLength: 1, maxLength: 4 }), async (requests) => {
        await empty();
        const expected = new Map<string, string | null>();
        for (const { born, names, updates } of requests) {
          const author = (of: keyof typeof born) => ({
            data: { name: of, born: born[of] },
            on_conflict: { constraint: 'author_tenant_id_name_key', update_columns: updates ? ['born'] : [] },
          });
          for (const of of names) if (updates || !expected.has(of)) expected.set(of, born[of]);
          const { data } = await run(
            'mutation ($objects: [book_insert_input!]!) { insert_book(objects: $objects) { returning { author { name born } } } }',
            { objects: names.map((of) => ({ title: 'T', author: author(of) })) },
          );
          const found = names.map((of) => ({ author: { name: of, born: expected.get(of) ?? null } }));
          expect(data.insert_book.returning).toEqual(found);
        }
        const { data } = await run('{ author { name born } }');
        expect(new Map(data.author.map((row: Record<string, unknown>) => [row.name, row.born]))).toEqual(
          expected,
        );
      }),
      { numRuns: inDepth(20, 400) },
    );
  });
});
