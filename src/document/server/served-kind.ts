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
import type { ToldKind } from './brief.ts';
import type { BudgetedDocument } from './budget-store.ts';

/** What every head points to. */
export interface StoredHead extends DocumentHead {
  readonly id: number;
  readonly client_id: number | null;
  readonly department_id: number | null;
  readonly cost_center_id: number | null;
}

/** A document as it stands in the database, for commands locked for the rest of the transaction. */
export interface StoredDocument extends FlowingDocument {
  readonly id: number;
  readonly head: StoredHead;
  readonly storedTimeline: StoredTimeline;
}

/** The situation of one person in front of a document as it is stored. */
export type LoadedSituation<
  D extends StoredDocument = StoredDocument,
  F extends DocumentFacts = DocumentFacts,
> = DocumentSituation<D, F>;

/** Persons that the input of a command mentions, so that the rules can judge them. */
export interface Mentioned {
  readonly personIds?: readonly (number | null | undefined)[];
  /** Approvers chosen by hand instead of those stored on the document. */
  readonly approverIds?: readonly number[] | null | undefined;
  /** False where nothing will be written, so that nobody has to wait (BUD-06). */
  readonly locksBudgets?: boolean;
}

/** The settings of the tenant that rules of documents read. */
export interface TenantSettings {
  readonly now: string;
  readonly today: Day;
  /** The tenant's, which decides what day it is (GEN-14). */
  readonly timeZone: string;
  readonly decimalPlaces: number;
  /** What the configuration says under the keys that the kind asks for; null where it says nothing. */
  readonly values: Readonly<Record<string, string | null>>;
}

/** What the rules of all kinds look at, with what a kind makes its own facts of. */
export interface CommonFacts extends DocumentFacts {
  readonly settings: TenantSettings;
  /** What the company requires, form -> field -> flag (DATA-15). */
  readonly required_fields: unknown;
}

/** What only the rules of one kind look at. */
export interface OwnFacts<F extends DocumentFacts> {
  /** Persons to be loaded with all the others. */
  readonly persons: readonly (number | null)[];
  readonly complete: (common: CommonFacts) => F;
}

/** What an action has made of a document, to be written. */
export interface Saving<
  D extends StoredDocument = StoredDocument,
  O extends Outcome = Outcome,
  Input extends object = object,
> {
  readonly context: Context;
  readonly document: D;
  readonly outcome: O;
  /** The input of the action, with particulars that no rule looks at. */
  readonly input: Input;
}

/** What people look after beyond their tasks, such as the contracts they are responsible for (ADM-10). Runs as writer. */
export interface Keeping {
  /** How many documents a person looks after. */
  count(tx: Tx, personId: number): Promise<number>;
  handOver(tx: Tx, from: number, to: number): Promise<void>;
}

/**
 * What the server must know of a kind of document beyond its description. Everything runs as writer: what a document
 * needs does not depend on what a person may see (TECH-03).
 */
export interface ServedKind<
  D extends StoredDocument = StoredDocument,
  F extends DocumentFacts = DocumentFacts,
  O extends Outcome = Outcome,
> {
  readonly kind: ToldKind;
  /** What people fill, by table in the order of the forms. */
  readonly filled: Readonly<Record<string, DocumentFields>>;
  /** Configuration keys that its rules read. */
  readonly settings: readonly string[];
  /** Everything that belongs to a document, but its timeline. */
  load(tx: Tx, id: number): Promise<Omit<D, 'timeline' | 'storedTimeline'>>;
  /** Loads what only its own rules look at. */
  ownFacts(tx: Tx, document: D, mentioned: Mentioned): Promise<OwnFacts<F>>;
  /** Where its approvers come from (APPR-06). */
  approverSources(document: D): ApproverSources;
  /**
   * In SQL, the ids of persons whom its own facts will name, as far as the document `$1` tells: they are loaded in the same round
   * trip. Whoever is missing from them is loaded behind it.
   */
  readonly likelyPersons?: string;
  /** What it takes of budgets (BUD-03); null where it takes nothing. */
  budgeted(document: D): BudgetedDocument | null;
  /** What an approval of it covers (APPR-18). */
  covers(document: D): CoveredContent;
  /** The document with what an outcome makes of it beside its head, where outcomes do (APPR-18). */
  after?(document: D, outcome: O): D;
  /** What the person may do now (API-40). */
  offers(situation: LoadedSituation<D, F>): readonly Offer<string>[];
  /** The status that a document has, where more than its timeline decides (CON-06). */
  livingStatus?(situation: LoadedSituation<D, F>, outcome: O): string;
  /** Whether the parts of an outcome that are its own move the content (TL-26). */
  touchesContent?(outcome: O): boolean;
  readonly keeping?: Keeping;
  /** Whether the person may add files besides while nobody has the document in hand (CON-10). */
  keepsFiles?(situation: LoadedSituation<D, F>): boolean;
  /** When it was signed last, as ISO 8601 text: what was put to it until then stays (CON-38). */
  sealedAt?(document: D): string | null;
  /** What else happens with a file that a person has added. */
  fileAdded?(
    tx: Tx,
    context: Context,
    situation: LoadedSituation<D, F>,
    file: { readonly id: string; readonly mime: string },
  ): Promise<void>;
  /** Writes the parts of an outcome that are its own, after the timeline. */
  saveParts?(tx: Tx, saving: Saving<D, O>): Promise<void>;
  /** Writes what carries the number that the outcome took, and answers the columns of the head that it fills. */
  saveNumber?(tx: Tx, saving: Saving<D, O>, number: number): Promise<object>;
}
