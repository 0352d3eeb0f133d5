import { expect, test } from 'vitest';
import { choiceLabel } from './history-labels.ts';

test.each([
  ['lb_user', 'lang'],
  ['tenant', 'main_language'],
  ['supplier', 'order_language'],
])('AUD-08 the history names the language in %s.%s in that of the reader', (table, column) => {
  expect(choiceLabel('de', table, column, 'cz')).toBe('Tschechisch');
  expect(choiceLabel('sk', table, column, 'cz')).toBe('Čeština');
  expect(choiceLabel('de', table, column, 'xx')).toBe('xx');
});

test.each([
  ['state', 'pending', 'wartet'],
  ['void_columns', 'merged_into_id', 'Zusammengeführt mit'],
  ['void_columns', 'client_id', 'Firma'],
])('INV-33 %s "%s" of an account is told in words', (column, value, word) => {
  expect(choiceLabel('de', 'supplier_bank_change', column, value)).toBe(word);
});
