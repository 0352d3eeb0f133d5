import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { folded, searchText, withMarkedStart } from '../../src/base/search.ts';
import { entities } from '../../src/features/master-data/entities.ts';
import { type TestDatabase, testDatabase } from '../support/database.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.drop());

/** Texts as people write them, and texts in any script. */
const anyText = fc.oneof(
  fc.string({
    unit: fc.constantFrom(...'aeouäöüßéčøłœÆİıſΣςﬁ²½ \t-%_\\,.\'"@/€–…中А\u1680\ufeff\u2028'),
    maxLength: 30,
  }),
  fc
    .string({ unit: 'grapheme', maxLength: 30 })
    .filter((text) => !text.includes('\0') && text.isWellFormed()),
);

describe('OVW-05 LIST-02 browser and database fold texts in the same way', () => {
  test('random texts', async () => {
    const texts = fc.sample(anyText, 4000).map((text) => text.replaceAll('\0', ''));
    const rows = await database.sql<{ given: string; plain: string; lines: string }>(
      `select given, app.folded(given) as plain, app.search_text(given, 'x', null, given) as lines
       from unnest($1::text[]) with ordinality as t (given, place) where unicode_assigned(given) order by place`,
      [texts],
    );
    expect(rows.length).toBeGreaterThan(texts.length * 0.9);
    const different = rows.filter(
      ({ given, plain, lines }) => plain !== folded(given) || lines !== searchText([given, 'x', null, given]),
    );
    expect(different).toEqual([]);
  });

  test('PROC-07 the beginnings of product texts', async () => {
    const names = ['mm', 'Größe 10 mm', ' q', 'Queue', 'мм'];
    await database.sql(
      'create table sample (like product including defaults including generated including identity)',
    );
    const rows = await database.sql<{ name: string; starts: string }>(
      `insert into sample (tenant_id, name, alias, tax) select 1, name, 'qmm', 19 from unnest($1::text[]) name
       returning name, starts_text as starts`,
      [names],
    );
    expect(rows.map(({ starts }) => starts)).toEqual(
      rows.map(({ name }) => withMarkedStart(searchText([name, 'qmm']))),
    );
  });

  // The browser may know newer letters than the database, which differ in case until the database learns them.
  test('every letter and sign known to the database', async () => {
    const rows = await database.sql<{ given: string; plain: string }>(
      `select given, app.folded(given) as plain
       from (select string_agg('x' || chr(code) || 'y', '.' order by code) as given
             from generate_series(1, x'10ffff'::int) as code
             where code not between x'd800'::int and x'dfff'::int and unicode_assigned(chr(code))
             group by code / 256) as page`,
    );
    expect(rows.length).toBeGreaterThan(500);
    expect(rows.filter(({ given, plain }) => plain !== folded(given))).toEqual([]);
  });

  test.each([
    ['PO-000057', 'PO-57 57 7'],
    ['CT-000120', 'CT-120 120 20 0'],
    ['IN-1234567', 'IN-1234567 1234567 234567 34567 4567 567 67 7'],
  ])('NUM-01 %s is found by any part of its number', async (number, words) => {
    const [row] = await database.sql<{ words: string }>('select app.number_words($1) as words', [number]);
    expect(row?.words).toBe(words);
  });
});

/** Columns used by searches that differ from the declaration. */
const searchedAs: Readonly<Record<string, readonly string[]>> = {
  // A supplier is found with its products (PROC-07).
  product: ['supplier_text'],
};

describe('LIST-02 the searched fields of an entity are in its indexed search_text', () => {
  test.each([...entities.values()].map((entity) => [entity.table, entity] as const))(
    '%s',
    async (table, entity) => {
      const stored = table === 'task_group' ? 'lb_user' : table;
      const columns = await database.sql<{ name: string }>(
        `select distinct a.attname as name from pg_attrdef d
       join pg_attribute s on s.attrelid = d.adrelid and s.attnum = d.adnum and s.attname = 'search_text'
       join pg_depend p on p.classid = 'pg_attrdef'::regclass and p.objid = d.oid and p.refobjid = d.adrelid and p.refobjsubid <> 0
       join pg_attribute a on a.attrelid = p.refobjid and a.attnum = p.refobjsubid
       where d.adrelid = $1::regclass and a.attname <> 'search_text'`,
        [stored],
      );
      const expected = [
        ...entity.search,
        ...('translations' in entity.fields ? ['translations'] : []),
        ...(searchedAs[table] ?? []),
        ...(table === 'task_group' ? ['email'] : []),
      ];
      expect(columns.map(({ name }) => name).toSorted()).toEqual([...new Set(expected)].toSorted());
      const [index] = await database.sql<{ definition: string }>(
        `select pg_get_indexdef(indexrelid) as definition from pg_index
       where indrelid = $1::regclass and pg_get_indexdef(indexrelid) like '%gin (tenant_id, search_text gin_trgm_ops)'`,
        [stored],
      );
      expect(index).toBeDefined();
    },
  );
});
