import { describe, expect, test } from 'vitest';
import { lookup } from './lookup.ts';

const { find, labelOf } = lookup([
  { value: 1, number: '4210', name: 'Prüffeld' },
  { value: 2, number: '4220', name: 'Lager' },
  { value: 3, number: '4230', name: 'Lager' },
  { value: 4, number: 'Lager', name: 'Werkzeug' },
  { value: 5, name: '4220' },
]);

describe('SHEET-08 references by label or number', () => {
  test.each([
    ['4210 Prüffeld', 1],
    [' 4210  prüffeld ', 1],
    ['PRÜFFELD', 1],
    ['4210', 1],
    ['4220 Lager', 2],
    ['4220', 5],
    ['Lager', undefined],
    ['421', undefined],
    ['1', undefined],
    ['', undefined],
  ])('%j means %j', (text, value) => {
    expect(find(text)).toBe(value);
  });

  test('the text of a cell finds its value again', () => {
    for (const value of [1, 2, 3, 4, 5]) expect(find(labelOf(value) ?? '')).toBe(value);
  });

  test('a stored word finds its value, an id does not', () => {
    const words = lookup([{ value: 'BANK_TRANSFER', name: 'Überweisung' }]);
    expect(words.find('bank_transfer')).toBe('BANK_TRANSFER');
    expect(words.find('überweisung')).toBe('BANK_TRANSFER');
  });
});
