import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readBlock, writeBlock } from './block.ts';

describe('SHEET-01 blocks from and to a spreadsheet program', () => {
  test.each([
    [
      'a\tb\r\nc\td\r\n',
      [
        ['a', 'b'],
        ['c', 'd'],
      ],
    ],
    [
      'a\tb\nc\td',
      [
        ['a', 'b'],
        ['c', 'd'],
      ],
    ],
    ['one cell', [['one cell']]],
    [
      'a\t\t\n\t\tb\n',
      [
        ['a', '', ''],
        ['', '', 'b'],
      ],
    ],
    ['"two\nlines"\tx', [['two\nlines', 'x']]],
    ['"say ""yes""\n"\tx', [['say "yes"\n', 'x']]],
    ['19" rack\tx', [['19" rack', 'x']]],
    ['"unclosed\tx', [['"unclosed', 'x']]],
    ['"a" b\tx', [['"a" b', 'x']]],
    ['a\n\nb\n', [['a'], [''], ['b']]],
    ['a\t', [['a', '']]],
    ['', []],
  ])('%j', (text, rows) => {
    expect(readBlock(text)).toEqual(rows);
  });

  test('a copied block can be pasted back cell by cell', () => {
    const cell = fc.string({ unit: fc.constantFrom('a', '"', '\t', '\n', '\r', ' ', ';', 'ß', '=') });
    const block = fc.array(fc.array(cell, { minLength: 1, maxLength: 4 }), { maxLength: 5 });
    fc.assert(
      fc.property(block, (rows) => {
        expect(readBlock(writeBlock(rows))).toEqual(rows);
      }),
    );
  });
});
