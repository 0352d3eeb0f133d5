import { expect, test } from 'vitest';
import { typedPage } from '../../../../tests/support/typed-page.ts';
import type { Word } from '../words.ts';
import { readText } from './read-text.ts';
import { wholeWords } from './split-words.ts';

/** Words of one row; each blank is a gap of that width between them. */
function words(text: string): Word[] {
  return [...text.matchAll(/\S+/g)].map(({ 0: part, index }) => ({
    text: part,
    confidence: 1,
    box: [index / 100, 0.1, (index + part.length) / 100, 0.11] as const,
  }));
}

test.each([
  ['R e c h n u n g', 'Rechnung'],
  ['R e c h n u n g   N r .   4 7 1 1', 'Rechnung Nr. 4711'],
  ['Rech nung', 'Rechnung'],
  ['RECH NUNGS DATUM:', 'RECHNUNGSDATUM:'],
  ['inner halb von 14 Tagen', 'innerhalb von 14 Tagen'],
  ['F ä l l i g k e i t', 'Fälligkeit'],
])('REC-05 blanks within words are no gaps: %s', (text, whole) =>
  expect(
    wholeWords(words(text), new Set())
      .map((word) => word.text)
      .join(' '),
  ).toBe(whole),
);

test.each(['Bank Konto', 'A B C', '1 2 3 4 5', 'Preis in Euro', 'Menge Preis', 'zum Teil'])(
  'REC-05 words of their own stay apart: %s',
  (text) => expect(wholeWords(words(text), new Set()).map((word) => word.text)).toEqual(text.split(' ')),
);

test('REC-05 numbers are joined in a row of spaced letters, although they stand in cells of their own', () => {
  const { fields, lines } = readText([
    typedPage(`
  R e c h n u n g   N r .   4 7 1 1 0 2         D a t u m :   1 8 . 1 1 . 2 0 2 6
  B e s c h r e i b u n g                                    B e t r a g
  W a r t u n g                                              1 0 0 , 0 0
  N e t t o b e t r a g                                      1 0 0 , 0 0
  M w S t   1 9 %                                              1 9 , 0 0
  G e s a m t b e t r a g                                    1 1 9 , 0 0
`),
  ]);
  expect([fields.invoiceNumber?.value, fields.invoiceDate?.value]).toEqual(['471102', '2026-11-18']);
  expect(fields.totalGross).toMatchObject({ value: '119', sure: true });
  expect(lines.map(({ lineNet }) => lineNet?.value)).toEqual(['100']);
});

test('REC-05 a word is joined where the document also prints it unsplit', () =>
  expect(wholeWords(words('Blumen falter'), new Set(['blumenfalter']))[0]?.text).toBe('Blumenfalter'));

test('REC-05 REC-15 INV-27 a page with split words is read like others', () => {
  const own = [{ names: ['Nordfeld Antrieb GmbH'], vatIds: [], ibans: [] }];
  const { fields, documentKind } = readText(
    [
      typedPage(`
  Ver käufer                                   Rechnungsemp fänger
  Blumen Falter GmbH                           Nordfeld Antrieb GmbH

  G u t s c h r i f t
  Gut schriftsnummer: 4711                     Rech nungsdatum: 18.11.2026

  Netto betrag:           100,00 EUR
  MwSt 19 %:               19,00 EUR
  R e c h n u n g s b e t r a g:       119,00 EUR

  Zahl bar inner halb von 14 Ta gen ohne Abzug
`),
    ],
    { own },
  );
  expect(documentKind).toBe('credit_note');
  expect([fields.sellerName?.value, fields.buyerName?.value]).toEqual([
    'Blumen Falter GmbH',
    'Nordfeld Antrieb GmbH',
  ]);
  expect([fields.invoiceNumber?.value, fields.invoiceDate?.value]).toEqual(['4711', '2026-11-18']);
  expect(fields.totalGross).toMatchObject({ value: '119', sure: true });
  expect(fields.dueTerm?.value).toMatchObject({ count: 14 });
});
