import { expect, test } from 'vitest';
import { typedPage } from '../../../../tests/support/typed-page.ts';
import type { PageWords } from '../words.ts';
import { bothLooks } from './both-looks.ts';
import { needsSecondLook, readLooks, unclearNumber } from './second-look.ts';

const page = `
  Rechnung Nr. RE-4711                             Datum: 18.11.2026

  Pos   Bezeichnung              Menge      Preis       Gesamt
  1     Stuhl                        1      80,00        80,00
  2     Tisch                        4      55,00       220,00

                                        Nettobetrag     300,00 €
                                        19 % MwSt.       57,00 €
                                        Rechnungsbetrag 357,00 €
`;
const confidence = 0.92;
const whole = typedPage(page, 1, confidence);

function without(page: PageWords, ...texts: string[]): PageWords {
  return { ...page, words: page.words.filter(({ text }) => !texts.includes(text)) };
}

function changed(page: PageWords, from: string, to: string): PageWords {
  return { ...page, words: page.words.map((word) => (word.text === from ? { ...word, text: to } : word)) };
}

test('REC-05 what one pass misses comes from the other: a quantity of the first, the head of the second', () => {
  const first = without(whole, '4');
  const second = without(whole, 'Pos', 'Bezeichnung', 'Menge', 'Preis', 'Gesamt');
  const { lines } = readLooks([[first], [second]], {});
  expect(lines.map(({ quantity, unitNetPrice }) => [quantity?.value, unitNetPrice?.value])).toEqual([
    ['1', '80'],
    ['4', '55'],
  ]);
});

test('REC-05 a quantity is one where it is missing and the price is the total', () => {
  const [line] = readLooks([[without(whole, '1')]], {}).lines;
  expect([line?.quantity, line?.lineNet]).toMatchObject([{ value: '1', sure: true }, { value: '80' }]);
});

test('REC-05 a number with letters is sure when both passes read it alike', () => {
  const number = (...looks: PageWords[]) =>
    readLooks(
      looks.map((look) => [look]),
      {},
    ).fields.invoiceNumber;
  expect(number(whole)).toMatchObject({ value: 'RE-4711', sure: false });
  expect(number(whole, { ...whole })).toMatchObject({ value: 'RE-4711', sure: true });
  expect(number(whole, changed(whole, 'RE-4711', 'RE-4717'))).toMatchObject({ sure: false });
  const alike = changed(whole, 'RE-4711', 'RE-47I1');
  expect(number(alike, { ...alike })).toMatchObject({ value: 'RE-47I1', sure: false });
});

test('REC-05 a page is looked at again when its lines do not add up', () => {
  const read = (words: PageWords) => readLooks([[words]], {});
  expect(needsSecondLook(read(whole))).toBe(false);
  expect(needsSecondLook(read(changed(whole, '220,00', '22,00')))).toBe(true);
});

test('REC-05 only an unsure number asks for a second look at its row', () => {
  const read = (words: PageWords) => readLooks([[words]], {});
  expect(unclearNumber(read(whole))?.value).toBe('RE-4711');
  expect(unclearNumber(read(changed(whole, 'RE-4711', '471102')))).toBeNull();
  expect(unclearNumber(read(typedPage(page)))).toBeNull();
});

test('REC-05 signs without letters and digits of the second pass are stains', () => {
  const stain = { text: ':', confidence: 0.9, box: [0.9, 0.9, 0.91, 0.91] as const };
  const number = { ...stain, text: '17', box: [0.8, 0.9, 0.82, 0.91] as const };
  const words = bothLooks(whole, { ...whole, words: [stain, number] }).words.map(({ text }) => text);
  expect([words.includes(':'), words.includes('17')]).toEqual([false, true]);
});
