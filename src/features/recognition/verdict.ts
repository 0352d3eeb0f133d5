import type { Finding } from './einvoice/rules/judge.ts';
import { type RuleWords, sentenceOf } from './einvoice/rules/words.ts';
import type { ReadEInvoice } from './reading.ts';

/** The texts of rules in one language. */
export type VerdictWords = RuleWords;

/** A violated rule of an e-invoice, in the words shown to a person (REC-11). */
export interface ReportedFinding {
  /** The rule ID of the norm, such as `BR-CO-15`. */
  readonly rule: string;
  readonly level: Finding['level'];
  readonly sentence: string;
}

/** The findings of an e-invoice in one language, errors first; `writeAmount` formats an amount. */
export function reportedFindings(
  { findings }: Pick<ReadEInvoice, 'findings'>,
  words: VerdictWords,
  writeAmount: (amount: string) => string,
): readonly ReportedFinding[] {
  const reported = findings.map((finding) => ({
    rule: finding.rule,
    level: finding.level,
    sentence: sentenceOf(finding, words, writeAmount),
  }));
  return [
    ...reported.filter(({ level }) => level === 'error'),
    ...reported.filter(({ level }) => level !== 'error'),
  ];
}

/**
 * A letter to the supplier about an invalid e-invoice that lists the violated rules (REC-11).
 *
 * @param opening the sentences before the list, which name the invoice
 */
export function replyToSupplier(
  opening: string,
  findings: readonly ReportedFinding[],
  closing: string,
): string {
  const errors = findings.filter(({ level }) => level === 'error');
  return [opening, ...errors.map(({ rule, sentence }) => `- ${rule}: ${sentence}`), closing].join('\n');
}
