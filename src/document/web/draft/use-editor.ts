import { useMemo, useState } from 'react';

/** The draft on the screen and the ways to change it. */
export interface Editor<Draft> {
  readonly draft: Draft;
  /** Something is typed that is not saved. */
  readonly isDirty: boolean;
  readonly change: (next: (draft: Draft) => Draft) => void;
  readonly replace: (draft: Draft) => void;
  /** Back to what is saved. */
  readonly reset: () => void;
}

/** Edits a draft on top of what is saved. What the server brings anew shows at once while nothing was typed. */
export function useEditor<Draft>(saved: Draft, isSame: (one: Draft, other: Draft) => boolean): Editor<Draft> {
  const [edited, setEdited] = useState<{ readonly draft: Draft } | null>(null);
  const isDirty = useMemo(() => edited !== null && !isSame(edited.draft, saved), [edited, saved, isSame]);
  return {
    draft: edited === null ? saved : edited.draft,
    isDirty,
    change: (next) => setEdited((present) => ({ draft: next(present === null ? saved : present.draft) })),
    replace: (draft) => setEdited({ draft }),
    reset: () => setEdited(null),
  };
}
