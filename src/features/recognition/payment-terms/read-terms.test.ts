import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { inDepth } from '../../../../tests/support/depth.ts';
import { dayOfTerm, type PaymentTerms } from '../payment-term.ts';
import { englishWord, frenchWord, germanWord } from './number-words.ts';
import { termsIn } from './read-terms.ts';

const starts = { invoiceDate: '2026-11-18', deliveryDate: '2026-11-10' };

/** "2@2026-11-28 2026-12-18": tiers with their last days, then the due date; "?" marks unsure values. */
function reported({ due, tiers }: PaymentTerms): string {
  const mark = (sure: boolean) => (sure ? '' : '?');
  return [
    ...tiers.map(
      ({ value, sure }) =>
        `${value.percentage ?? `EUR ${value.amount}`}@${dayOfTerm(value.term, starts)}${mark(sure)}`,
    ),
    ...(due === null ? [] : [`${dayOfTerm(due.value, starts)}${mark(due.sure)}`]),
  ].join(' ');
}

describe('INV-27 usual phrases', () => {
  test.each([
    ['Zahlbar innerhalb von 14 Tagen.', '2026-12-02'],
    ['Zahlungsziel: 14 Tage', '2026-12-02'],
    ['Faelligkeitsdatum: 02.12.2026', '2026-12-02'],
    ['Zahlbar bis zum 20.02.', '2027-02-20'],
    ['bis zum 2. Dezember zu ueberweisen', '2026-12-02'],
    ['Zahlbar sofort ohne Abzug', '2026-11-18'],
    ['Zahlbar nach Erhalt der Rechnung', '2026-11-18'],
    ['14-tägiges Zahlungsziel', '2026-12-02'],
    ['Zahlbar innerhalb von 30 Tagen ab Lieferung', '2026-12-10'],
    ['8 Tage abzgl. 2 % Skonto / 20 Tage rein netto', '2@2026-11-26 2026-12-08'],
    ['30 Tage netto, bei Zahlung innerhalb von 10 Tagen 2 % Skonto', '2@2026-11-28 2026-12-18'],
    ['7 Tage 3 %, 14 Tage 2 %, 30 Tage netto', '3@2026-11-25 2@2026-12-02 2026-12-18'],
    ['Bei Zahlung bis 28.11.2026 abzüglich 2,38 EUR Skonto, danach netto', 'EUR 2.38@2026-11-28'],
    ['2/10 net 60', '2@2026-11-28 2027-01-17'],
    ['2 % 10 days, net 45 days', '2@2026-11-28 2027-01-02'],
    ['Net 30', '2026-12-18'],
    ['Due upon receipt', '2026-11-18'],
    ['Payment due within thirty (30) days', '2026-12-18'],
    ['Zahlbar zum Monatsende', '2026-11-30'],
    ['zahlbar am 15. des Folgemonats', '2026-12-15'],
    ['30 Tage nach Monatsende zahlbar', '2026-12-30'],
    ['Paiement à 30 jours fin de mois', '2026-12-31'],
    ['Escompte de 2 % pour paiement sous 10 jours, 30 jours net', '2@2026-11-28 2026-12-18'],
    ['Valuta 20.11.2026: 10 Tage 2 %, 30 Tage netto', '2@2026-11-30 2026-12-20'],
    ['#SKONTO#TAGE=10#PROZENT=3.00#\nZahlbar in 30 Tagen', '3@2026-11-28 2026-12-18'],
  ])('%s', (text, expected) => expect(reported(termsIn(text))).toBe(expected));

  test('a printed day wins over a number of days', () => {
    expect(reported(termsIn('Zahlbar innerhalb von 30 Tagen, also bis zum 20.12.2026'))).toBe('2026-12-20');
  });

  test('of two terms without a discount the later one is read but not sure', () => {
    expect(reported(termsIn('Zahlbar innerhalb von 14 Tagen, spätestens in 21 Tagen'))).toBe('2026-12-09?');
  });

  test.each([
    'Rückgabe innerhalb von 14 Tagen',
    'Nach Ablauf von 30 Tagen geraten Sie in Verzug.',
    'Rechnung vom 18.11.2026',
    'zzgl. 7 % MwSt. auf die Zahlung',
    'Beim Kauf von 3 Stück 5 % Rabatt',
    'Lieferzeit 10 Tage',
  ])('nothing about paying: %s', (text) => expect(reported(termsIn(text))).toBe(''));

  test('tiers in the notation of XRechnung have a base each (DISC-06)', () => {
    const text =
      '#SKONTO#TAGE=7#PROZENT=3.00#BASISBETRAG=1000.00#\n#SKONTO#TAGE=14#PROZENT=2.00#BASISBETRAG=500.00#\n';
    expect(termsIn(text).tiers.map(({ value }) => value.base)).toEqual(['1000', '500']);
  });

  test('the text of a terms field needs no words about paying', () => {
    expect(reported(termsIn('30 Tage'))).toBe('');
    expect(reported(termsIn('30 Tage', { isAboutPaying: true }))).toBe('2026-12-18');
  });
});

/** The phrases for a number of days, a tier and the sentence around them. */
interface Language {
  readonly word: (number: number) => string;
  readonly within: readonly ((days: string) => string)[];
  readonly due: readonly ((term: string) => string)[];
  readonly discount: readonly ((percentage: string, term: string) => string)[];
  readonly net: readonly string[];
  readonly comma: boolean;
}

const german: Language = {
  word: germanWord,
  within: [
    (days) => `innerhalb von ${days} Tagen`,
    (days) => `binnen ${days} Tagen`,
    (days) => `innerhalb ${days} Kalendertagen`,
    (days) => `in ${days} Tg.`,
    (days) => `innerhalb von ${days} Tagen ab Rechnungsdatum`,
  ],
  due: [
    (term) => `Zahlbar ${term}`,
    (term) => `Bitte überweisen Sie den Betrag ${term}`,
    (term) => `Fällig ${term}`,
  ],
  discount: [
    (percentage, term) => `${percentage} Skonto bei Zahlung ${term}`,
    (percentage, term) => `bei Zahlung ${term} ${percentage} Skonto`,
    (percentage, term) => `${term} abzüglich ${percentage} Skonto`,
    (percentage, term) => `${term} mit ${percentage} Nachlass`,
  ],
  net: ['ohne Abzug', 'netto', 'rein netto'],
  comma: true,
};
const english: Language = {
  word: englishWord,
  within: [
    (days) => `within ${days} days`,
    (days) => `within ${days} days of the invoice date`,
    (days) => `in ${days} calendar days`,
  ],
  due: [(term) => `Payable ${term}`, (term) => `Please pay ${term}`, (term) => `Payment due ${term}`],
  discount: [
    (percentage, term) => `${percentage} discount for payment ${term}`,
    (percentage, term) => `${term} less ${percentage} cash discount`,
  ],
  net: ['net', 'without deduction'],
  comma: false,
};
const french: Language = {
  word: frenchWord,
  within: [(days) => `sous ${days} jours`, (days) => `dans les ${days} jours`],
  due: [(term) => `Payable ${term}`, (term) => `Règlement ${term}`],
  discount: [
    (percentage, term) => `escompte de ${percentage} pour paiement ${term}`,
    (percentage, term) => `paiement ${term} avec ${percentage} d'escompte`,
  ],
  net: ['net', 'sans escompte'],
  comma: true,
};

const plain = (text: string): string =>
  text.replaceAll('ä', 'ae').replaceAll('ö', 'oe').replaceAll('ü', 'ue').replaceAll('ß', 'ss');
const oneOf = <Value>(values: readonly Value[]) => fc.constantFrom(...values);

/** A generated sentence about paying with up to two tiers, and its meaning. */
const sentences = oneOf([german, english, french]).chain((language) =>
  fc
    .record({
      days: fc.uniqueArray(fc.integer({ min: 3, max: 99 }), { minLength: 3, maxLength: 3 }),
      percentages: fc.uniqueArray(fc.integer({ min: 1, max: 20 }), { minLength: 2, maxLength: 2 }),
      tiers: fc.integer({ min: 0, max: 2 }),
      asWord: fc.boolean(),
      within: oneOf(language.within),
      due: oneOf(language.due),
      discount: oneOf(language.discount),
      net: oneOf(language.net),
      separator: oneOf([', ', '; ', ' / ', '. ']),
      isNetFirst: fc.boolean(),
      spelling: oneOf([
        (text: string) => text,
        plain,
        (text: string) => text.toUpperCase(),
        (text: string) => text.replaceAll(' %', '%'),
      ]),
    })
    .map((drawn) => {
      const [first = 0, second = 0, last = 0] = drawn.days.toSorted((one, other) => one - other);
      const halves = drawn.percentages.toSorted((one, other) => other - one).map((half) => half / 2);
      const number = (value: number) => (drawn.asWord ? language.word(value) : String(value));
      const written = (half: number) => `${language.comma ? String(half).replace('.', ',') : half} %`;
      const granted = [first, second]
        .slice(0, drawn.tiers)
        .map((days, place) => ({ days, percentage: halves[place] ?? 0 }));
      const parts = [
        ...granted.map(({ days, percentage }) =>
          drawn.discount(written(percentage), drawn.within(number(days))),
        ),
        `${drawn.due(drawn.within(number(last)))} ${drawn.net}`,
      ];
      const ordered = drawn.isNetFirst ? parts.toReversed() : parts;
      return { text: drawn.spelling(ordered.join(drawn.separator)), granted, last };
    }),
);

test('INV-27 terms composed of all parts, formats and languages are read back unchanged', () => {
  fc.assert(
    fc.property(sentences, ({ text, granted, last }) => {
      const { due, tiers } = termsIn(text);
      expect({ text, due: due && dayOfTerm(due.value, starts) }).toEqual({
        text,
        due: dayOfTerm({ kind: 'after', count: last, unit: 'day', from: 'invoice', monthDay: null }, starts),
      });
      const read = tiers
        .map(({ value }) => `${value.percentage} ${dayOfTerm(value.term, starts)}`)
        .toSorted();
      const meant = granted.map(
        ({ days, percentage }) =>
          `${percentage} ${dayOfTerm({ kind: 'after', count: days, unit: 'day', from: 'invoice', monthDay: null }, starts)}`,
      );
      expect({ text, read }).toEqual({ text, read: meant.toSorted() });
    }),
    { numRuns: inDepth(400, 20_000) },
  );
});

test('INV-27 each value has its place in the text', () => {
  const text = 'Vielen Dank für Ihren Auftrag. Zahlbar innerhalb von fünfzehn Tagen.';
  const due = termsIn(text).due;
  expect(text.slice(due?.start, due?.end)).toBe('fünfzehn Tagen');
});

test('a hostile text is read quickly', () => {
  const began = performance.now();
  for (const part of ['1 % ', '14 Tage ', 'a', '1.', 'zahlbar 2% 10 Tage, ', '#SKONTO#A=1', '(', 'ue'])
    termsIn(part.repeat(100_000), { isAboutPaying: true });
  expect(performance.now() - began).toBeLessThan(20_000);
});
