import { expect, test } from 'vitest';
import { budget } from '../features/master-data/budget.ts';
import { entities, sheets } from '../features/master-data/entities.ts';
import { user } from '../features/people/user.ts';
import { tableWhere } from './table-order.ts';

test('SHEET-01 the table view begins with the columns that matter most, each once', () => {
  expect(user.sheet.slice(0, 3)).toEqual(['name', 'email', 'roles']);
  expect(sheets.get('product')?.sheet.slice(0, 4)).toEqual([
    ...['name', 'item_number', 'supplier_id', 'product_group_id'],
  ]);
  for (const { table, sheet } of sheets.values())
    expect([table, sheet]).toEqual([table, [...new Set(sheet)]]);
});

test('SHEET-19 a table that another form edits names it, and an entity has a list and a form', () => {
  for (const { table, list, tabs, fields, editedIn } of sheets.values()) {
    const isEdited = editedIn !== undefined;
    expect([table, list.length > 0, tabs.length > 0]).toEqual([table, !isEdited, !isEdited]);
    const owner = entities.get(fields[editedIn?.field ?? '']?.references ?? '');
    expect(owner?.tabs.some(({ name }) => name === editedIn?.tab) ?? false).toBe(isEdited);
  }
});

test('SHEET-20 a search in a table that another form edits finds rows by their name and by their owner', () => {
  expect(tableWhere(budget, '')).toEqual({ _and: [] });
  const owner = { cost_center: { _and: [{ search_text: { _like: '%rumpf%' } }] } };
  expect(tableWhere(budget, 'Rumpf')).toEqual({
    _and: [{ _or: [{ name: { _ilike: '%Rumpf%' } }, owner] }],
  });
});
