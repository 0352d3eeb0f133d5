import type { Day } from '../base/day.ts';
import type { Amount } from '../base/money.ts';
import type { Module } from '../platform/modules.ts';
import type { DocumentKind, EntryType } from '../timeline/kinds.ts';
import type { RoleDefault } from './approval/role-defaults.ts';

/** Totals of a document, in its currency. */
interface Totals {
  readonly total_netto: Amount;
  readonly total_brutto: Amount;
}

/** Of the company: whose holidays are no working days (CON-29). */
interface Calendar {
  readonly federal_state?: string | null;
}

/**
 * One kind of document, as data: what the rules, stores and pages of all documents must know of it. Each feature
 * declares its own; `src/app` hands them to whatever works on several kinds.
 */
export interface Kind {
  /** Its table is called so, the column that points to it `<name>_id`, and its commands `<name>_<action>`. */
  readonly name: DocumentKind;
  /** The module without which its documents are missing (GEN-10). */
  readonly module: Module;
  /** The entries that the rules of all documents speak of. */
  readonly entries: {
    readonly start: EntryType;
    readonly approval: EntryType;
    readonly clearing: EntryType;
  };
  /** Who clears where nobody was chosen (RDEF-03). */
  readonly clearer: RoleDefault;
  /** Who gets a step that waits for a group in which nobody is active (TASK-24); an approval goes to clearing. */
  readonly fallbacks: Readonly<Partial<Record<EntryType, RoleDefault>>>;
  /** The columns with the number that people know a document by; the first that is filled counts (NUM-01). */
  readonly numbers: readonly string[];
  /** Its amounts are in a currency that each document has; without it in that of the company. */
  readonly hasCurrency: boolean;
  /** The columns of its lines that say in short what is bought; absent where it has no lines. */
  readonly shortLine?: {
    readonly text: string;
    readonly unit: string | null;
    readonly net: string;
    /** Null where a line has none of its own. */
    readonly costCenter: string | null;
  };
  /**
   * What a document commits its company to in all, as it stands on a day, in the currency of the document (CON-39). Absent where
   * that is its total.
   */
  commitment?(document: { readonly head: object }, day: Day, company: Calendar | null): Totals;
  /** Lines of it may take off from others, so that limits compare the larger side (APPR-18). */
  readonly takesOff?: true;
  /** The route of its page (NAV-02). */
  readonly route: string;
}
