import { useMemo, useState } from 'react';
import type { TimelineRow } from '../document.ts';
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
  /** A draft is on its way to the server: until the answer, nothing that is read is brought up to what is typed. */
  readonly hold: () => void;
  /** It was not saved. */
  readonly release: () => void;
  /** It has been saved: what was typed since is kept on top of it. */
  readonly settle: (sent: Draft, answer: SavedAs) => void;
}

/** As what a draft is stored. */
export interface SavedAs {
  readonly contentVersion: number;
  /** The ids of its lines, in their order; blank ones have none. */
  readonly lineIds: readonly number[];
}

interface Edited<Draft> {
  /** What was stored when the draft was last brought up to it. */
  readonly base: Draft;
  readonly draft: Draft;
  readonly conflicts: readonly Conflict[];
  /** Nothing older than this content version is brought up to the draft: `base` is newer, or on its way. */
  readonly awaited?: number;
}

/** The document as the page has read it; null while it is new. */
type Read = { readonly timeline: Pick<TimelineRow, 'content_version'> } | null;

type EditedKind<Draft> = Pick<DraftKind<Draft>, 'isSame' | 'units' | 'lineKeys'>;

/**
 * Edits a draft on top of what is saved. What the server brings anew shows at once wherever nothing was typed; where
 * both changed the same, what was typed stays and a conflict says so (LOCK-01). `saved` is the draft of the document.
 */
export function useEditor<Draft extends DraftContent>(
  document: Read,
  saved: Draft,
  kind: EditedKind<Draft>,
): Editor<Draft> {
  const [edited, setEdited] = useState<Edited<Draft> | null>(null);
  const contentVersion = document?.timeline.content_version ?? 0;
  const broughtUp = (before: Edited<Draft>): Edited<Draft> =>
    before.base === saved || contentVersion < (before.awaited ?? 0) ? before : withSaved(before, saved, kind);
  // Kept at once: the next change is one of what is stored now, whose lines may have other places by then.
  const present = edited && broughtUp(edited);
  if (present !== edited) setEdited(present);
  const draft = present?.draft ?? saved;
  const conflicts = present?.conflicts.filter((conflict) => isOpen(draft, conflict)) ?? [];
  const isDirty = useMemo(() => draft !== saved && !kind.isSame(draft, saved), [draft, saved, kind]);
  const edit = (next: (edited: Edited<Draft>) => Partial<Edited<Draft>>): void =>
    setEdited((before) => {
      const now = broughtUp(before ?? { base: saved, draft: saved, conflicts: [] });
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
    hold: () => edit(() => ({ awaited: Number.POSITIVE_INFINITY })),
    release: () => edit(() => ({ awaited: 0 })),
    settle: (sent, { contentVersion: awaited, lineIds }) =>
      setEdited((before) => {
        if (before === null || kind.isSame(before.draft, sent)) return null;
        const ids = new Map(kind.lineKeys(sent).map((key, place) => [key, lineIds[place] ?? null]));
        return { base: numbered(sent, ids), draft: numbered(before.draft, ids), conflicts: [], awaited };
      }),
  };
}

function withSaved<Draft extends DraftContent>(
  edited: Edited<Draft>,
  saved: Draft,
  kind: EditedKind<Draft>,
): Edited<Draft> {
  const { base, draft, conflicts } = edited;
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

/** With the ids that new lines got when they were saved, by their keys. */
function numbered<Draft extends DraftContent>(
  content: Draft,
  ids: ReadonlyMap<string, number | null>,
): Draft {
  if (content.lines === undefined) return content;
  const lines = content.lines.map((line) => ({ ...line, id: line.id ?? ids.get(line.key) ?? null }));
  return { ...content, lines };
}
