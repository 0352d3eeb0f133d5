import { expect, test } from 'vitest';
import type { Reading, ReadValue } from '../../../recognition/reading.ts';
import {
  columnOf,
  countsOf,
  filledColumns,
  placedValues,
  readFor,
  readNames,
  readSort,
  unsureColumns,
  valueAt,
} from './read-values.ts';

const read = (value: string, more: Partial<ReadValue> = {}): ReadValue => ({
  value,
  sure: true,
  page: 1,
  box: [0.1, 0.1, 0.3, 0.12],
  ...more,
});

const nothing = Object.fromEntries(readNames.map((name) => [name, null])) as unknown as Reading['fields'];
const reading: Reading = {
  reading: 'text',
  documentKind: 'invoice',
  pages: 2,
  fields: {
    ...nothing,
    sellerName: read('Elbe'),
    invoiceNumber: read('4711', { box: [0.5, 0.5, 0.6, 0.6] }),
    dueDate: read('2025-06-13', { sure: false }),
    totalGross: read('119.00', { page: null, box: null }),
  },
  taxRows: [{ category: null, ratePercent: read('19', { sure: false, page: 2 }), basis: null, tax: null }],
  adjustments: [],
  discounts: [],
  lines: [],
  allIbans: [],
  warnings: [],
};

test('REC-05 every read column finds its value', () => {
  expect(filledColumns.map((column) => readFor(reading, column)?.value ?? null)).toEqual([
    'Elbe',
    '4711',
    null,
    null,
    '2025-06-13',
    null,
    null,
    '119.00',
    '19',
    null,
    null,
    null,
    null,
    null,
    null,
  ]);
  expect(readFor(reading, 'notes')).toBeNull();
  expect(readFor(reading, null)).toBeNull();
  expect(readFor(null, 'tax')).toBeNull();
  expect(readNames.flatMap((name) => columnOf(name) ?? []).toSorted()).toEqual(
    filledColumns.filter((column) => column !== 'tax').toSorted(),
  );
});

test('REC-05 unconfirmed values are listed and counted', () => {
  expect([...unsureColumns(reading)]).toEqual(['due_date', 'tax']);
  expect([...unsureColumns(null)]).toEqual([]);
  expect(countsOf(reading)).toEqual({ read: 5, unsure: 2 });
});

test('INV-01 all values with a position are found on the page', () => {
  const placed = placedValues(reading);
  expect(placed.map(({ value }) => value)).toEqual(['Elbe', '4711', '2025-06-13', '19']);
  expect(valueAt(placed, { page: 1, x: 0.55, y: 0.55 })?.value).toBe('4711');
  expect(valueAt(placed, { page: 2, x: 0.2, y: 0.11 })?.value).toBe('19');
  expect(valueAt(placed, { page: 1, x: 0.9, y: 0.9 })).toBeNull();
});

test('INV-01 of overlapping positions the smaller one counts', () => {
  const wide = { ...read('all'), page: 1, box: [0, 0, 1, 1] as const };
  const small = { ...read('one'), page: 1, box: [0.4, 0.4, 0.5, 0.5] as const };
  expect(valueAt([wide, small], { page: 1, x: 0.45, y: 0.45 })?.value).toBe('one');
});

test('REC-07 days and amounts are distinguished from texts', () => {
  expect(['dueDate', 'totalNet', 'sellerName'].map((name) => readSort(name as 'dueDate'))).toEqual([
    'day',
    'amount',
    'text',
  ]);
});

test('INV-27 a computed due date has the position and certainty of its payment terms', () => {
  const { dueDate: _, ...others } = reading.fields;
  const term = { kind: 'after', count: 14, unit: 'day', from: 'invoice', monthDay: null } as const;
  const counted: Reading = {
    ...reading,
    fields: { ...others, dueDate: null, invoiceDate: read('2025-06-02') },
    dueTerm: { value: term, sure: false, page: 2, box: [0.1, 0.8, 0.4, 0.82] },
  };
  expect(readFor(counted, 'due_date')).toMatchObject({ value: '2025-06-16', page: 2 });
  expect(unsureColumns(counted).has('due_date')).toBe(true);
  const printed = { ...counted, fields: { ...counted.fields, dueDate: read('2025-06-30') } };
  expect(readFor(printed, 'due_date')?.value).toBe('2025-06-30');
});
