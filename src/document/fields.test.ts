import { describe, expect, it } from 'vitest';
import { exportColumnsOf } from './export-columns.ts';
import { isSameField } from './field-values.ts';
import {
  always,
  amount,
  choice,
  currency,
  type DocumentFields,
  day,
  emptyStored,
  fieldNames,
  flag,
  link,
  longestOf,
  malformed,
  notes,
  percent,
  reference,
  requiredFields,
  text,
  usually,
  withGiven,
  without,
} from './fields.ts';
import { differingFields, selectionOf } from './read-fields.ts';
import { columnTypes, referencedTables } from './server/field-columns.ts';
import { fieldInputs } from './server/field-input.ts';
import { draftRow, emptyRow, rowInput } from './web/draft/draft-fields.ts';

/** Example fields: a ship's log. */
const fields = {
  title: text({ max: 20, required: true }),
  remarks: notes(),
  chart_url: link(),
  rig: always(
    'sloop',
    choice(['sloop', 'ketch'], (rig) => `rig.${rig}`),
  ),
  wind: choice(['weak', 'strong'], (wind) => `wind.${wind}`, { initial: 'weak' }),
  is_towed: flag(),
  departure: day({ required: true }),
  cargo: amount({ decimals: 3, initial: '1' }),
  price: amount({ above: '0', price: true }),
  per: usually('1', amount({ above: '0' })),
  duty: percent(),
  currency: always('EUR', currency()),
  harbor_id: reference('harbor', { reads: ['number', 'shown_name'] }),
  captain_id: reference('lb_user'),
} satisfies DocumentFields;

const stored = {
  title: 'Kiel',
  remarks: null,
  chart_url: null,
  rig: 'ketch',
  wind: null,
  is_towed: true,
  departure: '2025-05-20',
  cargo: '2.500',
  price: '9.99',
  per: '100',
  duty: '7',
  currency: 'DKK',
  harbor_id: 4,
  captain_id: 9,
} as const;

const read = {
  ...stored,
  cargo: 2.5,
  price: 9.99,
  per: 100,
  duty: 7,
  harbor: { id: 4, number: '0400', name: 'Kiel' },
};

describe('a declared row', () => {
  it('VAL-06 lists its fields and the required ones in their order', () => {
    expect(fieldNames(fields).slice(0, 3)).toEqual(['title', 'remarks', 'chart_url']);
    expect(requiredFields(fields)).toEqual(['title', 'departure']);
    expect(fieldNames(without(fields, 'remarks', 'title'))).not.toContain('title');
  });

  it('has nothing but default values when empty', () => {
    expect(emptyStored(fields)).toMatchObject({
      title: null,
      rig: 'sloop',
      wind: null,
      is_towed: false,
      cargo: null,
      per: '1',
      harbor_id: null,
    });
  });

  it('keeps fields that a command omits, and clears nullable ones on null', () => {
    const given = { title: null, rig: null, per: null, cargo: '3', is_towed: undefined };
    expect(withGiven(fields, stored, given)).toEqual({ ...stored, title: null, cargo: '3' });
  });

  it.each<readonly [string, string, string, object | undefined]>([
    ['title', 'x'.repeat(21), 'value_too_long', { max: 20 }],
    ['remarks', 'x'.repeat(4001), 'value_too_long', { max: 4000 }],
    ['chart_url', 'ftp://x.de', 'invalid_type', { type: 'URL' }],
    ['rig', 'brig', 'validation_failed', undefined],
    ['departure', '2025-02-30', 'invalid_type', { type: 'date' }],
    ['cargo', '1.2345', 'invalid_type', { type: 'numeric' }],
    ['cargo', '-1', 'number_out_of_range', { min: 0 }],
    ['price', '0', 'number_out_of_range', { min: 0 }],
    ['duty', '7.125', 'invalid_type', { type: 'percent' }],
    ['currency', 'Euro', 'validation_failed', undefined],
  ])('VAL-04 VAL-05 is refused with %s %s', (field, value, code, values) => {
    const problem = { field: `lines.2.${field}`, code, ...(values && { values }) };
    expect(malformed(fields, { ...stored, [field]: value }, 'lines.2.')).toEqual([problem]);
  });

  it('VAL-05 has no problems when empty or complete', () => {
    expect(malformed(fields, emptyStored(fields))).toEqual([]);
    expect(malformed(fields, stored)).toEqual([]);
  });

  it('compares amounts as values and texts exactly', () => {
    expect(isSameField(fields, 'cargo', '2.5', '2.500')).toBe(true);
    expect(isSameField(fields, 'title', '2.5', '2.500')).toBe(false);
  });
});

describe('the columns of a declared row', () => {
  it('have their database types and referenced tables', () => {
    expect(columnTypes(fields)).toMatchObject({
      title: 'text',
      rig: 'text',
      is_towed: 'boolean',
      departure: 'date',
      price: 'numeric',
      harbor_id: 'bigint',
    });
    expect(referencedTables(fields)).toEqual({ harbor_id: 'harbor', captain_id: 'lb_user' });
  });

  it('are selected with the names of referenced records', () => {
    const some = { title: fields.title, harbor_id: fields.harbor_id, captain_id: fields.captain_id };
    expect(selectionOf(some)).toBe('title harbor { id number name: shown_name } captain_id');
    expect(selectionOf(some, { harbor: 'id depth' })).toBe('title harbor { id depth } captain_id');
  });

  it('LOCK-01 report the fields in which two answers differ', () => {
    const moved = { ...read, title: 'Kappeln', harbor: { id: 5, number: '0500', name: 'Kappeln' } };
    expect(differingFields(fields, read, moved)).toEqual(['title', 'harbor_id']);
    expect(differingFields(fields, read, { ...read })).toEqual([]);
  });

  it('EXP-17 become export columns, with amounts marked', () => {
    const columns = exportColumnsOf(fields);
    const texts = { t: (key: string) => key, dayOf: (instant: string) => instant.slice(0, 10) };
    const cells = Object.values(columns).map(({ cell }) => cell(read, texts));
    expect(cells).toEqual([
      ...['Kiel', null, null, 'rig.ketch', null, 'table.yes', { day: '2025-05-20' }, { number: '2.5' }],
      ...[{ number: '9.99' }, { number: '100' }, { number: '7' }, 'DKK', '0400 Kiel', '9'],
    ]);
    expect(columns.harbor.fields).toBe('harbor { id number name: shown_name }');
    expect([columns.price.isAmount, columns.cargo.isAmount]).toEqual([true, undefined]);
  });
});

describe('a declared row in a form', () => {
  it('starts with proposed values and empty texts', () => {
    expect(emptyRow(fields)).toEqual({
      ...{ title: '', remarks: '', chart_url: '', rig: 'sloop', wind: 'weak', is_towed: false },
      ...{ departure: null, cargo: '1', price: null, per: null, duty: null, currency: 'EUR' },
      ...{ harbor: null, captain_id: null },
    });
  });

  it('shows stored texts, decimal amounts and record names', () => {
    expect(draftRow(fields, read)).toMatchObject({
      ...{ title: 'Kiel', remarks: '', cargo: '2.5', per: '100', captain_id: 9 },
      harbor: { id: 4, number: '0400', name: 'Kiel' },
    });
    expect(draftRow(fields, { ...read, per: 1, price: null })).toMatchObject({ per: null, price: null });
  });

  it('is saved with trimmed texts, ids and usual amounts', () => {
    const draft = { ...draftRow(fields, read), title: ' Kiel ', remarks: ' ', per: null };
    const numbers = { cargo: '2.5', price: '9.99', duty: '7', per: '1' };
    expect(rowInput(fields, draft)).toEqual({ ...stored, ...numbers, remarks: null });
  });

  it('VAL-05 knows the maximum length of its texts', () => {
    expect(['title', 'remarks', 'cargo', 'nothing'].map((name) => longestOf(fields, name))).toEqual([
      20,
      4000,
      undefined,
      undefined,
    ]);
  });
});

describe('API-39 the input of a command', () => {
  const inputs = fieldInputs(fields);

  it('trims, and accepts null and undefined', () => {
    expect(inputs.title.parse(' Kiel ')).toBe('Kiel');
    expect([inputs.title.parse(null), inputs.rig.parse(undefined)]).toEqual([null, undefined]);
  });

  it.each([
    ['title', 'x'.repeat(21)],
    ['chart_url', 'javascript:alert(1)'],
    ['rig', 'brig'],
    ['cargo', '1,5'],
    ['currency', 'eur'],
    ['harbor_id', 0],
    ['is_towed', 'yes'],
  ] as const)('refuses %s %s', (name, value) => {
    expect(inputs[name].safeParse(value).success).toBe(false);
  });
});
