import { describe, expect, it } from 'vitest';
import { isBlock, pastedCells } from './rows.ts';

describe('PROC-40 pasted text is split into rows and cells', () => {
  it('takes the cells of a spreadsheet with their tabs and quotes, without empty rows and columns', () => {
    const text = 'Bohrer "HSS"\t\t10\t4,50\r\n"Dübel\n8 mm"\t\t2\t1,20\r\n\t\t\t\r\n';
    expect(pastedCells(text)).toEqual([
      ['Bohrer "HSS"', '10', '4,50'],
      ['Dübel\n8 mm', '2', '1,20'],
    ]);
  });

  it('takes the rows of a PDF with wide gaps', () => {
    expect(pastedCells('4711-1   Bohrer HSS   10\n4711-2   Dübel 8 mm   2')).toEqual([
      ['4711-1', 'Bohrer HSS', '10'],
      ['4711-2', 'Dübel 8 mm', '2'],
    ]);
  });

  it('takes quantity, unit, article and prices from rows of a mail', () => {
    const text = '- 10 Stk Bohrer HSS 6 mm à 4,50 €\n- 2 x Dübel 8 mm 1,20 EUR\n- Handschuhe';
    expect(pastedCells(text)).toEqual([
      ['10', 'Stk', 'Bohrer HSS 6 mm', '4,50'],
      ['2', '', 'Dübel 8 mm', '1,20'],
      ['', '', 'Handschuhe', ''],
    ]);
  });

  it('takes rows with position, article, quantity, unit, price and total from a PDF', () => {
    expect(pastedCells('1 Bohrer HSS 10 Stk 4,50 45,00\n2 Dübel 8 mm 1.200 Stk 0,12 144,00')).toEqual([
      ['10', 'Stk', 'Bohrer HSS', '4,50', '45,00'],
      ['1.200', 'Stk', 'Dübel 8 mm', '0,12', '144,00'],
    ]);
  });
});

describe('PROC-40 a text for one field is not split', () => {
  it.each(['Bohrer', 'Bohrer\r\n', '"Bohrer\nHSS"', ' a; b '])('%j', (text) => {
    expect(isBlock(text)).toBe(false);
  });

  it.each(['Bohrer\t10', 'Bohrer\nDübel'])('unlike %j', (text) => {
    expect(isBlock(text)).toBe(true);
  });
});
