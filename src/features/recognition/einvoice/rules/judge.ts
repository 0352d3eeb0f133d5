import type { Invoice } from '../model.ts';
import { profileOf } from '../profile.ts';
import { decimalRules } from './amounts.ts';
import { codeRules } from './code-rules.ts';
import { creditNoteTypes } from './codes.ts';
import { noInvoice, ownRules } from './own.ts';
import { peppolRules } from './peppol.ts';
import { requiredRules } from './required.ts';
import type { Case, Level, Place, Rule, RuleText, Term, Values } from './rule.ts';
import { singleRules } from './single.ts';
import { categoryRules } from './tax-categories.ts';
import { totalRules } from './totals.ts';
import { xRechnungRules } from './xrechnung.ts';
import { extensionRules, vehicleRules } from './xrechnung-editions.ts';

/** One thing that is wrong with an invoice. */
export interface Finding {
  /** As the norm calls it, such as `BR-CO-15`. */
  readonly rule: string;
  readonly level: Level;
  /** The terms that the finding is about, most telling first. */
  readonly terms: readonly Term[];
  readonly place: Place;
  /** Which sentence tells of it. */
  readonly text: RuleText;
  readonly values: Values;
}

export type Verdict = 'valid' | 'warnings' | 'invalid';

/** What the model does not hold of an invoice. */
export interface Origin {
  readonly syntax: Case['syntax'];
  /** Whether the document is a credit note of UBL; taken from its type (BT-3) where that is not known. */
  readonly isCreditNote?: boolean;
  /** Whether the bytes are not in the encoding that the file names. */
  readonly isMisencoded?: boolean;
  /** The name of the first element without content. */
  readonly emptyElement?: string | null;
}

/** Every rule that there is, in the order in which findings are told. */
export const allRules: readonly Rule[] = [
  noInvoice,
  ...requiredRules,
  ...singleRules,
  ...totalRules,
  ...categoryRules,
  ...decimalRules,
  ...codeRules,
  ...xRechnungRules,
  ...extensionRules,
  ...vehicleRules,
  ...peppolRules,
  ...ownRules,
];

/** Of each rule; who breaks one in every line of thousands has understood it by then. */
const mostFindings = 100;

/**
 * Everything that is wrong with an invoice by the rules of EN 16931, and by those of XRechnung where it claims to be one
 * (REC-11). Profiles that are no invoices have that one finding. Never throws; the same invoice has the same findings in
 * the same order, the first hundred of each rule.
 */
export function judge(
  invoice: Invoice,
  { syntax, isCreditNote, isMisencoded = false, emptyElement = null }: Origin,
): readonly Finding[] {
  const isOfCredit = creditNoteTypes.has(invoice.typeCode ?? '');
  const subject: Case = {
    invoice,
    syntax,
    isCreditNote: syntax === 'ubl' && (isCreditNote ?? isOfCredit),
    isMisencoded,
    emptyElement,
    profile: profileOf(invoice.specification).level,
  };
  const refusal = findingsOf(noInvoice, subject);
  return refusal.length > 0 ? refusal : allRules.flatMap((rule) => findingsOf(rule, subject));
}

function findingsOf({ id, level, terms, text, violated }: Rule, subject: Case): readonly Finding[] {
  return violated(subject)
    .slice(0, mostFindings)
    .map((violation) => ({
      rule: id,
      level,
      terms: violation.terms ?? terms,
      place: violation.place,
      text,
      values: violation.values,
    }));
}

/** Invalid with an error, `warnings` with nothing worse, else valid. */
export function verdictOf(findings: readonly Finding[]): Verdict {
  if (findings.some(({ level }) => level === 'error')) return 'invalid';
  return findings.length > 0 ? 'warnings' : 'valid';
}
