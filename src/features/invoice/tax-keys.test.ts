import { describe, expect, it } from 'vitest';
import { type ChosenKey, chosenKeys, type KeyedLine, taxedRate } from './tax-keys.ts';

const account = { number: '4980', automatic: false, automatic_tax: null };
const automatic = { number: '3400', automatic: true, automatic_tax: '19.00' };
const key = (number: string, tax: string | null = null): ChosenKey => ({ number, tax });
const line = (more: Partial<KeyedLine> = {}): KeyedLine => ({
  tax_category: 'S',
  tax_percentage: '19.00',
  account,
  key: null,
  ...more,
});
const found = (lines: readonly KeyedLine[], head: ChosenKey | null = null) => {
  const { keys, problems } = chosenKeys(lines, head, []);
  return problems.length > 0
    ? problems.map(({ place, refused }) => `${place} ${refused.code}`)
    : keys.map((one) => one?.number ?? '-');
};

describe('EXP-26 which chosen key books a line', () => {
  it('its own, else that of the head if it fits', () => {
    expect(found([line(), line({ key: key('401', '19.00') })], key('9', '19.00'))).toEqual(['9', '401']);
    expect(found([line(), line({ tax_percentage: '7' })], key('9', '19.00'))).toEqual(['9', '-']);
  });
  it('if we owe the tax, a key of the reduced rate fits and sets the rate', () => {
    for (const [category, number] of [
      ['K', '18'],
      ['AE', '91'],
    ] as const) {
      const owed = line({ tax_category: category, tax_percentage: '0' });
      expect(found([owed], key(number, '7.00'))).toEqual([number]);
      expect(taxedRate(owed, key(number, '7.00'), account, '19')).toBe('7');
      expect(taxedRate(owed, null, { ...automatic, automatic_tax: '7.00' }, '19')).toBe('7');
      expect(taxedRate(owed, null, account, '19')).toBe('19');
    }
  });
  it.each([
    ['another rate', line({ key: key('8', '7.00') }), '0 posting_key_contradicts'],
    ['another category', line({ tax_category: 'K', key: key('9', '19.00') }), '0 posting_key_contradicts'],
    ['an automatic account', line({ account: automatic, key: key('9', '19.00') }), '0 posting_key_automatic'],
  ])('a key of a line against %s is refused', (_, one, problem) => expect(found([one])).toEqual([problem]));
  it('accepts the key that turns an automatic account off if no tax is stated', () =>
    expect(
      found([line({ account: automatic, tax_category: 'E', tax_percentage: '0', key: key('40', '0') })]),
    ).toEqual(['40']));
  it('refuses a head key that books no line, with the reason', () => {
    expect(found([line({ tax_percentage: '7' })], key('9', '19.00'))).toEqual([
      'null posting_key_contradicts',
    ]);
    expect(found([line({ account: automatic })], key('9', '19.00'))).toEqual(['null posting_key_automatic']);
    expect(found([line({ key: key('401') })], key('9', '19.00'))).toEqual(['null posting_key_unused']);
  });
});
