import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { csvHead, csvRows } from '../../src/base/csv.ts';
import { choiceText } from '../../src/entity/choice-text.ts';
import type { Entity, Row } from '../../src/entity/entity.ts';
import type { Reading } from '../../src/entity/kind.ts';
import { sheetEntity } from '../../src/entity/sheet/first-child.ts';
import { Judge } from '../../src/entity/sheet/judge.ts';
import {
  emptyLine,
  initialRow,
  storedLine,
  type Typing,
  typedInto,
  typedRow,
} from '../../src/entity/sheet/line.ts';
import { type Lookup, lookup } from '../../src/entity/sheet/lookup.ts';
import { entities } from '../../src/features/master-data/entities.ts';
import { text } from '../../src/platform/server/texts.ts';
import { someOf } from '../support/depth.ts';
import { type EntityCase, entityCases, validColumns, validRows } from '../support/entity-cases.ts';
import { type ImportSetup, openImports } from './imports.ts';

let setup: ImportSetup;
/** The label of the first row of each referenced table. */
const labels = new Map<string, { readonly id: number; readonly label: string }>();

beforeAll(async () => {
  setup = await openImports();
  await setup.demo.web.sql(
    "insert into configuration (tenant_id, key, value) values ($1, 'module_permissions', 'true')",
    [setup.admin.context.tenantId],
  );
  const found = await setup.admin.get<Record<string, { id: number; name: string }[]>>(
    '{ client(limit: 1) { id name } supplier(limit: 1) { id name } lb_user(where: { email: { _eq: "buyer@demo.test" } }) { id name } }',
  );
  for (const [table, [row]] of Object.entries(found)) {
    if (row) labels.set(table, { id: row.id, label: row.name });
  }
});
afterAll(() => setup.close());

const inSheet = entityCases.filter(({ table, row }) => {
  const entity = entities.get(table);
  return entity !== undefined && Object.keys(row).every((name) => entity.sheet.includes(name));
});
const named = inSheet.map(
  (each) => [each.rule, each.table, JSON.stringify(each.row).slice(0, 80), each] as const,
);

function entityOf(table: string): Entity {
  const entity = entities.get(table);
  if (!entity) throw new Error(`no declaration of ${table}`);
  return sheetEntity(entity);
}

function lookupOf(entity: Entity, name: string): Lookup | undefined {
  const field = entity.fields[name];
  const target = field?.references === undefined ? undefined : labels.get(field.references);
  if (target) return lookup([{ value: target.id, name: target.label }]);
  return (
    field?.choices &&
    lookup(
      field.choices.map((value) => ({
        value,
        name: choiceText({ table: entity.table, name, field }, value, (key) => text('de', key), 'de'),
      })),
    )
  );
}

function typingOf(entity: Entity): Typing {
  const readingOf = (name: string): Reading => {
    const options = lookupOf(entity, name);
    return { language: 'de', today: '2026-11-21', ...(options && { options }) };
  };
  return { entity, settings: { decimals: 2 }, readingOf };
}

/** The German cell texts of a row. */
function typedTexts({
  table,
  row,
  typed = {},
}: Pick<EntityCase, 'table' | 'row' | 'typed'>): Record<string, string> {
  const entity = entityOf(table);
  const typing = typingOf(entity);
  const needed = Object.entries(entity.fields).flatMap(([name, field]) => {
    const target =
      field.required && field.references !== undefined ? labels.get(field.references) : undefined;
    return target ? [[name, target.label] as const] : [];
  });
  const whole: Row = { ...validRows[table], ...validColumns[table], ...row };
  const given = Object.entries(whole).map(([name, value]) => {
    const write = entity.fields[name]?.kind.write;
    return [
      name,
      value === null ? '' : (typed[name] ?? write?.(value, typing.readingOf(name)) ?? ''),
    ] as const;
  });
  return Object.fromEntries([...needed, ...given]);
}

/** The line of a case and its related one. */
function typedLines(each: EntityCase): readonly Record<string, string>[] {
  const { table, typed, beside } = each;
  return [typedTexts(each), ...(beside ? [typedTexts({ table, row: beside, ...(typed && { typed }) })] : [])];
}

/** The expected problems in a table; a typed price computes the other one, and its problems (PRICE-01). */
function expectedProblems(each: EntityCase): Readonly<Record<string, string>> {
  const { row, problems } = each;
  // An empty row does not count (SHEET-04).
  if (Object.values(typedTexts(each)).every((cell) => cell.trim() === '')) return {};
  return 'price_netto' in row && problems.price_netto
    ? { ...problems, price_brutto: problems.price_netto }
    : problems;
}

describe('VAL-43 the table view gives the same result', () => {
  test.each(named)('%s %s %s', (_rule, table, _text, each) => {
    const entity = entityOf(table);
    const typing = typingOf(entity);
    const [line = emptyLine(0), ...beside] = typedLines(each).map((cells, key) =>
      Object.entries(cells).reduce(
        (typed, [name, cell]) => typedInto(typed, name, cell, typing),
        emptyLine(key),
      ),
    );
    const problems = [
      ...(new Judge(entity)
        .problems([line, ...beside])
        .get(0)
        ?.values() ?? []),
    ];
    expect(Object.fromEntries(problems.map(({ field, code }) => [field, code]))).toEqual(
      expectedProblems(each),
    );
    for (const [name, value] of Object.entries(each.stored ?? {})) expect(line.cells[name]).toEqual(value);
  });
});

/** A valid company with the given columns of its delivery address. */
function company(row: Row): Record<string, string> {
  return typedTexts({ table: 'client', row: { name: 'Neue Firma GmbH', ...row } });
}

const withoutAddress = {
  delivery_name: null,
  delivery_address: null,
  delivery_zipcode: null,
  delivery_city: null,
};

describe('VAL-26 a new company needs its first delivery address', () => {
  test('in the table view its columns are red without one', () => {
    const entity = entityOf('client');
    const judged = (row: Row) => {
      const line = typedRow(emptyLine(0), Object.entries(company(row)), typingOf(entity));
      return [...(new Judge(entity).problems([line]).get(0)?.keys() ?? [])];
    };
    expect(judged(withoutAddress)).toEqual(Object.keys(withoutAddress));
    expect(judged({ delivery_city: null })).toEqual(['delivery_city']);
    expect(judged({})).toEqual([]);
  });

  test('in the table view a stored company without one can be changed', () => {
    const entity = entityOf('client');
    const stored = storedLine(0, {
      id: 1,
      ...initialRow(entity),
      ...validRows.client,
      ...withoutAddress,
      delivery_country: null,
    });
    const typed = typedInto(stored, 'name', 'Anders GmbH', typingOf(entity));
    expect(typed.cells.name).toBe('Anders GmbH');
    expect(new Judge(entity).problems([typed]).size).toBe(0);
    expect(typedInto(typed, 'delivery_city', 'Bremen', typingOf(entity))).toBe(typed);
  });

  test('a CSV file is refused without one, and adds both at once with one', async () => {
    const run = (row: Row) => {
      const texts = company(row);
      return setup.run('client', csvHead(Object.keys(texts)) + csvRows([Object.values(texts)]));
    };
    const refused = await run(withoutAddress);
    expect(refused.result).toMatchObject({ added: 0, problems: 4 });
    expect((await setup.report(refused.result))[0]).toContain(
      text('de', 'entity.client.field.delivery_name'),
    );
    expect((await run({})).result).toMatchObject({ added: 1, problems: 0 });
    const { client } = await setup.admin.get<{ client: readonly unknown[] }>(
      '{ client(where: { name: { _eq: "Neue Firma GmbH" } }) { client_addresses { address_name city country is_default } } }',
    );
    expect(client).toEqual([
      {
        client_addresses: [{ address_name: 'Prüflager', city: 'Hamburg', country: 'DE', is_default: true }],
      },
    ]);
    expect((await run({ email: 'neu@firma.test' })).result).toMatchObject({ changed: 1, problems: 0 });
  });
});

describe('VAL-43 a CSV file gets the same result', () => {
  test.each(someOf(named, 3))('%s %s %s', async (_rule, table, _text, each) => {
    const lines = typedLines(each).toReversed();
    const names = Object.keys(lines[0] ?? {});
    const rows = lines.map((texts) => names.map((name) => texts[name] ?? ''));
    const { state, result, error } = await setup.run(table, csvHead(names) + csvRows(rows));
    expect({ state, error }).toEqual({ state: 'done', error: null });
    expect(result.problems).toBe(Object.keys(expectedProblems(each)).length);
    if (result.problems === 0) return;
    const [row = ''] = await setup.report(result);
    const [field = ''] = Object.keys(each.problems);
    expect(row.split(';').slice(0, 2)).toEqual([
      String(lines.length + 1),
      text('de', `entity.${table}.field.${field}`),
    ]);
  });
});
