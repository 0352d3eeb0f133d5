import type { XmlElement } from '../../../../base/xml-reading.ts';
import type { Invoice } from '../model.ts';
import { profileOf } from '../profile.ts';
import { decimalRules } from './amounts.ts';
import { codeRules } from './code-rules.ts';
import { creditNoteTypes } from './codes.ts';
import { extendedRules } from './extended.ts';
import { noInvoice, ownRules } from './own.ts';
import { peppolRules } from './peppol.ts';
import { requiredRules } from './required.ts';
import type { Case, Level, Place, Rule, RuleText, Term, Values } from './rule.ts';
import { singleRules } from './single.ts';
import { ciiBindingRules } from './syntax/cii.ts';
import { ciiDataTypeRules } from './syntax/cii-data-types.ts';
import { ublBindingRules } from './syntax/ubl.ts';
import { categoryRules } from './tax-categories.ts';
import { totalRules } from './totals.ts';
import { xRechnungRules } from './xrechnung.ts';
import { extensionRules, vehicleRules } from './xrechnung-editions.ts';

/** One violation of a rule in an invoice. */
export interface Finding {
  /** The rule ID of the norm, such as `BR-CO-15`. */
  readonly rule: string;
  readonly level: Level;
  /** The affected terms, the most relevant first. */
  readonly terms: readonly Term[];
  readonly place: Place;
  /** The key of the sentence. */
  readonly text: RuleText;
  readonly values: Values;
}

export type Verdict = 'valid' | 'warnings' | 'invalid';

/** Facts about the file that the model does not contain. */
export interface Origin {
  readonly syntax: Case['syntax'];
  /** Whether the document is a UBL credit note; inferred from its type (BT-3) when missing. */
  readonly isCreditNote?: boolean;
  /** Whether the bytes do not match the declared encoding. */
  readonly isMisencoded?: boolean;
  /** The name of the first element without content. */
  readonly emptyElement?: string | null;
  /** The document, for the rules of its syntax. */
  readonly root?: XmlElement | null;
}

/** All rules, in the order of findings. */
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
  ...extendedRules,
  ...peppolRules,
  ...ublBindingRules,
  ...ciiBindingRules,
  ...ciiDataTypeRules,
  ...ownRules,
];

/** The most findings of one rule; more would not help the supplier. */
const maxFindings = 100;

/**
 * Validates an invoice by the rules of EN 16931, and by those of XRechnung when it claims to be one (REC-11).
 * Profiles that are no invoices yield only that finding. Never throws. The findings are deterministic in content and
 * order, at most a hundred of each rule.
 */
export function judge(
  invoice: Invoice,
  { syntax, isCreditNote, isMisencoded = false, emptyElement = null, root = null }: Origin,
): readonly Finding[] {
  const isOfCredit = creditNoteTypes.has(invoice.typeCode ?? '');
  const subject: Case = {
    invoice,
    syntax,
    isCreditNote: syntax === 'ubl' && (isCreditNote ?? isOfCredit),
    isMisencoded,
    emptyElement,
    root,
    profile: profileOf(invoice.specification).level,
  };
  const refusal = findingsOf(noInvoice, subject);
  return refusal.length > 0 ? refusal : allRules.flatMap((rule) => findingsOf(rule, subject));
}

function findingsOf({ id, level, terms, text, violated }: Rule, subject: Case): readonly Finding[] {
  return violated(subject)
    .slice(0, maxFindings)
    .map((violation) => ({
      rule: id,
      level,
      terms: violation.terms ?? terms,
      place: violation.place,
      text,
      values: violation.values,
    }));
}

/** `invalid` with at least one error, `warnings` with only warnings, else `valid`. */
export function verdictOf(findings: readonly Finding[]): Verdict {
  if (findings.some(({ level }) => level === 'error')) return 'invalid';
  return findings.length > 0 ? 'warnings' : 'valid';
}
