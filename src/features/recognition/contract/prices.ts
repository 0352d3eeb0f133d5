import { round } from '../../../base/money.ts';
import type { ReadInterval, ReadPrice } from '../contract-reading.ts';
import { amountsIn, decimalMarkOf, type PrintedAmount } from '../text/amounts.ts';
import type { Candidate } from './candidates.ts';
import type { Passage } from './passages.ts';

/** Words of intervals, the longer ones first: a half year is no year. */
const intervals: readonly (readonly [ReadInterval, string])[] = [
  ['semester', String.raw`halbjährlich\p{L}*|halbjahr\p{L}*|half-year\p{L}*|semi-?annual\p{L}*`],
  ['quarter', String.raw`vierteljährlich\p{L}*|vierteljahr\p{L}*|quartal\p{L}*|quarter\p{L}*`],
  ['month', String.raw`monatlich\p{L}*|monats\p{L}*|monate?s?|mtl\.?|month\p{L}*`],
  ['year', String.raw`jährlich\p{L}*|jahres\p{L}*|jahre?s?|p\.\s?a\.?|annual\p{L}*|annum|year\p{L}*`],
];

/** An interval behind an amount: "EUR pro Monat", "EUR netto monatlich", "EUR ist jährlich im Voraus zu zahlen". */
const behind = (words: string): RegExp =>
  new RegExp(
    String.raw`^\s?(?:(?:netto|net|ist|sind|und|is|are|zu\szahlen|zzgl\.?|plus|der|gesetzlichen|USt\.?,?|MwSt\.?,?|Umsatzsteuer,?|VAT,?|im\sVoraus)\s){0,5}(?:(?:pro|je|per|im|a|an|each|/)\s?)?(?:${words})(?!\p{L})`,
    'iu',
  );
/** An interval before an amount, up to seven words away: "monatliche Miete beträgt". */
const before = (words: string): RegExp =>
  new RegExp(String.raw`(?<!\p{L})(?:${words})(?!\p{L})(?:[\s:]+(?:[\p{L}().-]+[\s:]+){0,7})?$`, 'iu');
const places = intervals.map(([value, words]) => ({ value, behind: behind(words), before: before(words) }));

const price =
  /vergüt|entgelt|gebühr|miet|(?<!\p{L})rate|leasingrate|preis|pauschale|honorar|beitrag|prämie|berechnet|abgerechnet|zahlt|kosten(?!los)|(?<!\p{L})fee|charge|(?<!\p{L})rent(?!\p{L})|price/iu;
/** Sums that are not what the contract costs in an interval, and prices of single units. */
const otherSum =
  /verzug|mahn|haft|kaution|sicherheit|vertragsstrafe|gutschr|gutgeschr|störung|einmal|rabatt|nachlass|deckung|schaden|mindestumsatz|late|liab|deposit|penalt|credit|one-time|set-?up|einrichtung|bisher|discount|insur|(?:je|pro|per)\s(?:nutzer|benutzer|anwender|user|gerät|device|lizenz|arbeitsplatz|stück|seat|m²|kopie|seite|stunde|hour|tag|day)/iu;
const gross = /brutto|inkl|incl|gross(?!\p{L})|einschließlich/iu;

/** The net prices per interval that a contract names. */
export function pricesOf(passages: readonly Passage[]): Candidate<ReadPrice>[] {
  const mark = decimalMarkOf(passages.map(({ text }) => text));
  return passages.flatMap((passage) => {
    const { text } = passage;
    if (!price.test(text) || otherSum.test(text)) return [];
    return amountsIn(passage, mark).flatMap((amount) => priceAt(passage, amount));
  });
}

function priceAt(passage: Passage, { start, end, value, currency }: PrintedAmount): Candidate<ReadPrice>[] {
  const { text } = passage;
  if (currency === null || value.startsWith('-') || gross.test(text.slice(end, end + 25))) return [];
  const [head, tail] = [text.slice(Math.max(0, start - 90), start), text.slice(end, end + 70)];
  const interval =
    places.find((one) => one.behind.test(tail)) ?? places.find((one) => one.before.test(lastPart(head)));
  if (interval === undefined) return [];
  const isStrong = passage.sort !== 'below';
  return [{ passage, start, end, value: { amount: round(value, 2), interval: interval.value }, isStrong }];
}

/** The words behind the last number: an interval before that belongs to the other number. */
function lastPart(head: string): string {
  return head.slice(head.search(/[^\d]*$/u));
}
