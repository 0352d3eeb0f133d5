import { expect, test } from 'vitest';
import { matchedColumns } from './csv-columns.ts';

const fields = [
  { name: 'number', titles: ['Nummer', 'Number', 'Numero', 'Číslo'] },
  { name: 'email', titles: ['E-Mail', 'E-mail'] },
  { name: 'price_netto', titles: ['Preis (netto)'] },
];

test.each([
  [
    ['Nummer', 'E-Mail'],
    ['number', 'email'],
  ],
  [
    ['NUMERO', 'číslo'],
    ['number', null],
  ],
  [
    ['price_netto', 'Preis netto *', ' e mail '],
    ['price_netto', null, 'email'],
  ],
  [
    ['', 'irgendwas'],
    [null, null],
  ],
])('ADM-20 the head %j means %j', (head, names) => {
  expect(matchedColumns(head, fields)).toEqual(names);
});
