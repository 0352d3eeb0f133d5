import type { DocumentFields } from '../../fields.ts';
import { type DraftRow, rowInput } from './draft-fields.ts';
import type { DraftKind } from './draft-kind.ts';

/** The draft of a document without lines; `empty` is the draft of a new one. */
export function fieldsDraft<F extends DocumentFields, Head extends DraftRow<F>>(
  fields: F,
  empty: Head,
): DraftKind<{ readonly head: Head }> {
  const input = ({ head }: { readonly head: Head }) => ({ head: rowInput(fields, head) });
  return {
    fields: { head: fields },
    isSame: (one, other) => JSON.stringify(input(one)) === JSON.stringify(input(other)),
    input,
    lineKeys: () => [],
    restored: (kept) =>
      typeof kept === 'object' && kept !== null && 'head' in kept
        ? { head: { ...empty, ...(kept.head as Head) } }
        : null,
  };
}
