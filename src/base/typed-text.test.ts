import { describe, expect, it } from 'vitest';
import { unreadable } from './typed-number.ts';
import { typedEmail, typedFlag, typedList } from './typed-text.ts';

describe('cells', () => {
  it('SHEET-10 an e-mail address loses its blanks and capitals', () => {
    expect(typedEmail(' Max @Firma.DE ')).toBe('max@firma.de');
    expect(typedEmail('  ')).toBeNull();
  });

  it('SHEET-11 a list is split at semicolons', () => {
    expect(typedList('A; B;C')).toEqual(['A', 'B', 'C']);
    expect(typedList(' ;A;; A ;')).toEqual(['A']);
    expect(typedList('')).toEqual([]);
  });

  it('SHEET-12 a checkbox cell', () => {
    for (const text of ['true', '1', 'ja', 'x', 'X', 'Ja', ' TRUE ']) expect(typedFlag(text)).toBe(true);
    for (const text of ['false', '0', 'nein', '', ' ']) expect(typedFlag(text)).toBe(false);
    expect(typedFlag('vielleicht')).toBe(unreadable);
  });
});
