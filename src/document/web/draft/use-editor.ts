import { useMemo, useState } from 'react';
import type { DraftKind } from './draft-kind.ts';
import { type Conflict, type DraftContent, isOpen, mergedDraft, withTheirs } from './merge-drafts.ts';

/** The draft on the screen and the ways to change it. */
export interface Editor<Draft> {
  readonly draft: Draft;
  /** Something is typed that is not saved. */
  readonly isDirty: boolean;
  /** What somebody else changed to something else than was typed here; the page asks which of the two it shall be. */
  readonly conflicts: readonly Conflict[];
  /** Takes what was typed here, or what is stored; whatever is typed afterwards decides as well. */
  readonly decide: (conflict: Conflict, side: 'mine' | 'theirs') => void;
  readonly change: (next: (draft: Draft) => Draft) => void;
  readonly replace: (draft: Draft) => void;
  /** Goes on with what was typed on top of an earlier state of the document. */
  readonly resume: (base: Draft, draft: Draft) => void;
  /** Back to what is saved. */
  readonly reset: () => void;
  /** This draft has been saved: what was typed since is kept on top of it. */
  readonly settle: (sent: Draft) => void;
}

interface Edited<Draft> {
  /** What was stored when the draft was last brought up to it. */
  readonly base: Draft;
  readonly draft: Draft;
  readonly conflicts: readonly Conflict[];
  /** What was shown as saved when `base` was sent: until the server's answer is there, nothing is brought up to it. */
  readonly sentOver?: Draft;
}

type EditedKind<Draft> = Pick<DraftKind<Draft>, 'isSame' | 'units' | 'lineKeys'>;

/**
 * Edits a draft on top of what is saved. What the server brings anew shows at once wherever nothing was typed; where
 * both changed the same, what was typed stays and a conflict says so (LOCK-01).
 */
export function useEditor<Draft extends DraftContent>(saved: Draft, kind: EditedKind<Draft>): Editor<Draft> {
  const [edited, setEdited] = useState<Edited<Draft> | null>(null);
  // Kept at once: the next change is one of what is stored now, whose lines may have other places by then.
  const present = edited && broughtUp(edited, saved, kind);
  if (present !== edited) setEdited(present);
  const draft = present?.draft ?? saved;
  const conflicts = present?.conflicts.filter((conflict) => isOpen(draft, conflict)) ?? [];
  const isDirty = useMemo(() => draft !== saved && !kind.isSame(draft, saved), [draft, saved, kind]);
  const edit = (next: (edited: Edited<Draft>) => Partial<Edited<Draft>>): void =>
    setEdited((before) => {
      const now = broughtUp(before ?? { base: saved, draft: saved, conflicts: [] }, saved, kind);
      return { ...now, ...next(now) };
    });
  return {
    draft,
    isDirty,
    conflicts,
    decide: (conflict, side) =>
      edit((now) => ({
        conflicts: now.conflicts.filter((other) => !isAbout(other, conflict)),
        ...(side === 'theirs' ? { draft: withTheirs(now.draft, conflict) } : {}),
      })),
    change: (next) => edit((now) => ({ draft: next(now.draft) })),
    replace: (next) => edit(() => ({ draft: next })),
    resume: (base, typed) => setEdited({ base, draft: typed, conflicts: [] }),
    reset: () => setEdited(null),
    settle: (sent) =>
      setEdited((before) =>
        before === null || kind.isSame(before.draft, sent)
          ? null
          : { base: sent, draft: before.draft, conflicts: [], sentOver: saved },
      ),
  };
}

function broughtUp<Draft extends DraftContent>(
  edited: Edited<Draft>,
  saved: Draft,
  kind: EditedKind<Draft>,
): Edited<Draft> {
  if (edited.base === saved || edited.sentOver === saved) return edited;
  const { base, draft, conflicts } = edited.sentOver === undefined ? edited : numbered(edited, saved, kind);
  const merged = mergedDraft({ base, mine: draft, theirs: saved }, kind.units);
  const isFoundAnew = (known: Conflict): boolean =>
    merged.conflicts.some((conflict) => isAbout(conflict, known));
  const all = [...conflicts.filter((known) => !isFoundAnew(known)), ...merged.conflicts];
  const open = all.filter((conflict) => isOpen(merged.draft, conflict));
  return { base: saved, draft: merged.draft, conflicts: open };
}

function isAbout(one: Conflict, other: Conflict): boolean {
  return one.part === other.part && one.field === other.field;
}

/** With the ids that the lines of a draft got when it was saved, which keeps their order. */
function numbered<Draft extends DraftContent>(
  edited: Edited<Draft>,
  saved: Draft,
  { lineKeys }: EditedKind<Draft>,
): Edited<Draft> {
  const ids = new Map(lineKeys(edited.base).map((key, place) => [key, saved.lines?.[place]?.id ?? null]));
  const withIds = (content: Draft): Draft =>
    content.lines === undefined
      ? content
      : {
          ...content,
          lines: content.lines.map((line) => ({ ...line, id: line.id ?? ids.get(line.key) ?? null })),
        };
  return { ...edited, base: withIds(edited.base), draft: withIds(edited.draft) };
}
