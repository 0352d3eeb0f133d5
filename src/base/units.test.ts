import { describe, expect, test } from 'vitest';
import { isSameUnit, unitText, unitWords } from './units.ts';

describe('INV-26 units of an order and of an invoice', () => {
  test.each([
    ['Stück', 'C62'],
    ['Stk.', 'H87'],
    ['ks', 'EA'],
    ['Std.', 'HUR'],
    ['kg', 'KGM'],
    ['Kilogramm', 'KGM'],
    ['m²', 'MTK'],
    ['Packung', 'XPK'],
    ['Gebinde', 'gebinde'],
  ])('%s is %s', (ordered, invoiced) => expect(isSameUnit(ordered, invoiced)).toBe(true));

  test.each([
    ['Packung', 'C62'],
    ['Karton', 'Stück'],
    ['m', 'MTK'],
    ['Gebinde', 'C62'],
  ])('%s is not %s', (ordered, invoiced) => expect(isSameUnit(ordered, invoiced)).toBe(false));

  test('a missing unit equals every unit', () => {
    expect(isSameUnit(null, 'C62')).toBe(true);
    expect(isSameUnit('Karton', ' ')).toBe(true);
  });

  test('a code is shown as a word or a sign, other text as it is', () => {
    const shown = (code: string) => unitText(code, (key) => key);
    expect(['c62', 'LTR', 'Gebinde', ''].map(shown)).toEqual(['unit.piece', 'l', 'Gebinde', '']);
    expect(Object.values(unitWords)).not.toContain('');
  });
});
