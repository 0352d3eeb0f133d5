import { expect, test } from 'vitest';
import { isSepaReference } from '../../../base/sepa-reference.ts';
import { sepaText } from './sepa-text.ts';

test.each([
  ['Müller & Söhne GmbH', 'Mueller + Soehne GmbH'],
  ['Groß\nHandel\u0000 „Ost“', 'Gross Handel Ost'],
  ['Пётр Ильич', "Petr Il'ich"],
  ['Łódź s.r.o.', 'Lodz s.r.o.'],
  ['<b>]]>', 'b'],
  ['', ''],
])('OP-09 %j is sent to banks as %j', (text, reported) => expect(sepaText(text, 70)).toBe(reported));

test('OP-09 cuts texts at the length limit', () => {
  expect(sepaText('ä'.repeat(100), 70)).toBe('ae'.repeat(35));
  expect(sepaText(`${'a'.repeat(69)} b`, 70)).toBe('a'.repeat(69));
});

test('DATA-07 a reference has no blanks, umlauts or doubled slashes', () => {
  expect(['M-1', 'KONTOR-1-202611270109', "a'(b)/c"].every(isSepaReference)).toBe(true);
  const wrong = ['', 'M 1', 'Mü', '/M', 'M/', 'M//1', 'M_1', 'x'.repeat(36)];
  expect(wrong.filter(isSepaReference)).toEqual([]);
});
