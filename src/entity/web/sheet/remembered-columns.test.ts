import { expect, test } from 'vitest';
import { rememberColumns, rememberedColumns } from './remembered-columns.ts';

test('SHEET-19 the columns chosen for a head are found again, by person and table', () => {
  const head = ['Nr', 'Lagerort'];
  rememberColumns(1, 'product', head, ['item_number', 'description']);
  rememberColumns(1, 'product', ['Nr'], ['item_number']);
  expect(rememberedColumns(1, 'product', head)).toEqual(['item_number', 'description']);
  rememberColumns(1, 'product', head, ['item_number', null]);
  expect(rememberedColumns(1, 'product', head)).toEqual(['item_number', null]);
  expect(rememberedColumns(2, 'product', head)).toBeNull();
  expect(rememberedColumns(1, 'supplier', head)).toBeNull();
});

test('SHEET-19 only the twenty latest shapes are kept', () => {
  for (let no = 0; no < 25; no += 1) rememberColumns(3, 'product', [`Spalte ${no}`], ['name']);
  expect(rememberedColumns(3, 'product', ['Spalte 4'])).toBeNull();
  expect(rememberedColumns(3, 'product', ['Spalte 5'])).toEqual(['name']);
});
