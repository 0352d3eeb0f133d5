import type { ReadPeriod, ReadRenewal, ReadUnit } from '../contract-reading.ts';
import type { Candidate } from './candidates.ts';
import { type Clause, type PeriodRule, periodsBy } from './clauses.ts';
import type { Passage } from './passages.ts';

const agreement =
  /vertrag|miet|leas|versicherung|vereinbarung|abo|laufzeit|agreement|contract|lease|term(?!\p{L})|policy|subscription/iu;

/** Names an agreement, and neither its notice nor its renewal. */
const ofTermAlone = new RegExp(`^(?!.*(?:kündig|notice|verläng|renew)).*(?:${agreement.source})`, 'isu');

const minimumRules: readonly PeriodRule[] = [
  {
    before:
      /Mindest(?:vertrags|miet|nutzungs|bezugs|vertragslauf)?(?:laufzeit|zeit|dauer)|Grund(?:laufzeit|mietzeit)|Erst(?:vertrags)?laufzeit|(?:initial|minimum)\s(?:contract\s|lease\s|subscription\s)?(?:term|period|duration)|commitment\speriod/giu,
    within: 45,
  },
  {
    before: /(?:läuft|gilt|runs)\s(?:zunächst\s|for\s)?(?:mindestens|at\sleast)/giu,
    within: 6,
    needs: agreement,
  },
  {
    behind: /^\s(?:Mindest(?:vertrags|miet)?(?:laufzeit|dauer)|Grundlaufzeit|minimum\s(?:contract\s)?term)/iu,
  },
];

const termRules: readonly PeriodRule[] = [
  {
    before:
      /(?<![\p{L}-])(?:(?:Vertrags|Leasing|Miet|Wartungs|Versicherungs|Abo)(?:lauf)?(?:zeit|dauer)|Laufzeit|Dauer\sdes\sVertrag(?:e)?s|(?<!(?:initial|minimum|renewal|payment|extension)\s)(?:contract\s|lease\s|subscription\s)?(?<!(?:initial|minimum|renewal|payment|extension)\s)(?:term|duration))(?!\p{L})/giu,
    within: 40,
  },
  { behind: /^\s(?:fest\s)?(?:geschlossen|abgeschlossen|vereinbart|befristet)/iu, needs: agreement },
  {
    before: /(?:für|auf)\s(?:die|eine)\sDauer(?:\svon)?|for\sa\s(?:fixed\s)?(?:term|period)\sof/giu,
    within: 12,
    needs: agreement,
  },
  {
    before:
      /(?<!\p{L})(?:läuft|gilt)(?:\s(?:zunächst|fest))?(?:\s(?:für|über))?|runs\sfor|remains?\sin\s(?:force|effect)\sfor/giu,
    within: 6,
    needs: ofTermAlone,
  },
];

/** Words of durations that do not concern the term. */
const otherDuration =
  /gewährleist|garantie|verjähr|geheim|vertraulich|wettbewerb|aufbewahr|speicher|zahlungs|warrant|confiden|surviv|non-compet|retention|payment|probezeit|rabatt|discount/iu;

/** The fixed terms of a contract. */
export function termsOf(clauses: readonly Clause[]): Candidate<ReadPeriod>[] {
  const isElsewhere = (text: string): boolean => otherDuration.test(text);
  return inUnits(periodsBy(clauses, termRules, isElsewhere)).filter(
    (term) => !isMinimum(term) && !isOfRenewal(term),
  );
}

/** The minimum terms of a contract. */
export function minimumTermsOf(clauses: readonly Clause[]): Candidate<ReadPeriod>[] {
  return inUnits(periodsBy(clauses, minimumRules, (text) => otherDuration.test(text)));
}

/** Drops durations in days: no contract counts its term in days. */
function inUnits(candidates: readonly Candidate<ReadPeriod>[]): Candidate<ReadPeriod>[] {
  return candidates.filter(({ value }) => value.unit !== 'day');
}

/** Whether a duration says by how much the term is extended. */
function isOfRenewal({ passage: { text }, start }: Candidate<ReadPeriod>): boolean {
  const head = text.slice(Math.max(0, start - 90), start);
  return renews.test(text) && (byGerman.test(head) || byEnglish.test(head));
}

function isMinimum({ passage: { text }, start, end }: Candidate<ReadPeriod>): boolean {
  if (/^\s(?:Mindest|Grundlauf|minimum)/iu.test(text.slice(end, end + 20))) return true;
  return /(?:mindest|minim|at\sleast)\p{L}*\s?$/iu.test(text.slice(Math.max(0, start - 20), start));
}

const renews = /verläng|fortgesetzt|fortsetz|renew|exten|prolong|successive/iu;
const byGerman =
  /(?<!\p{L})(?:um|auf|für|in)\s(?:(?:jeweils|je|weitere[nrsm]?|einmalig|mindestens|automatisch|(?:aufeinander\s?)?folgende[nrsm]?|(?:Folge|Verlängerungs|Vertrags)?(?:zeiträume?n?|perioden?|laufzeiten?|abschnitten?)|von)\s){0,6}$/iu;
const byEnglish =
  /(?<!\p{L})(?:for|by|in)\s(?:(?:a|an|another|additional|further|successive|consecutive|subsequent|renewal|periods?|terms?|of|each)\s){0,6}$/iu;
const asLabel =
  /(?:Verlängerung\p{L}*|renewal(?:\s(?:term|period))?)(?:\sof)?[\s:]*(?:(?:automatisch|automatic|jeweils|je|um|by|for)[\s,:]*){0,3}$/iu;
/** Words of an option, which is no renewal by itself. */
const mere = /(?<!\p{L})(?:kann|können|berechtigt|option(?:en|al)?|recht|may|right|entitled)(?!\p{L})/iu;
const byItself = /verläng\p{L}*\ssich|automatisch|stillschweigend|automatic|tacit/iu;
const otherRenewal =
  /verläng\p{L}*\s(?:sich\s)?(?:die|diese)\s(?:\p{L}+\s)?(?:kündigungs|liefer|zahlungs)?frist|frist(?:en)?\s(?:\p{L}+\s){0,4}verläng/iu;

/** The renewals of a contract. */
export function renewalsOf(clauses: readonly Clause[]): Candidate<ReadRenewal>[] {
  return clauses.flatMap(({ passage, periods }): Candidate<ReadRenewal>[] => {
    const { text } = passage;
    if (!renews.test(text) || otherRenewal.test(text)) return [];
    if (mere.test(text) && !byItself.test(text)) return [];
    const type = /(?<!\p{L})(?:einmalig|einmal|once)(?!\p{L})/iu.test(text) ? 'once' : 'auto';
    const isStrong = passage.sort !== 'below';
    const reported = periods.flatMap(({ start, end, value }): Candidate<ReadRenewal>[] => {
      const head = text.slice(Math.max(0, start - 90), start);
      const isBy = byGerman.test(head) || byEnglish.test(head) || asLabel.test(head);
      if (!isBy || value.unit === 'day') return [];
      return [{ passage, start, end, value: { type, period: value }, isStrong }];
    });
    return reported.length > 0 ? reported : withoutNumber(passage);
  });
}

/** Words of renewals without a number: "verlängert sich jährlich". */
const byWord: readonly (readonly [ReadUnit, string, string])[] = [
  ['semester', 'halbjährlich', 'semi-annually'],
  ['quarter', String.raw`vierteljährlich|quartalsweise|von\sQuartal\szu\sQuartal`, 'quarterly'],
  [
    'month',
    String.raw`monatlich|monatsweise|von\sMonat\szu\sMonat`,
    String.raw`monthly|(?:on\sa\s)?month[\s-]to[\s-]month`,
  ],
  [
    'year',
    String.raw`jährlich|jahresweise|von\sJahr\szu\sJahr`,
    String.raw`annually|yearly|(?:from\s|on\sa\s)?year[\s-]to[\s-]year`,
  ],
];
const patternsByWord = byWord.map(
  ([unit, german, english]) =>
    [
      unit,
      new RegExp(
        String.raw`verläng\p{L}*\ssich\s(?:\p{L}+\s){0,5}?(?:${german})(?!\p{L})|renews?\s(?:\p{L}+\s){0,3}?(?:${english})(?!\p{L})`,
        'iu',
      ),
    ] as const,
);

function withoutNumber(passage: Passage): Candidate<ReadRenewal>[] {
  return patternsByWord.flatMap(([unit, pattern]): Candidate<ReadRenewal>[] => {
    const match = pattern.exec(passage.text);
    if (!match) return [];
    const value = { type: 'auto', period: { count: 1, unit } } as const;
    return [{ passage, start: match.index, end: match.index + match[0].length, value, isStrong: true }];
  });
}

const noRenewal =
  /verlängert\ssich\s(?:\p{L}+\s){0,3}?nicht|keine\s(?:automatische\s|stillschweigende\s)?Verlängerung|ohne\s(?:automatische\s)?Verlängerung|Verlängerung\s(?:\p{L}+\s){0,3}?(?:ausgeschlossen|findet\snicht|nicht\s(?:vorgesehen|vereinbart|statt))|ohne\sdass\ses\seiner\s(?:\p{L}+\s)?Kündigung\sbedarf|(?:does|shall|will)\snot\s(?:automatically\s)?(?:be\s)?renew|no\s(?:automatic\s)?renewal/iu;

/** Clauses by which the contract ends without notice. */
export function endingsOf(clauses: readonly Clause[]): Candidate<ReadRenewal>[] {
  const value = { type: 'none', period: null } as const;
  return matches(clauses, noRenewal).map((match) => ({ ...match, value, isStrong: true }));
}

const unlimited =
  /(?:auf|für)\sunbestimmte\s(?:Zeit|Dauer)|unbefristet(?:e[snrm]?)?|indefinite(?:ly)?|unlimited\s(?:term|period)|until\sterminated/iu;
const otherLimit = /nutzungsrecht|lizenz|licen[cs]e|geheim|vertraulich|confiden|verschwieg|arbeitsverh/iu;

/** Clauses by which the contract is indefinite. */
export function unlimitedOf(clauses: readonly Clause[]): Candidate<true>[] {
  const of = matches(clauses, unlimited).filter(
    ({ passage: { text } }) => agreement.test(text) && !otherLimit.test(text),
  );
  return of.map((match) => ({ ...match, value: true, isStrong: true }));
}

function matches(clauses: readonly Clause[], pattern: RegExp) {
  return clauses.flatMap(({ passage }) => {
    const match = pattern.exec(passage.text);
    return match && passage.sort !== 'below'
      ? [{ passage, start: match.index, end: match.index + match[0].length }]
      : [];
  });
}
