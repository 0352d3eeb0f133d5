import { remembered } from '../../../base/remembered.ts';
import type { DocumentFields } from '../../fields.ts';
import type { DraftUnits } from './merge-drafts.ts';

/** Characters of a name (VAL-05). */
const longestName = 255;

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
  /** The draft with this name if it has none; absent where the product names documents. */
  readonly named?: (draft: Draft, name: string) => Draft;
  /** Restores a draft that an earlier version of the product may have kept with fewer fields; null if it is none. */
  readonly restored: (kept: unknown) => Draft | null;
}

interface CommandInput {
  readonly head: object;
  readonly lines: readonly object[];
}

/** Whether two inputs of a save are the same; of lines that stayed the same objects nothing is compared. */
export function isSameInput<Input extends CommandInput>(
  { lines: ofOne, ...one }: Input,
  { lines: ofOther, ...other }: Input,
): boolean {
  return (
    ofOne.length === ofOther.length &&
    ofOne.every((line, place) => {
      const like = ofOther[place];
      return line === like || (like !== undefined && textOf(line) === textOf(like));
    }) &&
    JSON.stringify(one) === JSON.stringify(other)
  );
}

const textOf = remembered((line: object): string => JSON.stringify(line));

/**
 * The typed lines as the rules count them. A line that did not change stays the same object, so that its checks are
 * remembered.
 */
export function numberedLines<Line extends object>(
  lines: readonly Line[],
): readonly (Line & { readonly id: null; readonly sort_no: number })[] {
  return lines.map((line, place) => numbered(line, place) as Line & { id: null; sort_no: number });
}

const numbered = remembered((line: object, place: number): object => ({ ...line, id: null, sort_no: place }));

/** A draft with this name unless its head has one; see `DraftKind.named`. */
export function namedDraft<Draft extends { readonly head: { readonly name: string | null } }>(
  draft: Draft,
  name: string,
): Draft {
  const isNamed = name === '' || (draft.head.name ?? '').trim() !== '';
  return isNamed ? draft : { ...draft, head: { ...draft.head, name: name.slice(0, longestName) } };
}
