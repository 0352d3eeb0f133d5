import { folded } from '../payment-terms/fold.ts';
import { businessWords } from '../text-proof.ts';
import { boxAround, type Word } from '../words.ts';

/** Fewer single letters beside each other are initials or the cells of a table. */
const fewestLetters = 4;
/** Between spaced words the gap is wider than this multiple of the gap between their letters. */
const wordGap = 1.7;
/** Spaced letters beside each other that are looked at together. */
const maxSpaced = 80;
/** The share of single signs in a spaced row. */
const leastSpaced = 0.8;
const singleSign = /^(?:[\p{L}\d][\p{P}\p{S}]?|[\p{P}\p{S}])$/u;
const maxFragments = 4;
const fewestOfKnown = 5;
/** A shorter word of the document is joined from two real ones by chance. */
const fewestOfOwn = 8;

/** Further words of heads, tables and terms that fonts with wide letters split: "Rech nung", "inner halb". */
const letterWords =
  `verkäufer käufer lieferant lieferanten empfänger rechnungsempfänger leistungsempfänger auftraggeber
  fälligkeit fälligkeitsdatum zahlungsziel zahlungsbedingungen skonto überweisen überweisung innerhalb spätestens fällig
  leistungsdatum leistungszeitraum auftragsnummer bestellnummer lieferscheinnummer belegnummer belegdatum vertragsnummer
  artikelnummer gesamtpreis einzelbetrag nettobetrag bruttobetrag gesamtsumme nettosumme bruttosumme rechnungsbetrag endbetrag
  rechnungssumme zahlbetrag steuerbetrag umsatzsteuer mehrwertsteuer steuersatz zuzüglich abzüglich rabatt versand fracht
  beschreibung leistung einheit anzahl entgelt währung lieferadresse rechnungsadresse rechnungsanschrift gutschriftsnummer
  januar februar april august september oktober november dezember werktagen lastschrift bankverbindung kontoinhaber
  invoicenumber subtotal january february march october december`.split(/\s+/);
const known: ReadonlySet<string> = new Set(
  [...businessWords, ...letterWords].map(plain).filter((word) => word.length >= fewestOfKnown),
);

/** The longer words of a document, which may be split elsewhere in it. */
export function longWordsOf(words: readonly Word[]): ReadonlySet<string> {
  return new Set(
    words.filter(({ text }) => text.length >= fewestOfOwn && isLetters(text)).map(({ text }) => plain(text)),
  );
}

/**
 * Joins what blanks split within a cell: spaced letters ("R e c h n u n g"), and fragments that make a word of
 * business letters or one that the document prints elsewhere ("Rech nung"). Numbers are joined only where their row
 * is spaced, too.
 */
export function wholeWords(
  words: readonly Word[],
  own: ReadonlySet<string>,
  isSpaced = false,
): readonly Word[] {
  const result: Word[] = [];
  const least = isSpaced ? 0 : fewestLetters;
  let place = 0;
  while (place < words.length) {
    const spaced = spacedRun(words.slice(place, place + maxSpaced), least);
    const count = spaced > 0 ? spaced : fragmentsAt(words, place, own);
    const some = words.slice(place, place + count);
    result.push(...(spaced > 0 ? spacedWords(some) : [joined(some)]));
    place += count;
  }
  return result;
}

/** Whether a row is set in spaced letters, so that its numbers are, too. */
export function isSpacedRow(words: readonly Word[]): boolean {
  const single = words.filter(({ text }) => singleSign.test(text));
  const letters = single.filter(({ text }) => /^\p{L}/u.test(text)).length;
  return letters >= fewestLetters && single.length >= words.length * leastSpaced;
}

/** The number of spaced signs at the start; 0 when they have too few letters. */
function spacedRun(words: readonly Word[], least: number): number {
  const end = words.findIndex(({ text }) => !singleSign.test(text));
  const run = end < 0 ? words : words.slice(0, end);
  return run.filter(({ text }) => /^\p{L}/u.test(text)).length >= least ? run.length : 0;
}

function spacedWords(letters: readonly Word[]): Word[] {
  const gaps = letters.slice(1).map(({ box }, place) => box[0] - (letters[place]?.box[2] ?? 0));
  const usual = gaps.toSorted((left, right) => left - right)[Math.floor(gaps.length / 2)] ?? 0;
  const groups: Word[][] = [];
  letters.forEach((letter, place) => {
    const isApart = place === 0 || (gaps[place - 1] ?? 0) > usual * wordGap;
    if (isApart) groups.push([letter]);
    else groups.at(-1)?.push(letter);
  });
  return groups.map(joined);
}

/** The number of words from a place that make one known word; 1 when they make none. */
function fragmentsAt(words: readonly Word[], place: number, own: ReadonlySet<string>): number {
  for (let count = maxFragments; count > 1; count -= 1) {
    const [first, ...others] = words.slice(place, place + count).map(({ text }) => text);
    if (first === undefined || others.length < count - 1 || !/^\p{P}?[\p{L}-]+$/u.test(first)) continue;
    const isCapital = first === first.toUpperCase();
    if (!others.every((text, index) => continuesWord(text, isCapital, index === others.length - 1))) continue;
    const whole = plain([first, ...others].join(''));
    if (known.has(whole) || own.has(whole)) return count;
  }
  return 1;
}

/** Whether a fragment is no word of its own: small letters behind small ones, and signs only at the end. */
function continuesWord(text: string, isCapital: boolean, isLast: boolean): boolean {
  const letters = isLast ? text.replace(/\p{P}+$/u, '') : text;
  return isLetters(letters) && (isCapital ? letters === letters.toUpperCase() : /^\p{Ll}+$/u.test(letters));
}

function isLetters(text: string): boolean {
  return /^\p{L}+$/u.test(text);
}

function joined(words: readonly Word[]): Word {
  const [only] = words;
  if (only && words.length === 1) return only;
  return {
    text: words.map(({ text }) => text).join(''),
    box: boxAround(words.map(({ box }) => box)),
    confidence: Math.min(...words.map(({ confidence }) => confidence)),
  };
}

function plain(text: string): string {
  return folded(text).text.replaceAll(/[^\p{L}]/gu, '');
}
