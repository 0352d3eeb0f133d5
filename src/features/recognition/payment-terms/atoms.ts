import { type Amount, amountOf } from '../../../base/money.ts';
import type { Counted, MonthDay, Term } from '../payment-term.ts';
import { plainNumber } from '../text/amounts.ts';
import { daysInText, daysWithoutYear, type SlashOrder } from '../text/dates.ts';
import { type Folded, folded } from './fold.ts';
import { numberWords } from './number-words.ts';

/** The role of a word or sign in a sentence about paying. */
export type Mark =
  | 'pay'
  | 'net'
  | 'discount'
  /** Marks a nearby term as being about something else, such as returning goods. */
  | 'other_term'
  /** Marks a nearby percentage as no early payment discount. */
  | 'other_percent'
  | 'receipt'
  | 'delivery'
  | 'valuta'
  /** Introduces a start day of a term. */
  | 'from'
  /** Introduces the base amount of a discount. */
  | 'base'
  | 'parting';

interface Place {
  readonly start: number;
  readonly end: number;
}

/** A smallest meaningful part of the text, with its place in the original. */
export type Atom = Place &
  (
    | { readonly kind: 'term'; readonly term: Term; readonly isBare?: true }
    /** A percentage together with its days: "2/10". */
    | { readonly kind: 'percent'; readonly percent: Amount; readonly days: number | null }
    | { readonly kind: 'amount'; readonly amount: Amount }
    | { readonly kind: 'mark'; readonly mark: Mark; readonly weight?: number }
    | {
        readonly kind: 'mark';
        readonly mark: 'month_day';
        readonly monthDay: MonthDay;
        readonly isStart: boolean;
      }
  );

const words = [...numberWords.keys()]
  .map((word) => folded(word).text)
  .toSorted((left, right) => right.length - left.length)
  .join('|');
const values = new Map([...numberWords].map(([word, number]) => [folded(word).text, number]));
const count = String.raw`(?:\d{1,3}|(?:${words})(?!\p{L}))`;
const currency = String.raw`(?:eur|euro|usd|gbp|chf|€|\$|£)`;
const money = String.raw`\d{1,3}(?:[.,' ]\d{3})*(?:[.,]\d{2})?|\d+(?:[.,]\d{2})?`;
const unit = String.raw`(?<unit>tag(?:e[ns]?|ig\p{L}{0,2})?|tgn?\.?|d|days?|t(?=\.?\s(?:netto|net|rein|ohne))|jours?|j(?=\.?(?:[\s,]|$))|dag(?:ar|en|e)|giorni|dias|woch(?:en?|ig\p{L}{0,2})|weeks?|semaines?|monat(?:e[ns]?|s|ig\p{L}{0,2})?|months?|mois)(?!\p{L})`;
const nextMonth = String.raw`(?:folgemonat(?:e?s)?|(?:der\srechnung\s|dem\srechnungsdatum\s)?(?:folgenden|nachsten|kommenden|nachfolgenden|darauf\s?folgenden)\smonat(?:e?s)?)`;
const lastOf = String.raw`(?:ende|ultimo|letzte[nrs]?(?:\stag(?:es)?)?)(?:\sde[srm])?`;
const ordinal = String.raw`(?<day>\d{1,2}|${words})(?:\.|st|nd|rd|th|er|ten|te)?`;

type Groups = Readonly<Record<string, string | undefined>>;
type Meaning = (groups: Groups) => Omit<Extract<Atom, { kind: Atom['kind'] }>, 'start' | 'end'> | null;

const mark =
  (name: Mark, weight?: number): Meaning =>
  () => ({
    kind: 'mark',
    mark: name,
    ...(weight === undefined ? {} : { weight }),
  });

/** Tried in this order at each start of a word; the first match wins. */
const patterns: readonly (readonly [string, Meaning])[] = [
  // "2/10 net 60", "2 % 10, net 30"
  [
    String.raw`(?<percent>\d{1,2}(?:[.,]\d{1,2})?)\s?%?\s?\/\s?(?<count>\d{1,3})(?:\s?(?:days?|tage?n?|jours?))?(?=[\s,;:-]{0,3}(?:net(?:to)?|n)(?!\p{L}))`,
    compact,
  ],
  [
    String.raw`(?<percent>\d{1,2}(?:[.,]\d{1,2})?)\s?%\s(?<count>\d{1,3})(?=\s?[,;/-]?\s?(?:net(?:to)?\s\d|n\/\d))`,
    compact,
  ],
  [
    String.raw`(?<percent>\d{1,2}(?:[.,]\d{1,3})?|${words})\s?(?:%|v\.?\s?h\.?(?!\p{L})|prozent|per\s?cent|pour\s?cents?|pct(?!\p{L}))`,
    ({ percent = '' }) => percentAtom(percent, null),
  ],
  [
    String.raw`(?:by\s|on\s|le\s)?(?:the\s)?${ordinal}\s(?:tag(?:e?s)?\s|day\s)?(?:(?:des|im|vom)\s${nextMonth}|(?:of|in)\s(?:the\s)?(?:following|next)\smonth|du\smois\s(?:suivant|prochain))`,
    ({ day = '' }) => monthDay(1, numberOf(day)),
  ],
  [String.raw`mitte\s(?:des\s)?${nextMonth}`, () => monthDay(1, 15)],
  [
    String.raw`${lastOf}\s${nextMonth}|folgemonatsende|end\sof\s(?:the\s)?(?:following|next)\smonth|fin\s(?:du|de)\smois\s(?:suivant|prochain)`,
    () => monthDay(1, 'last'),
  ],
  [
    String.raw`(?:the\s)?end\sof\s(?:the\s)?(?:current\s)?month|month[\s-]end|e\.?o\.?m(?:\.(?=\s?$))?`,
    () => monthDay(0, 'last', true),
  ],
  [String.raw`fin\s(?:de|du)\smois\sle\s(?<day>\d{1,2})`, ({ day = '' }) => monthDay(1, numberOf(day))],
  [
    String.raw`monatsende|monatsletzte[nrs]?|monatsultimo|${lastOf}\s(?:laufenden\s|lfd\.\s|selben\s|rechnungs|aktuellen\s)?monat(?:e?s)?|ultimo|fin\s(?:de|du)\smois(?:\scourant)?`,
    () => monthDay(0, 'last'),
  ],
  [
    String.raw`${ordinal}\s(?:des|of\sthe)\s(?:laufenden\s)?mon(?:at(?:e?s)?|th)`,
    ({ day = '' }) => monthDay(0, numberOf(day)),
  ],
  [
    String.raw`(?<count>${count})(?:\s?\(\s?${count}\s?\))?\s?-?\s?(?:(?<working>werk|arbeits|bank|geschafts|business|working|banking)[\s-]?|(?:kalender|calendar|natural|volle[nr]?|ganze[nr]?|full)[\s-]?)?${unit}(?<ouvres>\souvr\p{L}+)?`,
    counted,
  ],
  [
    String.raw`(?<=(?:^|[^\p{L}])(?:net\s?|n\/))(?<count>\d{1,3})(?:\sd(?:ays)?)?(?![\d%\p{L}]|[.,/]\d|\s?(?:%|${currency}))`,
    ({ count: number = '' }) => daysOfNet(number),
  ],
  [
    String.raw`(?<count>\d{1,3})\s(?=(?:rein\s)?net(?:to)?(?!\p{L})(?!\s?[\d:]))`,
    ({ count: number = '' }) => bareDays(number),
  ],
  [
    String.raw`(?:${currency}\s?(?<before>${money})|(?<after>${money})\s?${currency})(?![\p{L}\d])`,
    ({ before, after }) => amountAtom(before ?? after ?? ''),
  ],
  [
    String.raw`sofort\p{L}*|umgehend\p{L}*|unverzuglich\p{L}*|prompt\p{L}*(?!\spayment\sdiscount)|immediate(?:ly)?|immediatement|sans\sdelai|(?:au\s)?comptant|at\ssight|without\sdelay`,
    () => ({ kind: 'term', term: after(0, 'day') }),
  ],
  [
    String.raw`(?:(?:nach|ab|bei|mit|seit|up)?\s?(?:dem\s)?(?:rechnungs)?(?:erhalt|eingang|zugang|empfang)(?:\s(?:der|dieser)\srechnung)?|(?:up)?on\s(?:receipt|presentation)|after\s(?:the\s)?receipt|of\s(?:the\s)?receipt|from\s(?:the\s)?receipt|(?:a|des)\s(?:la\s)?reception)(?!\p{L})`,
    mark('receipt'),
  ],
  [
    String.raw`(?:nach|ab|bei)\s(?:der\s|erfolgter\s)?(?:waren|voll)?(?:lieferung|erhalt\sder\sware|wareneingang|leistung|abnahme)|(?:nach|ab)\swaren(?:erhalt|eingang)|(?:after|from|of|on)\sdelivery|(?:a|apres|des)\s(?:la\s)?livraison`,
    mark('delivery'),
  ],
  [String.raw`valuta\p{L}*|wertstellung\p{L}*|value\sdate|date\sde\svaleur`, mark('valuta')],
  [String.raw`n\/(?=\d)`, mark('net')],
  [String.raw`(?<=jours\s(?:nets?\s)?)date\sde\s(?:la\s)?facture`, mark('pay')],
  [
    String.raw`(?:rein\s)?netto(?:\skasse)?|nets?|ohne\s(?:jeden\s|jeglichen\s|weiteren?\s|irgendwelche\s)?(?:abzug\p{L}*|skonto\p{L}*)|abzugsfrei|without\s(?:any\s)?(?:deductions?|discount)|no\s(?:cash\s)?discount|sans\s(?:escompte|deduction)|kein(?:en)?\sskonto\p{L}*|pas\sd['’]?\s?escompte`,
    mark('net'),
  ],
  [
    String.raw`skont\p{L}*|(?:cash\s|early\spayment\s|prompt\spayment\s|settlement\s)?discounts?|escompte|abzug\p{L}*|abzgl\.?|abzuglich|abziehen|nachlass|less|deduct\p{L}*|remise|moins`,
    mark('discount'),
  ],
  [
    String.raw`nach\s(?:der\s|ihrer\s)?(?:falligkeit|zahlungsziel)|\p{L}*(?:widerruf|widerspr|ruckgabe|rucksend|retour|umtausch|reklam|beanstand|mangel|rugefrist|einspruch|gultig|garantie|gewahrleist|kundig|verjahr|verzug|mahn|saumnis|test(?:phase|zeit)|lieferzeit|lieferfrist)\p{L}*|complain\p{L}*|warrant\p{L}*|guarantee|valid\p{L}*|returns?|returned|cancel\p{L}*|overdue|late|dispute\p{L}*|retard|penalit\p{L}*|reclamation\p{L}*|resili\p{L}*|delivery\s(?:time|within)|lieferung\s(?:erfolgt\s)?(?:in|innerhalb|binnen)|bereits\s(?:be|ge)zahlt|(?:be|ge)zahlt\sam|(?:already|fully|been)\spaid|(?<!(?:if|when)\s)paid\s(?:on|by)|received|beglichen|eingegangen|(?:dankend|zahlung|betrag)\serhalten`,
    mark('other_term'),
  ],
  [
    String.raw`mwst\.?|mehrwertsteuer\p{L}*|umsatzsteuer\p{L}*|ust\.?|vat|tva|steuer\p{L}*|tax\p{L}*|\p{L}*rabatt\p{L}*|rebate|bonus\p{L}*|provision|zuschlag\p{L}*|gebuhr\p{L}*|anzahlung\p{L}*|deposit|acompte|\p{L}*zins\p{L}*|interest|p\.\s?a\.|\p{L}*einbehalt\p{L}*|retention`,
    mark('other_percent'),
  ],
  [
    String.raw`(?:be|ein|aus|gut)?zahl(?!ungserinnerung)\p{L}*|uberweis\p{L}*|begleich\p{L}*|ausgleich\p{L}*|entricht\p{L}*|\p{L}*fallig\p{L}*|\p{L}*ziel|konditionen|solde|ab(?:gebucht|buch\p{L}*)|eingezogen|ein(?:zieh|zug)\p{L}*|\p{L}*lastschrift\p{L}*|payable|pay(?:ments?)?|(?:to|must|should|shall|will)\sbe\s(?:paid|settled)|paid|due|terms|settle\p{L}*|remit\p{L}*|debit\p{L}*|paiement|payer|reglement|regler|regle|echeance|prelev\p{L}*|betaling\p{L}*|betaaltermijn`,
    mark('pay'),
  ],
  [
    String.raw`(?:ab|seit|vom|from|after|since|nach|depuis|of|dated|du|de)(?:\s(?:dem|the|rechnungsdatum|rechnungstag|invoice\sdate|date\sof\sinvoice))?(?!\p{L})`,
    mark('from'),
  ],
  [String.raw`(?:auf|aus|basis|skontobasis|on|sur)(?!\p{L})`, mark('base')],
  ['oder|or|ou|sonst|ansonsten|otherwise|sinon', mark('parting', 2)],
  ['und|and|et|sowie|danach|then', mark('parting', 1.5)],
];

const signs: readonly (readonly [RegExp, number])[] = [
  [/[;|•·\n]/y, 3],
  [/(?<=[a-z]{4})(?<!abzgl|zzgl|inkl|exkl|evtl)[.!](?=\s|$)/y, 6],
  [/\.(?=\s|$)/y, 1.5],
  [/,(?=\s)/y, 1],
  [/\s\/(?=\s)|\s-(?=\s)/y, 3],
  [/\//y, 1],
  [/[():]/y, 0.5],
];

/** A match ends at the end of a word, so that "pay" does not match within "payer". */
const compiled = patterns.map(
  ([source, meaning]) =>
    [
      new RegExp(String.raw`(?<![\p{L}\d])(?<!\d[.,])(?:${source})(?:(?<!\p{L})|(?!\p{L}))`, 'yu'),
      meaning,
    ] as const,
);

/** Texts with more atoms are no terms of payment; the limit bounds the quadratic comparison. */
const maxAtoms = 300;

/** All parts of payment terms in a text, in text order. Other text is left out. */
export function atomsIn(text: string, order: SlashOrder): readonly Atom[] {
  const days = daysOf(text, order);
  const whole = folded(text);
  const others = wordsOf(whole).filter(
    (atom) => !days.some((day) => atom.start < day.end && atom.end > day.start),
  );
  return [...days, ...others].toSorted((left, right) => left.start - right.start).slice(0, maxAtoms);
}

function daysOf(text: string, order: SlashOrder): Atom[] {
  const full = daysInText(text, order);
  const short = daysWithoutYear(text).filter(
    ({ start, end }) => !full.some((day) => start < day.end && end > day.start),
  );
  return [
    ...full.map(
      ({ start, end, value }): Atom => ({ kind: 'term', start, end, term: { kind: 'day', day: value } }),
    ),
    ...short.map(
      ({ start, end, month, day }): Atom => ({
        kind: 'term',
        start,
        end,
        term: { kind: 'day_of_year', month, day },
      }),
    ),
  ];
}

function wordsOf({ text, span }: Folded): Atom[] {
  const atoms: Atom[] = [];
  let at = 0;
  while (at < text.length) {
    const found = atomAt(text, at) ?? signAt(text, at);
    if (found === null) {
      at += 1;
      continue;
    }
    atoms.push({ ...found.meaning, ...span(at, found.end) } as Atom);
    at = found.end;
  }
  return atoms;
}

function atomAt(text: string, at: number) {
  if (!/[\p{L}\d€$£]/u.test(text[at] ?? '')) return null;
  for (const [pattern, meaning] of compiled) {
    pattern.lastIndex = at;
    const match = pattern.exec(text);
    if (match === null) continue;
    const found = meaning(match.groups ?? {});
    if (found !== null) return { meaning: found, end: at + match[0].length };
  }
  return null;
}

function signAt(text: string, at: number) {
  for (const [pattern, weight] of signs) {
    pattern.lastIndex = at;
    const match = pattern.exec(text);
    if (match !== null)
      return { meaning: { kind: 'mark', mark: 'parting', weight } as const, end: at + match[0].length };
  }
  return null;
}

function numberOf(text: string): number {
  return values.get(text) ?? Number(text);
}

function after(number: number, unitOf: Counted['unit']): Counted {
  return { kind: 'after', count: number, unit: unitOf, from: 'invoice', monthDay: null };
}

/** The longest plausible payment term, in days or months. */
const longest = { day: 365, working_day: 260, month: 12 } as const;

function counted({ count: written = '', unit: name = '', working, ouvres }: Groups) {
  const number = numberOf(written);
  const isMonth = /^mo/.test(name);
  const times = /^(?:woch|week|semaine)/.test(name) ? 7 : 1;
  const isWorking = times === 1 && !isMonth && (working !== undefined || ouvres !== undefined);
  const term = after(number * times, isMonth ? 'month' : isWorking ? 'working_day' : 'day');
  return term.count > 0 && term.count <= longest[term.unit] ? ({ kind: 'term', term } as const) : null;
}

function bareDays(written: string) {
  const number = Number(written);
  const isLikely = number >= 3 && number <= 180;
  return isLikely ? ({ kind: 'term', term: after(number, 'day'), isBare: true } as const) : null;
}

function monthDay(months: number, day: MonthDay['day'], isStart = false) {
  const isDay = day === 'last' || (day >= 1 && day <= 31);
  return isDay
    ? ({ kind: 'mark', mark: 'month_day', monthDay: { after: months, day }, isStart } as const)
    : null;
}

/** "net 45": the default unit is days. */
function daysOfNet(written: string) {
  const number = Number(written);
  return number > 0 && number <= longest.day ? ({ kind: 'term', term: after(number, 'day') } as const) : null;
}

/** The highest plausible early payment discount, in percent. */
const maxPercent = 10;

function percentAtom(written: string, days: number | null) {
  const word = values.get(written);
  const number = word === undefined ? plainNumber(written, ',') : String(word);
  if (number === null || Number(number) <= 0 || Number(number) > maxPercent) return null;
  return { kind: 'percent', percent: amountOf(number), days } as const;
}

function compact({ percent = '', count: written = '' }: Groups) {
  return percentAtom(percent, Number(written));
}

function amountAtom(written: string) {
  const number = plainNumber(written, ',');
  return number === null ? null : ({ kind: 'amount', amount: amountOf(number) } as const);
}
