import type { DocumentFields } from '../../fields.ts';
import type { DraftUnits } from './merge-drafts.ts';

/** The draft of one kind of document, as all forms need it. */
export interface DraftKind<Draft> {
  /** The declared fields, for labels and formats. */
  readonly fields: { readonly head: DocumentFields; readonly lines?: DocumentFields };
  /** Fields that only make sense together, such as a price and its mode. */
  readonly units?: DraftUnits;
  /** Whether two drafts would be saved as the same document. */
  readonly isSame: (one: Draft, other: Draft) => boolean;
  /** The input of the command `<kind>_save` besides id and version. */
  readonly input: (draft: Draft) => Readonly<Record<string, unknown>>;
  /** The keys of the lines as the rules count them, without blank ones. */
  readonly lineKeys: (draft: Draft) => readonly string[];
  /** Restores a draft that an earlier version of the product may have kept with fewer fields; null if it is none. */
  readonly restored: (kept: unknown) => Draft | null;
}
