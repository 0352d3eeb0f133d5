import type { ReadPeriod } from '../contract-reading.ts';
import type { Candidate } from './candidates.ts';
import type { Passage } from './passages.ts';
import { type PrintedPeriod, periodsIn } from './periods.ts';

/** A passage with its durations, searched once. */
export interface Clause {
  readonly passage: Passage;
  readonly periods: readonly PrintedPeriod[];
}

export function clausesOf(passages: readonly Passage[]): Clause[] {
  return passages.map((passage) => ({ passage, periods: periodsIn(passage.text) }));
}

/** Identifies a duration by the words around it. */
export interface PeriodRule {
  /** Words before the duration; the last match counts. */
  readonly before?: RegExp;
  /** The most letters between these words and the duration. */
  readonly within?: number;
  /** Words directly behind the duration. */
  readonly behind?: RegExp;
  /** A pattern that the sentence must also match. */
  readonly needs?: RegExp;
  readonly isWeak?: true;
}

/** The letters examined before and behind a duration. */
const around = 160;

/** Words between an announcement and a duration that start another subject. */
const otherMatter =
  /laufzeit|dauer|kündig|frist|verläng|ablauf|ende(?![\p{L}])|(?<!\p{L})vor(?!\p{L})|probe|notice|renew|exten|expir|before|prior|(?<!\p{L})end(?!\p{L})|warrant|gewähr|garant|zahl|pay|verjähr|speicher|reaktion|respon/iu;

/** The durations that match a rule, except in passages about something else. */
export function periodsBy(
  clauses: readonly Clause[],
  rules: readonly PeriodRule[],
  isElsewhere: (text: string) => boolean,
): Candidate<ReadPeriod>[] {
  return clauses.flatMap(({ passage, periods }) => {
    if (periods.length === 0 || isElsewhere(passage.text)) return [];
    return periods.flatMap((period): Candidate<ReadPeriod>[] => {
      const rule = rules.find((one) => fits(one, passage.text, period));
      if (!rule) return [];
      const isStrong = rule.isWeak !== true && passage.sort !== 'below';
      return [{ passage, ...period, isStrong }];
    });
  });
}

function fits(
  { before, within = around, behind, needs }: PeriodRule,
  text: string,
  period: PrintedPeriod,
): boolean {
  if (needs && !needs.test(text)) return false;
  if (behind && !behind.test(text.slice(period.end, period.end + around))) return false;
  return before
    ? isAnnounced(text.slice(Math.max(0, period.start - around), period.start), before, within)
    : true;
}

function isAnnounced(head: string, before: RegExp, within: number): boolean {
  const last = [...head.matchAll(before)].at(-1);
  if (!last) return false;
  const gap = head.slice(last.index + last[0].length);
  return gap.length <= within && !otherMatter.test(gap) && !/\d/.test(gap.replace(/§\s?\d+/g, ''));
}
