import { isObjectType } from 'graphql';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openGraphql } from '../../src/app/server/graphql.ts';
import { quoted } from '../support/catalogue.ts';
import { type TestDatabase, testDatabase } from '../support/database.ts';
import { dataLines } from './data-lines.ts';
import { entryTypesOf, storedValues } from './stored-values.ts';

let db: TestDatabase;
/** Types of all columns, by `table.column`. */
let types: ReadonlyMap<string, string>;
/** Whether the API has a field, by `type.field`. */
let hasField: (name: string) => boolean;

beforeAll(async () => {
  db = await testDatabase();
  const columns = await db.sql<{ name: string; type: string }>(
    `select c.relname || '.' || attname as name, format_type(atttypid, atttypmod) as type
     from pg_attribute a join pg_class c on c.oid = attrelid
     where relnamespace = 'public'::regnamespace and relkind in ('r', 'v') and attnum > 0 and not attisdropped`,
  );
  types = new Map(columns.map(({ name, type }) => [name, type]));
  const graphql = await openGraphql(db.database, { error: () => {} });
  const schema = graphql.schema({ kind: 'admin', price: true });
  hasField = (name) => {
    const [table = '', field = ''] = name.split('.');
    const type = schema.getType(table);
    return isObjectType(type) && field in type.getFields();
  };
});
afterAll(() => db.drop());

/** `name text, price numeric(14,2)` as pairs. */
function columnsOf(words: string): [string, string][] {
  return [...words.matchAll(/(\w+) ((?:[a-z ]+|bigint)(?:\(\d+,\d+\))?(?:\[\])?)(?:,|$)/g)].map(
    ([, name, type]) => [name ?? '', type ?? ''],
  );
}

describe('every field of the specification has its column', () => {
  test.each(dataLines)('$id', ({ tables, api = [] }) => {
    for (const [table, words] of Object.entries(tables)) {
      const wanted = columnsOf(words);
      expect(wanted).toHaveLength(words.split(/,(?!\d)/).length);
      const found = wanted.map(([name]) => [name, types.get(`${table}.${name}`)]);
      expect([table, found]).toEqual([table, wanted]);
    }
    expect(api.filter((name) => !hasField(name))).toEqual([]);
  });

  test('DATA-22 task groups are the rows of lb_user that represent several people', async () => {
    const [tenant] = await db.sql<{ id: string }>(
      `insert into tenant (name) values ('DATA-22') returning id`,
    );
    await db.sql('insert into task_group (tenant_id, name) values ($1, $2)', [tenant?.id, 'Einkauf']);
    expect(await db.sql('select name, is_group from lb_user where tenant_id = $1', [tenant?.id])).toEqual([
      { name: 'Einkauf', is_group: true },
    ]);
  });

  test('TECH-09 rows have created_at, rows that change updated_at, master data active', () => {
    const masterData = dataLines
      .filter(({ id }) => id >= 'DATA-11' && id <= 'DATA-27' && id !== 'DATA-20')
      .flatMap(({ tables }) => Object.keys(tables))
      .filter((table) => types.has(`${table}.name`) && types.has(`${table}.id`));
    expect(masterData.length).toBeGreaterThan(15);
    const missing = masterData.flatMap((table) =>
      ['created_at', 'updated_at', 'active']
        .map((column) => `${table}.${column}`)
        .filter((name) => !types.has(name)),
    );
    expect(missing).toEqual([]);
  });
});

/** The single-column check constraints, as conditions over the row `t`. */
async function checksOf(table: string, column: string): Promise<string[]> {
  const rows = await db.sql<{ condition: string }>(
    `select pg_get_expr(conbin, conrelid) as condition from pg_constraint k
     join pg_attribute a on a.attrelid = k.conrelid and k.conkey = array[a.attnum]
     where k.conrelid = $1::regclass and contype = 'c' and attname = $2`,
    [quoted(table), column],
  );
  return rows.map(({ condition }) => condition);
}

/**
 * The values that the conditions allow in the column; a list column is tested with each value beside all known ones.
 */
async function allowed(
  table: string,
  column: string,
  conditions: readonly string[],
  values: readonly string[],
  known: readonly string[],
): Promise<string[]> {
  const isList = types.get(`${table}.${column}`) === 'text[]';
  const rows = await db.sql<{ value: string }>(
    `select value from (select value, ${isList ? '$2::text[] || value' : 'value'} as ${quoted(column)}
       from unnest($1::text[]) as value) as ${quoted(table)}
     where ${conditions.map((condition) => `(${condition})`).join(' and ')}`,
    isList ? [values, known] : [values],
  );
  return rows.map(({ value }) => value);
}

const foreign = ['no such value', '', 'NULL', 'Active'];

describe('columns allow exactly the values of the specification', () => {
  const cases = storedValues.flatMap(({ id, columns, values }) =>
    columns.map((name) => ({ id, name, values })),
  );

  test.each(cases)('$id $name', async ({ name, values }) => {
    const [table = '', column = ''] = name.split('.');
    const conditions = await checksOf(table, column);
    expect(conditions.length).toBeGreaterThan(0);
    // Every literal of the constraints is a value of the specification, and every value is allowed.
    const literals = conditions.flatMap((condition) =>
      [...condition.matchAll(/'([^']*)'::text/g)].map(([, literal]) => literal ?? ''),
    );
    expect([...new Set(literals)].toSorted()).toEqual([...values].toSorted());
    expect(await allowed(table, column, conditions, [...values, ...foreign], values)).toEqual(values);
  });

  test.each(entryTypesOf)('$id timeline_entry.type of a $document', async ({ document, values }) => {
    const [check] = await db.sql<{ condition: string }>(
      `select pg_get_expr(conbin, conrelid) as condition from pg_constraint where conname = 'timeline_entry_type_of_document'`,
    );
    const all = [...new Set(entryTypesOf.flatMap((other) => other.values))];
    const keys = entryTypesOf.map(
      (other) => `${other.document === document ? 1 : 'null'}::bigint as ${other.document}_id`,
    );
    const rows = await db.sql<{ type: string }>(
      `select type from (select type, ${keys.join(', ')} from unnest($1::text[]) as type) as timeline_entry where ${check?.condition}`,
      [[...all, ...foreign]],
    );
    expect(rows.map(({ type }) => type).toSorted()).toEqual(values.toSorted());
  });

  test('a stored row with another value is refused by its constraint', async () => {
    await expect(db.sql(`insert into tenant (name, sepa_scheme) values ('x', 'B2C')`)).rejects.toMatchObject({
      code: '23514',
      constraint: 'tenant_sepa_scheme_check',
    });
  });
});
