import { expect, test } from 'vitest';
import { wordAt } from './clicked-code.ts';
import { textFor, textOfRead } from './clicked-value.ts';

const german = { language: 'de', today: '2026-11-23' } as const;
const english = { language: 'en', today: '2026-11-23' } as const;
const within = (run: string, word: string) => ({ run, offset: run.indexOf(word) + 1 });

test.each([
  ['Nr. RE-2025-10482, vom', 'RE', 'RE-2025-10482'],
  ['(14.05.2025)', '14', '14.05.2025'],
  ['„4711“', '4711', '4711'],
  ['Summe 1\u00a0784,89', '784', '1\u00a0784,89'],
])('INV-01 the word in %s', (run, word, found) => {
  expect(wordAt(within(run, word))).toBe(found);
});

test('INV-01 a click on the right half of the last letter selects its word, a click on a blank none', () => {
  expect(wordAt({ run: 'Brutto 119,00', offset: 13 })).toBe('119,00');
  expect(wordAt({ run: 'Brutto 119,00', offset: 6 })).toBe('Brutto');
  expect(wordAt({ run: '  ', offset: 1 })).toBe('');
});

test.each([
  ['14.05.2025,', '14.05.2025'],
  ['2025-05-14', '14.05.2025'],
  ['14/05/2025', '14.05.2025'],
  ['24. Mai 2025', '24.05.2025'],
  ['24 May 2025', '24.05.2025'],
  ['24. května 2025', '24.05.2025'],
  ['31.02.2025', null],
  ['21.10', null],
  ['+14', null],
  ['Rechnung', null],
])('INV-01 a day takes %s', (run, text) => {
  expect(textFor('invoice_date', { run, offset: 1 }, german)).toBe(text);
});

test.each([
  ['1.784,89', '1.784,89'],
  ['1.784,89 €', '1.784,89'],
  ['€1.784,89', '1.784,89'],
  ['1,784.89', '1.784,89'],
  ['100,00-', '-100,00'],
  ['525,6', '525,60'],
  ['RE-2025', null],
])('INV-01 an amount takes %s', (run, text) => {
  expect(textFor('total_brutto', { run, offset: 1 }, german)).toBe(text);
});

test('INV-01 values are filled in the format of the person', () => {
  expect(textFor('total_brutto', { run: '1.784,89', offset: 2 }, english)).toBe('1,784.89');
  expect(textFor('due_date', { run: '13.06.2025', offset: 2 }, english)).toBe('13/06/2025');
  expect(textOfRead('total_brutto', '1500.5', german)).toBe('1.500,50');
  expect(textFor('tax', { run: '19%', offset: 1 }, german)).toBe('19');
  expect(textOfRead('tax', '1.500', german)).toBe('1,5');
  expect(textOfRead('due_date', '2025-06-13', german)).toBe('13.06.2025');
  expect(textOfRead('number_printed', '4711', german)).toBe('4711');
  expect(textOfRead('due_date', 'bald', german)).toBeNull();
});

test.each([
  ['IBAN: DE29 2005 0550 1280 0469 15 BIC: HASPDEHHXXX', 'iban', '0550', 'DE29 2005 0550 1280 0469 15'],
  ['DE29200505501280046915', 'iban', '2005', 'DE29 2005 0550 1280 0469 15'],
  ['IBAN DE29 2005 0550 1280 0469 15, AT33 3400 0000 0264 1857', 'iban', '0264', 'AT33 3400 0000 0264 1857'],
  ['DE29 2005 0550 1280 0469 16', 'iban', '0550', null],
  ['Steuer-Nr. 27/123/45678', 'iban', '123', null],
  ['IBAN: DE29 2005 0550 1280 0469 15 BIC: HASPDEHHXXX', 'bic', 'HASP', 'HASPDEHHXXX'],
  ['Sparkasse', 'bic', 'Spar', null],
  ['USt-IdNr. DE 812 659 031 Amtsgericht Hamburg', 'vat_number', '659', 'DE812659031'],
  ['USt-IdNr.: DE812659031, HRB 4711', 'vat_number', 'DE8', 'DE812659031'],
  ['Bestellung 4711', 'vat_number', '4711', null],
])('INV-01 in %s the field %s takes the value at %s', (run, column, at, text) => {
  expect(textFor(column, within(run, at), german)).toBe(text);
});

test('INV-01 a name field takes the whole text run, a number field one word, notes nothing', () => {
  const run = 'Elbe Büroservice GmbH ';
  expect(textFor('supplier_id', { run, offset: 3 }, german)).toBe('Elbe Büroservice GmbH');
  expect(textFor('number_printed', { run, offset: 3 }, german)).toBe('Elbe');
  expect(textFor('notes', { run, offset: 3 }, german)).toBeNull();
});
