import type { Finding } from './einvoice/rules/judge.ts';
import { type RuleWords, sentenceOf } from './einvoice/rules/words.ts';
import type { ReadEInvoice } from './reading.ts';

/** The texts of rules in one language. */
export type VerdictWords = RuleWords;

/** One rule that an e-invoice breaks, as a person reads it (REC-11). */
export interface ToldFinding {
  /** As the norm calls it, such as `BR-CO-15`. */
  readonly rule: string;
  readonly level: Finding['level'];
  readonly sentence: string;
}

/** What is wrong with an e-invoice, errors first, in the words of one language; `writeAmount` writes an amount of it. */
export function toldFindings(
  { findings }: Pick<ReadEInvoice, 'findings'>,
  words: VerdictWords,
  writeAmount: (amount: string) => string,
): readonly ToldFinding[] {
  const told = findings.map((finding) => ({
    rule: finding.rule,
    level: finding.level,
    sentence: sentenceOf(finding, words, writeAmount),
  }));
  return [...told.filter(({ level }) => level === 'error'), ...told.filter(({ level }) => level !== 'error')];
}

/**
 * A letter to the supplier about an e-invoice that is not valid: what has to be mended, rule by rule (REC-11).
 *
 * @param opening the sentences before the list, which name the invoice
 */
export function replyToSupplier(opening: string, findings: readonly ToldFinding[], closing: string): string {
  const errors = findings.filter(({ level }) => level === 'error');
  return [opening, ...errors.map(({ rule, sentence }) => `- ${rule}: ${sentence}`), closing].join('\n');
}
