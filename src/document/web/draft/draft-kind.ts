import type { DocumentFields } from '../../fields.ts';
import type { DraftUnits } from './merge-drafts.ts';

/** What is typed into the form of one kind of document, in the words that every form needs. */
export interface DraftKind<Draft> {
  /** The declared fields that are typed: what they are called and how they are written. */
  readonly fields: { readonly head: DocumentFields; readonly lines?: DocumentFields };
  /** Fields that are only right together, such as a price and its mode. */
  readonly units?: DraftUnits;
  /** Whether two drafts would be saved as the same document. */
  readonly isSame: (one: Draft, other: Draft) => boolean;
  /** What the command `<kind>_save` takes beside the document's id and version. */
  readonly input: (draft: Draft) => Readonly<Record<string, unknown>>;
  /** The keys of the lines as the rules count them: blank ones are left out. */
  readonly lineKeys: (draft: Draft) => readonly string[];
  /** A draft that an earlier version of the product may have kept with fewer fields; null if it is none. */
  readonly restored: (kept: unknown) => Draft | null;
}
