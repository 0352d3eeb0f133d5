import { describe, expect, it } from 'vitest';
import { understood } from './columns.ts';

describe('PROC-40 the meaning of pasted columns', () => {
  it.each([
    ['de', ['Pos.', 'Artikelnr.', 'Bezeichnung', 'Menge', 'Einheit', 'Einzelpreis', 'Gesamt', 'USt in %']],
    ['en', ['Pos', 'Item number', 'Description', 'Quantity', 'Unit', 'Unit price', 'Total', 'VAT %']],
    ['it', ['Pos.', 'Codice', 'Descrizione', 'Quantità', 'Unità', 'Prezzo', 'Totale', 'IVA']],
    ['cz', ['Pos.', 'Číslo', 'Název', 'Množství', 'Jednotka', 'Cena', 'Celkem', 'DPH']],
    ['sk', ['Pos.', 'Číslo', 'Názov', 'Množstvo', 'Jednotka', 'Cena', 'Spolu', 'DPH']],
  ])('follows the heading, which is no line itself (%s)', (_, heading) => {
    const row = ['1', 'A-1', 'Bohrer', '10', 'Stk', '4,50', '45,00', '19'];
    expect(understood([heading, row])).toEqual({
      roles: [null, 'item_number', 'text', 'quantity', 'unit', 'price', 'total', 'tax'],
      rows: [row],
    });
  });

  it('leaves out columns of records that a line does not name by text', () => {
    const { roles } = understood([
      ['Artikel', 'Lieferant', 'Kostenstelle', 'Menge'],
      ['Bohrer', 'Osterkamp', '4711', '2'],
    ]);
    expect(roles).toEqual(['text', null, null, 'quantity']);
  });

  it('follows the cells without a heading', () => {
    const { roles, rows } = understood([
      ['1', '100234', 'Bohrer HSS 6 mm', '10', 'Stk', '4,50 €', '45,00 €'],
      ['2', '100235', 'Dübel 8 mm', '200', 'Stk', '0,12 €', '24,00 €'],
    ]);
    expect(roles).toEqual([null, 'item_number', 'text', 'quantity', 'unit', 'price', 'total']);
    expect(rows).toHaveLength(2);
  });

  it.each([
    [
      ['Bohrer', '10'],
      ['text', 'quantity'],
    ],
    [
      ['Bohrer', '4,50'],
      ['text', 'price'],
    ],
    [
      ['10', 'Bohrer', '4,50'],
      ['quantity', 'text', 'price'],
    ],
    [
      ['Bohrer', '10', '4.50', '19 %', '24.12.2026'],
      ['text', 'quantity', 'price', 'tax', 'day'],
    ],
    [['Bohrer'], ['text']],
  ])('of a single row %j', (row, roles) => {
    expect(understood([row])).toEqual({ roles, rows: [row] });
  });
});
