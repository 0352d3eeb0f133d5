import type { ReadPeriod, ReadUnit } from '../contract-reading.ts';

/** A duration with its place in a text. */
export interface PrintedPeriod {
  readonly start: number;
  readonly end: number;
  readonly value: ReadPeriod;
}

const german: Readonly<Record<string, number>> = {
  ...{
    ein: 1,
    eine: 1,
    einem: 1,
    einen: 1,
    einer: 1,
    eines: 1,
    zwei: 2,
    drei: 3,
    vier: 4,
    fünf: 5,
    sechs: 6,
    sieben: 7,
  },
  ...{ acht: 8, neun: 9, zehn: 10, elf: 11, zwölf: 12, dreizehn: 13, vierzehn: 14, fünfzehn: 15 },
  ...{ sechzehn: 16, achtzehn: 18, zwanzig: 20, einundzwanzig: 21, vierundzwanzig: 24, achtundzwanzig: 28 },
  ...{ dreißig: 30, sechsunddreißig: 36, achtundvierzig: 48, sechzig: 60, neunzig: 90 },
};
const english: Readonly<Record<string, number>> = {
  ...{ one: 1, two: 2, three: 3, four: 4, five: 5, six: 6, seven: 7, eight: 8, nine: 9, ten: 10, eleven: 11 },
  ...{ twelve: 12, fourteen: 14, fifteen: 15, eighteen: 18, twenty: 20, 'twenty-one': 21, 'twenty-four': 24 },
  ...{ 'twenty-eight': 28, thirty: 30, 'thirty-six': 36, 'forty-eight': 48, sixty: 60, ninety: 90 },
};
const counts = { ...german, ...english };
const words = Object.keys(counts)
  .toSorted((left, right) => right.length - left.length)
  .join('|');

const units: readonly (readonly [ReadUnit, RegExp])[] = [
  ['semester', /^(?:halbjahr|half)/i],
  ['day', /^(?:tag|täg|day)/i],
  ['week', /^(?:woche|wöch|week)/i],
  ['quarter', /^(?:quart|viertelj)/i],
  ['month', /^(?:monat|month)/i],
  ['year', /^(?:jahr|jähr|year)/i],
];

const count = String.raw`(?:\d{1,6}|${words})`;
const unit = String.raw`(?:halbjahre?[ns]?|tage?n?|wochen?|quartale?[ns]?|vierteljahre?[ns]?|monate?[ns]?|jahre?[ns]?|half[\s-]years?|days?|weeks?|quarters?|months?|years?)`;
const adjective = '(?:tägig|wöchig|monatig|jährig)e?[nrsm]?';
/** Words allowed between the number and its unit. */
const filling = String.raw`(?:(?:volle|ganze|weitere|zusätzliche|aufeinanderfolgende)[nrsm]?\s|further\s|full\s|additional\s|consecutive\s|successive\s|calendar\s)?(?:kalender|vertrags)?`;
const pattern = new RegExp(
  String.raw`(?<![\p{L}\d.,])(${count})(?:\s?\(\s?(?:in\sworten:?\s)?(${count})\s?\))?(?:\s|-|–)?(?:${filling}(${unit})|(${adjective}))(?![\p{L}\d])`,
  'giu',
);

/** The largest count of a contract period (CON-22). */
const maxValue = 999;

/**
 * All durations of a text. A duration is dropped when its number is written twice with different values, or is out of
 * range for contracts.
 */
export function periodsIn(text: string): PrintedPeriod[] {
  return [...text.matchAll(pattern)].flatMap((match) => {
    const [whole, first = '', second, noun, compound] = match;
    const value = numberOf(first);
    const isTwice = second !== undefined && numberOf(second) !== value;
    const name = noun ?? compound ?? '';
    const unitName = units.find(([, start]) => start.test(name))?.[0];
    if (isTwice || unitName === undefined || value < 1 || value > maxValue) return [];
    return [{ start: match.index, end: match.index + whole.length, value: { count: value, unit: unitName } }];
  });
}

function numberOf(text: string): number {
  return /^\d/.test(text) ? Number(text) : (counts[text.toLowerCase()] ?? 0);
}

const months: Readonly<Partial<Record<ReadUnit, number>>> = { month: 1, quarter: 3, semester: 6, year: 12 };

/** A key that is equal for equally long durations: two years are 24 months. */
export function lengthOf({ count: many, unit: name }: ReadPeriod): string {
  const each = months[name];
  if (each !== undefined) return `${many * each} months`;
  return `${many * (name === 'week' ? 7 : 1)} days`;
}
