import { describe, expect, it } from 'vitest';
import { draft, facts, line } from '../../../tests/support/procurement-situation.ts';
import type { ProcurementFacts } from './facts.ts';
import type { ProcurementHead, ProcurementLine } from './model.ts';
import { requiredOnSubmit } from './required-fields.ts';
import { missingFor } from './requirements.ts';
import { formatProblems } from './validation.ts';

/** `field code` of every problem of a submit. */
function problems(
  head: Partial<ProcurementHead>,
  lines: readonly ProcurementLine[] = [line()],
  details: Partial<ProcurementFacts> = {},
): string[] {
  const found = missingFor('submit', draft(lines, head), facts(details));
  return found.map((problem) => `${problem.field} ${problem.code}`);
}

describe('VAL-06 requirements of a submit', () => {
  it('a complete request has no problems', () => {
    expect(problems({})).toEqual([]);
  });

  it.each(requiredOnSubmit)('%s', (field) => {
    expect(problems({ [field]: null })).toEqual([`${field} specific_field_required`]);
  });

  it('PROC-39 no account of the head where every line has its own, or the server finds them later', () => {
    const own = line({ ledger_account_id: 7 });
    expect(problems({ ledger_account_id: null }, [own])).toEqual([]);
    expect(problems({ ledger_account_id: null }, [own, line()])).toEqual([
      'ledger_account_id specific_field_required',
    ]);
    expect(problems({ ledger_account_id: null }, [line()], { findsAccounts: true })).toEqual([]);
    expect(problems({ ledger_account_id: null }, [], { findsAccounts: true })).toContain(
      'ledger_account_id specific_field_required',
    );
  });

  it('VAL-45 all of them at once, in the order of the form', () => {
    const empty = Object.fromEntries(requiredOnSubmit.map((field) => [field, null]));
    expect(problems(empty, []).map((problem) => problem.split(' ')[0])).toEqual([
      ...requiredOnSubmit,
      'lines',
    ]);
  });

  it('a blank billing address counts as missing', () => {
    expect(problems({ billing_address_text: '  \n' })).toEqual([
      'billing_address_text specific_field_required',
    ]);
  });

  it('ADM-08 further fields that the company requires', () => {
    expect(problems({ name: null }, [line()], { requiredFields: ['name'] })).toEqual([
      'name specific_field_required',
    ]);
  });

  it('a delivery date that is not in the past', () => {
    expect(problems({ delivery_date: '2025-05-20' })).toEqual(['delivery_date date_in_past']);
    expect(problems({ delivery_date: '2025-05-21' })).toEqual([]);
  });

  it('VAL-04 VAL-07 chosen entries that may be chosen here', () => {
    const selectable = { department_id: new Set([9]), cost_center_id: new Set([3]) };
    expect(problems({}, [line()], { selectable })).toEqual(['department_id not_selectable']);
  });
});

describe('lines', () => {
  it('VAL-06 at least one has a quantity above 0', () => {
    expect(problems({}, [])).toEqual(['lines lines_required']);
    expect(problems({}, [line({ quantity: '0' })])).toEqual(['lines lines_required']);
  });

  it('every line has a description and a quantity above 0', () => {
    expect(
      problems({}, [line(), line({ description: ' ', quantity: null }), line({ quantity: '0' })]),
    ).toEqual([
      'lines.1.description specific_field_required',
      'lines.1.quantity specific_field_required',
      'lines.2.quantity number_out_of_range',
    ]);
  });

  it('SHEET-04 an empty new line does not count', () => {
    const empty = line({
      id: null,
      description: null,
      quantity: null,
      price_netto: null,
      price_brutto: null,
    });
    const document = draft([line()]);
    expect(missingFor('submit', { ...document, lines: [...document.lines, empty] }, facts())).toEqual([]);
  });

  it('VAL-08 a product group where the setting is on, not for freight', () => {
    const lines = [line(), line({ product_group_id: 4 }), line({ kind: 'freight' })];
    expect(problems({}, lines, { isProductGroupRequired: true })).toEqual([
      'lines.0.product_group_id product_group_missing',
    ]);
    expect(problems({}, lines)).toEqual([]);
  });

  it.each([
    ['quantity', '1.2345', 'invalid_type'],
    ['quantity', '-1', 'number_out_of_range'],
    ['quantity', '1,5', 'invalid_type'],
    ['price_netto', '-0.01', 'number_out_of_range'],
    ['price_netto', 'NaN', 'invalid_type'],
    ['price_unit', '0', 'number_out_of_range'],
    ['tax', '100', 'invalid_type'],
    ['tax', '7.125', 'invalid_type'],
    ['offer_date', '2025-02-30', 'invalid_type'],
    ['item_number', 'x'.repeat(256), 'value_too_long'],
  ])('PRICE-01 PRICE-05 VAL-31 a draft is refused with %s %s', (field, value, code) => {
    const document = draft([line(), line({ [field]: value })]);
    expect(formatProblems(document).map((problem) => `${problem.field} ${problem.code}`)).toEqual([
      `lines.1.${field} ${code}`,
    ]);
  });

  it.each([
    ['price_netto', '0'],
    ['tax', '0'],
    ['tax', '99.99'],
    ['quantity', '0.001'],
    ['price_netto', '0.28451'],
  ])('%s %s is valid', (field, value) => {
    expect(formatProblems(draft([line({ [field]: value })]))).toEqual([]);
  });
});

describe('VAL-05 drafts', () => {
  it('may be incomplete, but not malformed', () => {
    expect(formatProblems(draft([], { name: null, delivery_date: null }))).toEqual([]);
    const malformed = draft([], {
      name: 'x'.repeat(256),
      notes: 'x'.repeat(4001),
      delivery_date: '1.3.2025',
    });
    expect(formatProblems(malformed)).toEqual([
      { field: 'name', code: 'value_too_long', values: { max: 255 } },
      { field: 'notes', code: 'value_too_long', values: { max: 4000 } },
      { field: 'delivery_date', code: 'invalid_type', values: { type: 'date' } },
    ]);
  });
});
