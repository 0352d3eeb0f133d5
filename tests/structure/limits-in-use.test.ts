import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Field } from '../../src/entity/field.ts';
import type { Value } from '../../src/entity/kind.ts';
import { fieldProblems } from '../../src/entity/problems.ts';
import { keyFields, tenantFields } from '../../src/features/configuration/settings.ts';
import { invoiceFields } from '../../src/features/invoice/fields.ts';
import { entities } from '../../src/features/master-data/entities.ts';
import * as constants from '../../src/platform/constants.ts';

const root = join(import.meta.dirname, '../..');

function fieldOf(table: string, name: string): Field {
  const field = entities.get(table)?.fields[name];
  if (!field) throw new Error(`${table} has no ${name}`);
  return field;
}

const letters = (count: number): string => 'x'.repeat(count);

/** The figures come from the table in the specification, not from the product's module. */
const limits: readonly (readonly [what: string, field: Field, taken: readonly Value[], refused: Value[]])[] =
  [
    ['client name', fieldOf('client', 'name'), [letters(50)], [letters(51)]],
    ['supplier name', fieldOf('supplier', 'name'), [letters(50)], [letters(51)]],
    ['cost center number', fieldOf('cost_center', 'number'), ['1'.repeat(36)], ['1'.repeat(37)]],
    ['notes of an invoice', invoiceFields.notes, [letters(120)], [letters(121)]],
    ['VAT number', fieldOf('supplier', 'vat_number'), ['1'.repeat(15)], ['1'.repeat(16)]],
    [
      'IBAN',
      fieldOf('supplier', 'iban'),
      ['NO9386011117947', 'MT84MALT011000012345MTLCAST001S'],
      ['NO938601111794', `DE${'1'.repeat(33)}`],
    ],
    [
      'BIC',
      fieldOf('supplier', 'bic'),
      ['COBADEFF', 'COBADEFFXXX'],
      ['COBADEF', 'COBADEFFX', 'COBADEFFXX', 'COBADEFFXXXX'],
    ],
    ['DATEV ID', fieldOf('supplier', 'external_id'), ['10000'], ['9999', '10000.5']],
    ['posting key', fieldOf('posting_key', 'number'), ['1', '123456789'], ['0', '012', '1234567890']],
    ['initial order number', keyFields.initial_order_number, [0, 999_999_999], [-1, 1_000_000_000]],
    ['decimal places', tenantFields.default_decimal_places, [2, 3, 4], [1, 5]],
    ['priority of approval', fieldOf('lb_user', 'priority_approval_limit'), [1, 1000], [0, 1001]],
    ['code', fieldOf('tax_group', 'code'), ['A', letters(15)], [letters(16)]],
  ];

describe('CONST-01 limits apply to typed values', () => {
  test.each(limits)('%s', (_, field, taken, refused) => {
    const isTaken = (value: Value): boolean => fieldProblems({ it: field }, { it: value }).length === 0;
    expect(taken.filter((value) => !isTaken(value))).toEqual([]);
    expect(refused.filter(isTaken)).toEqual([]);
  });
});

/** Limits of unimplemented parts, and the letters that the database draws itself (AUD-06). */
const elsewhere = [
  'auditGroupLetters',
  'datevConnectionYears',
  'invoiceNumberLength',
  'invoiceNumberLengthD365',
  'recognitionLimitMs',
];

test("CONST-01 every other limit equals the product's constant", () => {
  const files = globSync('src/**/*.{ts,tsx}', { cwd: root }).filter(
    (file) => !/\.test\.tsx?$/.test(file) && !file.endsWith('platform/constants.ts'),
  );
  const code = files
    .map((file) => readFileSync(join(root, file), 'utf8').replace(/^import [^;]*;$/gms, ''))
    .join('\n');
  const unused = Object.keys(constants).filter((name) => !new RegExp(`\\b${name}\\b`).test(code));
  expect(unused.toSorted()).toEqual(elsewhere);
});
