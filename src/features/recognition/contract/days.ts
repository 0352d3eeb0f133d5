import type { Day } from '../../../base/day.ts';
import { decimalMarkOf } from '../text/amounts.ts';
import { daysIn, type PrintedDay, slashOrderOf } from '../text/dates.ts';
import type { Candidate } from './candidates.ts';
import type { Passage } from './passages.ts';

/** The candidates for the dates of a contract. */
export interface ContractDays {
  readonly signed: readonly Candidate<Day>[];
  readonly starts: readonly Candidate<Day>[];
  readonly ends: readonly Candidate<Day>[];
}

interface DayRule {
  readonly sort: keyof ContractDays;
  /** Words before the day; the last match counts. */
  readonly before: RegExp;
  /** A pattern that the sentence must also match. */
  readonly needs?: RegExp;
  readonly not?: RegExp;
  readonly isWeak?: true;
}

const contract =
  /vertrag|miet|laufzeit|vereinbarung|versicherung|leas|abo|wartung|agreement|contract|(?<!\p{L})term(?!\p{L})|lease|policy|subscription/iu;
const otherThing =
  /probezeit|preis|vergütung|gebühr|zins|(?<!\p{L})miete\s(?:beträgt|erhöht)|gewährleist|garantie|angebot|price|(?<!\p{L})fee|warrant|probation|offer|zahlung|payment|rechnung|invoice|kündig|frühestens|earliest/iu;

const rules: readonly DayRule[] = [
  {
    sort: 'starts',
    before:
      /(?<!\p{L})(?:(?:Vertrags|Laufzeit|Miet|Leasing|Versicherungs|Wartungs|Nutzungs|Leistungs|Service|Abo)(?:beginn|start)|Beginn(?:\s(?:der\s(?:Laufzeit|Miete|Mietzeit|Versicherung|Vertragslaufzeit)|des\s(?:Vertrag(?:e)?s|Mietverhältnisses|Versicherungsschutzes)))?|Startdatum|Laufzeit\sab|(?:commencement|effective|start)\sdate|commencement|(?:subscription|service|contract|term|lease)\sstart(?:\sdate)?)(?!\p{L})/giu,
    not: /probezeit|probation|zahlungsbeginn/iu,
  },
  {
    sort: 'starts',
    before:
      /(?<!\p{L})(?:Go[\s-]?Live(?:[\s-](?:Termin|Datum|Date))?|Bereitstellung(?:s(?:termin|datum))?|Inbetriebnahme|Aktivierung(?:s(?:termin|datum))?|Freischaltung)(?!\p{L})/giu,
    not: otherThing,
    isWeak: true,
  },
  {
    sort: 'starts',
    before:
      /(?<!\p{L})(?:beginnt|beginnen|tritt|läuft|gilt|startet|commences?|begins?|starts?|takes?\seffect)(?!\p{L})/giu,
    needs: contract,
    not: otherThing,
  },
  {
    sort: 'starts',
    before: /(?<!\p{L})(?:mit\sWirkung|with\seffect|ab)(?!\p{L})/giu,
    needs: contract,
    not: otherThing,
    isWeak: true,
  },
  {
    sort: 'ends',
    before:
      /(?<!\p{L})(?:(?:Vertrags|Laufzeit|Miet|Leasing|Versicherungs|Abo)(?:ende|ablauf)|Ende(?:\s(?:der\s(?:Laufzeit|Mietzeit|Vertragslaufzeit)|des\s(?:Vertrag(?:e)?s|Mietverhältnisses)))|(?:end|expiry|expiration)\sdate)(?!\p{L})/giu,
    not: /probezeit|frühestens|earliest/iu,
  },
  {
    sort: 'ends',
    before:
      /(?<!\p{L})(?:endet|befristet|läuft|gilt|geschlossen|abgeschlossen|Laufzeit(?=\sbis)|expires?|ends?|terminates\son|continues?)(?!\p{L})/giu,
    needs: contract,
    not: otherThing,
  },
  {
    sort: 'signed',
    before:
      /(?<!\p{L})(?:Vertragsdatum|Datum\sdes\sVertrag(?:e)?s|Vertragsab?schluss(?:datum)?|(?:Abschluss|Unterzeichnungs)datum|(?:contract|agreement)\sdate|date\sof\s(?:the\s|this\s)?(?:contract|agreement|lease|policy)|dated|entered\sinto|(?:is|was)\smade)(?!\p{L})/giu,
  },
];

/** Words without own meaning between an announcement and its day. */
const startFillers = new Set(
  'ist war am zum ab mit wirkung dem den der vom von on as of from is in kraft the shall be and und automatisch effect uhr ihre this jeweils'.split(
    ' ',
  ),
);
const endFillers = new Set(
  'ist am zum mit ablauf des dem den der on is the automatisch automatically automatisch ohne fest bis until and including einschließlich through with effect from'.split(
    ' ',
  ),
);

/** Finds the dates of a contract by the words that announce them. */
export function contractDaysOf(passages: readonly Passage[]): ContractDays {
  const texts = passages.map(({ text }) => text);
  const order = slashOrderOf(texts, decimalMarkOf(texts));
  const all = passages.flatMap((passage) => {
    const days = daysIn(passage, order);
    return days.flatMap((day, place) => [
      ...announced(passage, day),
      ...spanned(passage, days[place - 1], day),
      ...signed(passage, day),
    ]);
  });
  const of = (sort: keyof ContractDays) =>
    all.filter((one) => one.sort === sort).map(({ candidate }) => candidate);
  return { signed: of('signed'), starts: of('starts'), ends: of('ends') };
}

interface Sorted {
  readonly sort: keyof ContractDays;
  readonly candidate: Candidate<Day>;
}

function announced(passage: Passage, day: PrintedDay): Sorted[] {
  const { text } = passage;
  const head = text.slice(Math.max(0, day.start - 90), day.start);
  const fitting = rules.find(({ before, needs, not, sort }) => {
    const last = [...head.matchAll(before)].at(-1);
    if (!last || (needs && !needs.test(text)) || not?.test(text)) return false;
    const gap = head.slice(last.index + last[0].length);
    if (sort === 'ends') return isFilled(gap, endFillers) && (!needs || saysUntil(last[0] + gap));
    return isFilled(gap, startFillers);
  });
  if (!fitting) return [];
  return [sorted(fitting.sort, passage, day, fitting.isWeak !== true)];
}

/** Whether words name an end: "endet am" and "läuft bis" do, "läuft ab" names a start. */
function saysUntil(words: string): boolean {
  return /^(?:endet|expire|end|terminates)|bis|until|through/iu.test(words);
}

function isFilled(gap: string, fillers: ReadonlySet<string>): boolean {
  return gap
    .toLowerCase()
    .split(/[\s:,()/]+/)
    .every((word) => word === '' || fillers.has(word));
}

const spans =
  /(?<!\p{L})(?:(?:Vertrags|Miet|Leasing|Versicherungs)?(?:laufzeit|zeit|dauer|zeitraum)|vom|from|term|period)(?!\p{L})[\s:]*(?:(?:von|vom|from|of|ist|is|ab)\s)?$/iu;

/** The start and end of a span such as "1.1.2026 bis 31.12.2026". */
function spanned(passage: Passage, first: PrintedDay | undefined, day: PrintedDay): Sorted[] {
  if (!first) return [];
  const { text } = passage;
  const between = text.slice(first.end, day.start);
  const isTo =
    /^,?\s?(?:und\s)?(?:bis|[-–—]|to|until|through)(?:\s(?:zum|einschließlich|and\sincluding|endet|am))*\s?$/iu.test(
      between,
    );
  const head = text.slice(Math.max(0, first.start - 60), first.start);
  const isSpan = isTo && spans.test(head) && contract.test(text) && !otherThing.test(text);
  if (!isSpan || day.value <= first.value) return [];
  return [sorted('starts', passage, first, true), sorted('ends', passage, day, true)];
}

/** "München, den 1. März 2026" above a signature is only a weak candidate for the date of the contract. */
function signed(passage: Passage, day: PrintedDay): Sorted[] {
  const head = passage.text.slice(0, day.start);
  const isPlace = /^\p{Lu}[\p{L}\s.()-]{1,40},\s(?:den\s|am\s|the\s)?$/u.test(head);
  const isTitle = passage.page === 1 && passage.text.length < 120 && /vertrag\svom\s$/iu.test(head);
  return isPlace || isTitle ? [sorted('signed', passage, day, false)] : [];
}

function sorted(sort: keyof ContractDays, passage: Passage, day: PrintedDay, isStrong: boolean): Sorted {
  const { start, end, value, isAmbiguous } = day;
  const isCertain = isStrong && !isAmbiguous && passage.sort !== 'below';
  return { sort, candidate: { passage, start, end, value, isStrong: isCertain } };
}
