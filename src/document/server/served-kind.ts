import type { Day } from '../../base/day.ts';
import type { Context } from '../../platform/context.ts';
import type { Tx } from '../../platform/server/database.ts';
import type { Offer } from '../../timeline/flow.ts';
import type { StoredTimeline } from '../../timeline/server/store.ts';
import type { CoveredContent } from '../approval/covered.ts';
import type { DocumentFacts, DocumentHead, DocumentSituation, FlowingDocument } from '../facts.ts';
import type { DocumentFields } from '../fields.ts';
import type { Outcome } from '../outcome.ts';
import type { ApproverSources } from './approvers-store.ts';
import type { ReportedKind } from './brief.ts';
import type { BudgetedDocument } from './budget-store.ts';
import type { SpreadUse } from './spread-budget-store.ts';

/** The references common to all heads. */
export interface StoredHead extends DocumentHead {
  readonly id: number;
  readonly client_id: number | null;
  readonly department_id: number | null;
  readonly cost_center_id: number | null;
  readonly rate_date: Day | null;
}

/** A stored document; commands hold its lock until the end of the transaction. */
export interface StoredDocument extends FlowingDocument {
  readonly id: number;
  readonly head: StoredHead;
  readonly storedTimeline: StoredTimeline;
}

/** The situation of one person and a stored document. */
export type LoadedSituation<
  D extends StoredDocument = StoredDocument,
  F extends DocumentFacts = DocumentFacts,
> = DocumentSituation<D, F>;

/** Persons in the input of a command, loaded for the rules. */
export interface Mentioned {
  readonly personIds?: readonly (number | null | undefined)[];
  /** Manually chosen approvers, replacing those stored on the document. */
  readonly approverIds?: readonly number[] | null | undefined;
  /** False if nothing will be written, so that nobody waits (BUD-06). */
  readonly locksBudgets?: boolean;
}

/** The tenant settings that document rules read. */
export interface TenantSettings {
  readonly now: string;
  readonly today: Day;
  /** The tenant's time zone, which determines the day (GEN-14). */
  readonly timeZone: string;
  readonly decimalPlaces: number;
  /** Configuration values of the keys that the kind requests; null where unset. */
  readonly values: Readonly<Record<string, string | null>>;
}

/** The facts for all kinds, from which a kind builds its own. */
export interface CommonFacts extends DocumentFacts {
  readonly settings: TenantSettings;
  /** The fields that the company requires, form -> field -> flag (DATA-15). */
  readonly required_fields: unknown;
}

/** The facts for the rules of one kind only. */
export interface OwnFacts<F extends DocumentFacts> {
  /** Persons to load with all others. */
  readonly persons: readonly (number | null)[];
  readonly complete: (common: CommonFacts) => F;
}

/** An outcome to save. */
export interface Saving<
  D extends StoredDocument = StoredDocument,
  O extends Outcome = Outcome,
  Input extends object = object,
> {
  readonly context: Context;
  readonly document: D;
  readonly outcome: O;
  /** The input of the action, with particulars that no rule reads. */
  readonly input: Input;
}

/** Responsibilities beyond tasks, such as responsible persons of contracts (ADM-10). Runs as writer. */
export interface Keeping {
  /** The number of documents that a person is responsible for. */
  count(tx: Tx, personId: number): Promise<number>;
  handOver(tx: Tx, from: number, to: number): Promise<void>;
}

/**
 * What the server needs to know about a document kind beyond its description. Everything runs as writer, since it
 * does not depend on what a person may see (TECH-03).
 */
export interface ServedKind<
  D extends StoredDocument = StoredDocument,
  F extends DocumentFacts = DocumentFacts,
  O extends Outcome = Outcome,
> {
  readonly kind: ReportedKind;
  /** The fields that people fill, by table, in the order of the forms. */
  readonly filled: Readonly<Record<string, DocumentFields>>;
  /** Configuration keys that its rules read. */
  readonly settings: readonly string[];
  /** Loads a document without its timeline. */
  load(tx: Tx, id: number): Promise<Omit<D, 'timeline' | 'storedTimeline'>>;
  /** Loads the facts for its own rules. */
  ownFacts(tx: Tx, document: D, mentioned: Mentioned): Promise<OwnFacts<F>>;
  /** The sources of its approvers (APPR-06). */
  approverSources(document: D): ApproverSources;
  /**
   * SQL for the ids of persons that its own facts probably need for the document `$1`, to load them in the same round
   * trip. Missing ones are loaded afterwards.
   */
  readonly likelyPersons?: string;
  /** The amounts that it takes from budgets (BUD-03); null for none. */
  budgeted(document: D): BudgetedDocument | SpreadUse | null;
  /** The content that an approval covers (APPR-18); with its doubts where the facts are given. */
  covers(document: D, facts?: F): CoveredContent;
  /** Whether the document only waits for what it has ordered, so that doubts arising now say nothing about it. */
  onlyWaits?(document: D): boolean;
  /** The document after an outcome, for kinds whose outcomes change more than the head (APPR-18). */
  after?(document: D, outcome: O): D;
  /** The actions offered to the person now (API-40). */
  offers(situation: LoadedSituation<D, F>): readonly Offer<string>[];
  /** The status, for kinds where it depends on more than the timeline (CON-06). */
  livingStatus?(situation: LoadedSituation<D, F>, outcome: O): string;
  /** Whether the kind's own outcome parts change the content (TL-26). */
  touchesContent?(outcome: O): boolean;
  readonly keeping?: Keeping;
  /** Whether the person may add files after the last step (CON-10). */
  keepsFiles?(situation: LoadedSituation<D, F>): boolean;
  /** The last signature as ISO 8601 text; files added until then cannot be removed (CON-38). */
  sealedAt?(document: D): string | null;
  /** A further effect of an added file. */
  fileAdded?(
    tx: Tx,
    context: Context,
    situation: LoadedSituation<D, F>,
    file: { readonly id: string; readonly mime: string },
  ): Promise<void>;
  /** Writes the kind's own outcome parts, after the timeline. */
  saveParts?(tx: Tx, saving: Saving<D, O>): Promise<void>;
  /** Writes what is computed from the saved document, after everything else. */
  saved?(tx: Tx, situation: LoadedSituation<D, F>, outcome: O): void;
  /** Writes what depends on the new number; returns the head columns to fill. */
  saveNumber?(tx: Tx, saving: Saving<D, O>, number: number): Promise<object>;
}
