import { describe, expect, test } from 'vitest';
import { type CsvCell, csvHead, csvRows } from './csv.ts';

const row = (...cells: CsvCell[]) => csvRows([cells]).replace(/\r\n$/, '');

describe('SHEET-14 CSV', () => {
  test('starts with a byte order mark and the titles', () => {
    expect(csvHead(['Nummer', 'Netto'])).toBe('\uFEFFNummer;Netto\r\n');
  });

  test('has comma decimals and German days in every language', () => {
    expect(row('PO-000012', { number: '1234.50' }, { day: '2025-03-01' }, null)).toBe(
      'PO-000012;1234,50;01.03.2025;',
    );
    expect(row({ number: '-3.5' })).toBe('-3,5');
  });

  test('quotes cells with special characters', () => {
    expect(row('a;b', 'say "yes"', 'two\nlines', 'plain', ' blank')).toBe(
      '"a;b";"say ""yes""";"two\nlines";plain;" blank"',
    );
  });

  test.each([
    ['=1+1', "'=1+1"],
    ['@sum(A1)', "'@sum(A1)"],
    ['+49 431 1234', "'+49 431 1234"],
    ['-cmd', "'-cmd"],
    ['  =1', "'  =1"],
    ['\t=1', "'\t=1"],
    ['-', "'-"],
    ['＝1+1', "'＝1+1"],
    ['＋49 431', "'＋49 431"],
    [' －1', "' －1"],
    ['＠sum(A1)', "'＠sum(A1)"],
  ])('a formula %s becomes a text', (text, expected) => {
    expect(row(text)).toBe(expected);
  });

  test.each(['-12', '+3,5', '-1.25', 'a=b', 'Max-Planck', '5 % Skonto'])('%s is unchanged', (text) => {
    expect(row(text)).toBe(text);
  });

  test('ends every row, the last one as well', () => {
    expect(csvRows([['a'], ['b']])).toBe('a\r\nb\r\n');
    expect(csvRows([])).toBe('');
  });
});
