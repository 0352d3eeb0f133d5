import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type TestDatabase, testDatabase } from '../../../tests/support/database.ts';
import type { DocumentField, DocumentFields } from '../../document/fields.ts';
import { columnTypes } from '../../document/server/field-columns.ts';
import { lineFields, procurementFields } from './fields.ts';

interface Column {
  readonly type: string;
  /** Places after the point of a decimal number. */
  readonly scale: number | null;
  readonly is_filled: boolean;
  /** The check constraints of this column alone. */
  readonly checks: readonly string[];
  readonly references: string | null;
}

let database: TestDatabase;
const columns = new Map<string, Column>();

beforeAll(async () => {
  database = await testDatabase();
  const rows = await database.sql<Column & { table: string; name: string }>(
    `select c.relname as table, a.attname as name, format_type(a.atttypid, null) as type, a.attnotnull as is_filled,
       case when a.atttypid = 'numeric'::regtype then (a.atttypmod - 4) & 65535 end as scale,
       coalesce(array_agg(pg_get_constraintdef(k.oid)) filter (where k.contype = 'c'), '{}') as checks,
       max(k.confrelid::regclass::text) filter (where k.contype = 'f') as references
     from pg_class c
     join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
     left join pg_constraint k on k.conrelid = c.oid and k.conkey[cardinality(k.conkey)] = a.attnum
       and (k.contype = 'f' or cardinality(k.conkey) = 1)
     where c.relname in ('procurement', 'procurement_line') group by c.relname, a.attname, a.atttypid, a.atttypmod, a.attnotnull`,
  );
  for (const { table, name, ...column } of rows) columns.set(`${table}.${name}`, column);
});
afterAll(() => database.drop());

const declarations: readonly (readonly [string, DocumentFields])[] = [
  ['procurement', procurementFields],
  ['procurement_line', lineFields],
];
const declared = declarations.flatMap(([table, fields]) =>
  Object.entries(fields).map(
    ([name, field]) => [`${table}.${name}`, columnTypes(fields)[name], field] as const,
  ),
);

/** Limits that the table does not check. */
const unlimited = ['procurement_line.image_url', 'procurement_line.webshop_url'];

describe('DATA-28 DATA-29 the declared fields match the tables', () => {
  test.each(declared)('%s', (path, type, field: DocumentField) => {
    const column = columns.get(path);
    expect(column, 'the column exists').toBeDefined();
    if (!column) return;
    expect(column.type).toBe(type);
    expect(column.is_filled, 'never empty').toBe(field.isFilled || field.usual !== undefined);
    expect(column.references ?? undefined).toBe(field.references);
    if (field.sort === 'amount') expect(column.scale).toBe(field.decimals);
    const checks = column.checks.join(' ');
    const longest = /length\(\w+\) <= (\d+)/.exec(checks)?.[1];
    if (!unlimited.includes(path)) {
      expect(longest === undefined ? undefined : Number(longest), 'VAL-05').toBe(field.longest);
    }
    if (field.sort === 'choice' && field.format === undefined) {
      const values = [...checks.matchAll(/'(\w+)'::text/g)].map(([, value]) => value);
      expect(values.toSorted()).toEqual(field.choices?.toSorted());
    }
  });
});
