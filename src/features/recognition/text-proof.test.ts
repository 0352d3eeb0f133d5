import { describe, expect, test } from 'vitest';
import { isContradicted, isProven } from './text-proof.ts';
import type { PageWords } from './words.ts';

const pageOf = (text: string): PageWords => ({
  page: 1,
  aspect: 0.7,
  words: text.split(' ').map((word) => ({ text: word, box: [0, 0, 1, 1], confidence: 1 })),
});
const letter =
  'Papierhaus GmbH Rechnung Nr. 4711 vom 02.11.2026 Wir liefern Ihnen wie bestellt Stuhl Modell Köln Menge Preis Gesamt netto Tisch Lampe Regal Schrank Papier Hefter Locher Gesamtbetrag zahlbar bis';
/** Each letter is replaced, as in a font with its own encoding. */
const shifted = letter.replaceAll(/[a-z]/g, (one) =>
  String.fromCharCode(((one.charCodeAt(0) - 94) % 26) + 97),
);

describe('REC-14 a text layer is checked', () => {
  test.each([
    ['words of a letter', letter],
    ['few words, which prove nothing', 'Xqzw Vbrt Plmk'],
    ['figures alone', Array.from({ length: 60 }, (_, place) => `${place},00`).join(' ')],
  ])('%s are what the page shows', (_, text) => expect(isProven(pageOf(text))).toBe(true));

  test.each([
    ['control signs instead of letters', '\u0001\u0002\u0003 \u0004\u0005 \u000e\u000f Rechnung'],
    ['letters of the font’s own', '\uE012\uE013\uE014 \uE015\uE016 Nr.'],
    ['letters exchanged for others', shifted],
  ])('%s are not', (_, text) => expect(isProven(pageOf(text))).toBe(false));

  test('recognised words replace an unproven layer unless both have the same words', () => {
    expect(isContradicted(pageOf(shifted), pageOf(letter))).toBe(true);
    expect(isContradicted(pageOf(letter), pageOf(`${letter} Fleck`))).toBe(false);
  });

  test('a layer stays if the picture has fewer known words', () =>
    expect(isContradicted(pageOf(letter), pageOf('Xqzw Vbrt Plmk'))).toBe(false));
});
