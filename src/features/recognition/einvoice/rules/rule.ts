import type { XmlElement } from '../../../../base/xml-reading.ts';
import type { Invoice, Text } from '../model.ts';
import type { ProfileLevel } from '../profile.ts';
import type { Syntax } from '../read-einvoice.ts';

/** A business term or a group of terms of EN 16931, such as `BT-112` or `BG-25`. */
export type Term = `BT-${number}` | `BG-${number}`;

export type Level = 'error' | 'warning';

/** One step to a place: the third line (`BG-25`), and in it the first allowance (`BG-27`). */
export interface Step {
  readonly group: Term;
  /** Counted from 1 in the order of the document. */
  readonly number: number;
  /** The label in the document, such as the line identifier, else the number. */
  readonly label: string;
}

/** Steps from the outer to the inner group; empty for elements that a document has once. */
export type Place = readonly Step[];

/** Values for the placeholders of a text. `stated` and `computed` are amounts, all others are texts as written. */
export type Values = Readonly<Record<string, string>>;

/** The sentence of a violation: a key of `texts` in `locales/rules/`. */
export type RuleText =
  | 'accountMissing'
  | 'alreadyUsed'
  | 'attribute'
  | 'baseOfRow'
  | 'both'
  | 'breakdownAny'
  | 'breakdownOne'
  | 'breakdownUnused'
  | 'cardNumber'
  | 'categoryAlone'
  | 'categoryForbids'
  | 'categoryNeeds'
  | 'categoryNotWith'
  | 'code'
  | 'correction'
  | 'currency'
  | 'dayNotation'
  | 'decimals'
  | 'differing'
  | 'directDebitNeeds'
  | 'due'
  | 'elementDecimals'
  | 'email'
  | 'emptyElement'
  | 'encoding'
  | 'fileName'
  | 'iban'
  | 'invoiceType'
  | 'meansForbids'
  | 'meansNeeds'
  | 'lacking'
  | 'lineAmount'
  | 'missing'
  | 'missingAny'
  | 'negative'
  | 'noDay'
  | 'noInvoice'
  | 'noNumber'
  | 'notAllowed'
  | 'once'
  | 'parentMissing'
  | 'paymentTerms'
  | 'periodEnd'
  | 'phone'
  | 'rateNone'
  | 'rateNotNegative'
  | 'ratePositive'
  | 'rateZero'
  | 'repeated'
  | 'scheme'
  | 'schemeMissing'
  | 'skonto'
  | 'specification'
  | 'splitPayment'
  | 'subLines'
  | 'subLineSum'
  | 'sumOfAllowances'
  | 'sumOfCharges'
  | 'sumOfLines'
  | 'taxCurrency'
  | 'taxOfRow'
  | 'taxTotal'
  | 'taxZero'
  | 'totalWithTax'
  | 'totalWithoutTax'
  | 'url'
  | 'vatPrefix'
  | 'vehicle';

/** The invoice to validate, with its context. */
export interface Case {
  readonly invoice: Invoice;
  /** EN 16931 does not cover ZUGFeRD 1, which is older. */
  readonly syntax: Exclude<Syntax, 'zugferd1'>;
  /** UBL credit notes are a separate document type, to which some rules do not apply. */
  readonly isCreditNote: boolean;
  readonly isMisencoded: boolean;
  readonly emptyElement: string | null;
  /** The document without elements of other vocabularies; null when only the model is validated. */
  readonly root: XmlElement | null;
  readonly profile: ProfileLevel;
}

export interface Violation {
  readonly place: Place;
  readonly values: Values;
  /** Set when the violation affects fewer terms than the rule names. */
  readonly terms?: readonly Term[];
}

/** A rule of EN 16931, of XRechnung or of the product, as data over the model. */
export interface Rule {
  readonly id: string;
  readonly level: Level;
  readonly terms: readonly Term[];
  readonly text: RuleText;
  readonly violated: (subject: Case) => readonly Violation[];
}

export interface Located<T> {
  readonly value: T;
  readonly place: Place;
}

/** Finds all values of one kind in a document, each with its place. */
export type Scope<T> = (subject: Case) => readonly Located<T>[];

/** The violation by one value: its placeholders, optionally with terms; false when there is none. */
export type Fault = boolean | Values | Besides;

interface Besides {
  readonly terms: readonly Term[];
  readonly values?: Values;
}

export interface Declaration<T> {
  readonly id: string;
  /** Defaults to `error`. */
  readonly level?: Level;
  readonly terms: readonly Term[];
  readonly text: RuleText;
  readonly at: Scope<T>;
  /** Limits the rule to certain documents. */
  readonly when?: ((subject: Case) => boolean) | undefined;
  readonly fault: (value: T, subject: Case) => Fault;
}

/** Makes a rule that checks each value of a scope separately. */
export function rule<T>({ id, level = 'error', terms, text, at, when, fault }: Declaration<T>): Rule {
  return {
    id,
    level,
    terms,
    text,
    violated: (subject) => {
      if (when?.(subject) === false) return [];
      return at(subject).flatMap(({ value, place }) => {
        const found = fault(value, subject);
        if (found === false) return [];
        return [{ place, ...details(found) }];
      });
    },
  };
}

function details(found: Exclude<Fault, false>): Pick<Violation, 'terms' | 'values'> {
  if (found === true) return { values: {} };
  return hasTerms(found) ? { terms: found.terms, values: found.values ?? {} } : { values: found };
}

function hasTerms(found: Values | Besides): found is Besides {
  return 'terms' in found && Array.isArray(found.terms);
}

/** Caches a derived value per case, because many rules need it and an invoice may have tens of thousands of lines. */
export function oncePerCase<T>(find: (subject: Case) => T): (subject: Case) => T {
  const known = new WeakMap<Case, { readonly found: T }>();
  return (subject) => {
    const kept = known.get(subject) ?? { found: find(subject) };
    known.set(subject, kept);
    return kept.found;
  };
}

/** Whether an element is present and not empty in the sense of the official rules. */
export function isFilled(text: Text): text is string {
  return text !== null && text.trim() !== '';
}
