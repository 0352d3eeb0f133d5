import { describe, expect, test } from 'vitest';
import { entityCases, validRows } from '../../tests/support/entity-cases.ts';
import { unreadable } from '../base/typed-number.ts';
import { entities } from '../features/master-data/entities.ts';
import type { Children, Entity, Row } from './entity.ts';
import type { Value } from './kind.ts';
import { fieldProblems, normalRow, problemsOf, warningsOf } from './problems.ts';
import { uniquesOf } from './unique.ts';

const german = { language: 'de', today: '2026-11-21' } as const;

/** The first company has ledger accounts of four digits, the second of six. */
const companies = {
  accountLengths: new Map([
    [1, 4],
    [2, 6],
  ]),
};

function declared(table: string): Entity | Children {
  const children = [...entities.values()].flatMap((entity) => Object.values(entity.children));
  const found = entities.get(table) ?? children.find((each) => each.table === table);
  if (!found) throw new Error(`no declaration of ${table}`);
  return found;
}

/** A row that fills every required reference. */
function completed({ fields }: Entity | Children, row: Row): Row {
  const references = Object.entries(fields).filter(([, field]) => field.references && field.required);
  const initial = Object.entries(fields).map(([name, field]) => [name, field.initial ?? null] as const);
  return {
    ...Object.fromEntries(initial),
    ...Object.fromEntries(references.map(([name]) => [name, 1])),
    ...row,
  };
}

function judge(table: string, row: Row): Record<string, string> {
  const declaration = declared(table);
  const normal = normalRow(declaration.fields, completed(declaration, { ...validRows[table], ...row }));
  const problems =
    'route' in declaration
      ? problemsOf(declaration, normal)
      : [...fieldProblems(declaration.fields, normal), ...(declaration.check?.(normal, []) ?? [])];
  return Object.fromEntries(problems.map(({ field, code }) => [field, code]));
}

/** The unique fields that a row shares with another one. */
function repeated(table: string, row: Row, beside: Row): Record<string, string> {
  const { fields } = declared(table);
  const whole = (given: Row) => normalRow(fields, { client_id: 1, ...validRows[table], ...given });
  const same = uniquesOf({ fields }).filter(({ keyOf }) => keyOf(whole(row)) === keyOf(whole(beside)));
  return Object.fromEntries(same.map(({ field }) => [field, 'unique_violation']));
}

describe('every rule has one answer', () => {
  test.each(Object.keys(validRows))('a valid row of %s', (table) => expect(judge(table, {})).toEqual({}));

  test.each(
    entityCases.map((each) => [each.rule, each.table, JSON.stringify(each.row).slice(0, 80), each] as const),
  )('%s %s %s', (_rule, table, _text, { row, beside, problems, stored, typed }) => {
    expect(beside ? { ...judge(table, row), ...repeated(table, row, beside) } : judge(table, row)).toEqual(
      problems,
    );
    const { fields } = declared(table);
    expect(normalRow(fields, row)).toMatchObject(stored ?? {});
    for (const [name, text] of Object.entries(typed ?? {})) {
      const read = fields[name]?.kind.read(text, german);
      expect(read === unreadable ? 'unreadable' : normalRow(fields, { [name]: read as Value })).toEqual(
        normalRow(fields, { [name]: row[name] ?? null }),
      );
    }
  });

  test('VAL-29 a VAT number with a wrong check digit is a warning only', () => {
    const doubtful = (vat_number: string) => warningsOf(declared('supplier'), { vat_number }, companies);
    expect(doubtful('DE136695977')).toMatchObject([{ field: 'vat_number' }]);
    expect(doubtful('DE136695976')).toEqual([]);
  });

  test('VAL-29 a DATEV ID below the creditors of the shortest ledger accounts is a warning only', () => {
    const doubtful = (external_id: string | null, facts = companies) =>
      warningsOf(declared('supplier'), { external_id }, facts);
    expect(judge('supplier', { external_id: '69999' })).toEqual({});
    expect(doubtful('69999')).toMatchObject([
      { field: 'external_id', values: { rule: 'no_creditor_account', first: '70000' } },
    ]);
    expect(doubtful('70000')).toEqual([]);
    expect(doubtful(null)).toEqual([]);
    expect(doubtful('69999', { accountLengths: new Map() })).toEqual([]);
  });

  test('VAL-29 the DATEV ID at a company is checked against the account length of that company', () => {
    const doubtful = (external_id: string, client_id: number | null) =>
      warningsOf(declared('supplier_client'), { external_id, client_id }, companies).length > 0;
    expect(doubtful('70000', 1)).toBe(false);
    expect(doubtful('700000', 2)).toBe(true);
    expect(doubtful('7000000', 2)).toBe(false);
    expect(doubtful('70000', null)).toBe(false);
  });

  test('VAL-35 the supplier of a product is an existing one or the name of a new one', () => {
    expect(judge('product', { supplier_id: 'Neuer Lieferant GmbH' })).toEqual({});
    expect(judge('product', { supplier_id: '   ' })).toEqual({ supplier_id: 'field_required' });
    expect(judge('product', { supplier_id: 'x'.repeat(51) })).toEqual({ supplier_id: 'value_too_long' });
    expect(judge('product', { supplier_id: null })).toEqual({ supplier_id: 'field_required' });
  });

  test('BUD-01 budgets of one scope do not overlap, budgets of other scopes may', () => {
    const { check } = declared('budget') as Children;
    const year = { ...validRows.budget, active: true, not_allocated: false, ledger_account_id: null };
    const codes = (row: Row, other: Row) => check?.(row, [other]).map(({ field }) => field);
    expect(codes(year, { ...year, start: '2031-12-31', end: '2032-12-31' })).toEqual(['start']);
    expect(codes(year, { ...year, start: '2032-01-01', end: '2032-12-31' })).toEqual([]);
    expect(codes(year, { ...year, ledger_account_id: 3 })).toEqual([]);
    expect(codes(year, { ...year, active: false })).toEqual([]);
    expect(codes({ ...year, ledger_account_id: 3, not_allocated: true }, year)).toEqual(['not_allocated']);
  });

  test('PRICE-01 PRICE-02 the price typed last is kept, and a changed tax keeps the net price', () => {
    const product = entities.get('product');
    const derive = (row: Row, changed: string) => product?.derive(row, changed, { decimals: 2 });
    expect(derive({ tax: '19', price_netto: '12.35' }, 'price_netto')).toMatchObject({
      price_brutto: '14.70',
    });
    expect(derive({ tax: '19', price_brutto: '9.99' }, 'price_brutto')).toMatchObject({
      price_netto: '8.39',
    });
    expect(derive({ tax: '7', price_netto: '100', price_brutto: '119.00' }, 'tax')).toMatchObject({
      price_netto: '100',
      price_brutto: '107.00',
    });
    expect(derive({ tax: '7', price_netto: '100' }, 'name')).toEqual({});
  });
});
