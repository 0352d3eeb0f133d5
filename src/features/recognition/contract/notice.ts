import type { ReadPeriod, ReadTarget } from '../contract-reading.ts';
import type { Candidate } from './candidates.ts';
import { type Clause, type PeriodRule, periodsBy } from './clauses.ts';

/** The most working days of a notice (CON-29). */
const maxWorkdays = 10;

const ends = /kündig|kündbar|gekünd|beend|aufl[öo]s|widersprech|terminat|cancel|non-renewal|notice/iu;

const rules: readonly PeriodRule[] = [
  {
    before:
      /Kündigungsfrist(?:en)?|Frist\szur\s(?:ordentlichen\s)?Kündigung|notice\speriod|period\sof\snotice|notice\sof|Kündigung:/giu,
    within: 50,
  },
  { before: /(?<![\p{L}])frist\s(?:von|beträgt)/giu, within: 25, needs: ends },
  { behind: /^\s(?:ordentliche[nr]?\s)?(?:Kündigungs)?frist(?![\p{L}])/iu, needs: ends },
  { behind: /^['’]?s?\s(?:(?:prior|advance|written)\s){0,3}notice(?![\p{L}])/iu },
  {
    behind:
      /^\s(?:vor|prior\sto|before)\s(?:\p{L}+\s){0,4}(?:Ablauf|Ende|Laufzeitende|Vertragsende|Vertragsablauf|end|expiry|expiration)(?![\p{L}])/iu,
    needs: ends,
  },
  { before: /(?:kündbar|gekündigt\swerden|kündigen)\s(?:mit|bis)/giu, within: 15, isWeak: true },
];

/** Notice for a special reason does not limit the regular term. */
const forCause =
  /außerordentlich|fristlos|sonderkündig|wichtige[mnr]\sgrund|verzug|preis(?:erhöh|anpass)|mieterhöh|probezeit|(?<!\p{L})cause(?!\p{L})|breach|probation|insolven|cure(?!\p{L})|frist\sverläng|verlänger\p{L}*\ssich\sdie\s(?:kündigungs)?frist/iu;

const ordinals = 'erst zweit dritt viert fünft sechst siebt acht neunt zehnt'.split(' ');
const englishOrdinals = 'first second third fourth fifth sixth seventh eighth ninth tenth'.split(' ');
const workday = new RegExp(
  String.raw`(?:spätestens|bis|later\sthan|by)\s(?:(?:zum|am|the)\s){0,2}(?:(?<german>${ordinals.join('|')})en|(?<english>${englishOrdinals.join('|')})|(?<digits>\d{1,2})(?:\.|st|nd|rd|th))\s(?:Werktag|Arbeitstag|working\sday|business\sday)`,
  'iu',
);
/** Rents are paid by a working day as well. */
const pays = /zahl|fällig|überweis|entricht|pay|due(?!\p{L})/iu;

/** The working day of a month until which a notice may still arrive (CON-29). */
export function noticeWorkdaysOf(clauses: readonly Clause[]): Candidate<number>[] {
  return clauses.flatMap(({ passage }): Candidate<number>[] => {
    const { text } = passage;
    const match = ends.test(text) && !pays.test(text) && !forCause.test(text) ? workday.exec(text) : null;
    if (match === null) return [];
    const { german = '', english = '', digits = '' } = match.groups ?? {};
    const value =
      Number(digits) ||
      ordinals.indexOf(german.toLowerCase()) + 1 ||
      englishOrdinals.indexOf(english.toLowerCase()) + 1;
    if (value < 1 || value > maxWorkdays) return [];
    return [{ passage, start: match.index, end: match.index + match[0].length, value, isStrong: true }];
  });
}

/** The notice periods of a contract. */
export function noticesOf(clauses: readonly Clause[]): Candidate<ReadPeriod>[] {
  return periodsBy(clauses, rules, (text) => forCause.test(text));
}

const to = String.raw`(?:zum|auf\sdas|mit\sdem|vor(?:\sdem)?|to|at|on|before|as\sof|prior\sto|with\seffect\s(?:from|to|as\sof))`;
const its = String.raw`(?:des|der|dem|eines|einer|jeden|jedes|jeder|of)?\s?(?:(?:a|an|any|the|each|jeweiligen|laufenden|jeweils|vereinbarten|initial|current|then-current|respective|minimum|calendar|dann)\s){0,3}`;
const end = String.raw`(?:Ende|Ablauf|Schluss|end|expiry|expiration)\s`;
const thing = (word: string, german: string): string =>
  String.raw`(?<!\p{L})${to}\s(?:(?:the|jeweiligen|jedem|jeweils)\s)?(?:${end}${its}${word}|${german})(?!\p{L})`;

const targets: readonly (readonly [ReadTarget, RegExp])[] = [
  [
    'year_end',
    new RegExp(
      `${thing('(?:Kalenderjahre?s|Jahres|year)', '(?:Kalender)?jahresende')}|zum\\s31\\.\\s?(?:12\\.|Dezember)(?!\\s?\\d)`,
      'iu',
    ),
  ],
  ['half_year_end', new RegExp(thing('(?:Kalender)?halbjahre?s', '(?:Kalender)?halbjahresende'), 'iu')],
  [
    'quarter_end',
    new RegExp(
      thing('(?:(?:Kalender)?vierteljahre?s|(?:Kalender)?quartals|quarter)', '(?:Kalender)?quartalsende'),
      'iu',
    ),
  ],
  ['month_end', new RegExp(thing('(?:(?:Kalender)?monate?s|month)', '(?:Kalender)?monatsende'), 'iu')],
  ['week_end', new RegExp(thing('(?:(?:Kalender)?woche|week)', '(?:Kalender)?wochenende'), 'iu')],
  [
    'term',
    new RegExp(
      thing(
        String.raw`(?:(?:Mindest|Vertrags|Grund|Erst|Mindestvertrags)?laufzeit|(?:Miet|Vertrags|Vertragslauf)zeit|Vertrag(?:e)?s|Vertragsperiode|Verlängerungs\p{L}+|(?:contract\s|renewal\s|subscription\s)?(?:term|period)|contract|agreement|lease)`,
        '(?:Laufzeit|Vertrags|Vertragslaufzeit)ende',
      ) +
        String.raw`|vor\s(?:dem\s|seinem\s|ihrem\s)?(?:jeweiligen\s)?(?:Ablauf|Ende)(?!\s(?:des|der|eines|einer|jeden)\s)|(?:before|prior\sto)\s(?:the\s|its\s)?(?:expiry|expiration)(?!\sof)`,
      'iu',
    ),
  ],
];

/** The target day of a notice, from the words beside its duration. */
export function noticeTargetsOf(notices: readonly Candidate<ReadPeriod>[]): Candidate<ReadTarget>[] {
  return notices.flatMap((notice): Candidate<ReadTarget>[] => {
    const { text } = notice.passage;
    const from = notice.end;
    const behind = placed(text.slice(from, from + 130), from, notice);
    const start = Math.max(0, notice.start - 110);
    const found = behind.length > 0 ? behind : placed(text.slice(start, notice.start), start, notice);
    const nearest = found.toSorted((left, right) => left.start - right.start);
    return behind.length > 0 ? nearest.slice(0, 1) : nearest.slice(-1);
  });
}

function placed(
  text: string,
  offset: number,
  { passage, isStrong }: Candidate<ReadPeriod>,
): Candidate<ReadTarget>[] {
  return targets.flatMap(([value, pattern]): Candidate<ReadTarget>[] => {
    const match = pattern.exec(text);
    if (!match) return [];
    const start = offset + match.index;
    return [{ passage, start, end: start + match[0].length, value, isStrong }];
  });
}
