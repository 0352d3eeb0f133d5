import type { Day } from '../base/day.ts';
import type { Amount } from '../base/money.ts';
import type { Module } from '../platform/modules.ts';
import type { DocumentKind, EntryType } from '../timeline/kinds.ts';
import type { RoleDefault } from './approval/role-defaults.ts';

/** The totals of a document, in its currency. */
interface Totals {
  readonly total_netto: Amount;
  readonly total_brutto: Amount;
}

/** The company's state, for public holidays (CON-29). */
interface Calendar {
  readonly federal_state?: string | null;
}

/**
 * One kind of document, as data: everything that the rules, stores and pages of all documents need to know about it.
 * Each feature declares its own kind; `src/app` passes them to code that handles several kinds.
 */
export interface Kind {
  /** The name of its table; references are named `<name>_id`, commands `<name>_<action>`. */
  readonly name: DocumentKind;
  /** The module that includes its documents (GEN-10). */
  readonly module: Module;
  /** The entries that the rules of all documents refer to. */
  readonly entries: {
    readonly start: EntryType;
    readonly approval: EntryType;
    readonly clearing: EntryType;
    /** The last decision, in kinds that are signed after the approval. */
    readonly signing?: EntryType;
  };
  /** The role that clears by default (RDEF-03). */
  readonly clearer: RoleDefault;
  /** The role that gets a step of a group without active members (TASK-24); an approval goes to clearing. */
  readonly fallbacks: Readonly<Partial<Record<EntryType, RoleDefault>>>;
  /** The number columns; the first non-empty one is shown (NUM-01). */
  readonly numbers: readonly string[];
  /** Each document has its own currency; otherwise amounts are in the company's currency. */
  readonly hasCurrency: boolean;
  /** The line columns of a summary; absent for kinds without lines. */
  readonly shortLine?: {
    readonly text: string;
    readonly unit: string | null;
    readonly net: string;
    /** Null where lines have no cost center of their own. */
    readonly costCenter: string | null;
  };
  /** The columns that a summary names by the label `field.<column>` (MAIL-06). */
  readonly briefColumns?: readonly { readonly column: string; readonly isDay: boolean }[];
  /** The file that a decision is about, as SQL over a row; absent for kinds without a received document. */
  readonly original?: string;
  /**
   * The company's total commitment through a document on a day, in the document's currency (CON-39). Absent where it
   * equals the total.
   */
  commitment?(document: { readonly head: object }, day: Day, company: Calendar | null): Totals;
  /** Lines may reduce others, so that limits compare the larger side (APPR-18). */
  readonly takesOff?: true;
  /** The route of its page (NAV-02). */
  readonly route: string;
}
