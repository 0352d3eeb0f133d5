import { useMemo, useState } from 'react';
import type { TimelineRow } from '../document.ts';
import type { DraftKind } from './draft-kind.ts';
import { type Conflict, type DraftContent, isOpen, mergedDraft, withTheirs } from './merge-drafts.ts';

/** The edited draft and its operations. */
export interface Editor<Draft> {
  readonly draft: Draft;
  /** The draft differs from the saved content. */
  readonly isDirty: boolean;
  /** Fields that somebody else changed differently; the page asks which version to keep. */
  readonly conflicts: readonly Conflict[];
  /** Chooses the typed or the stored version; further typing decides as well. */
  readonly decide: (conflict: Conflict, side: 'mine' | 'theirs') => void;
  readonly change: (next: (draft: Draft) => Draft) => void;
  readonly replace: (draft: Draft) => void;
  /** Continues a draft that is based on an earlier state of the document. */
  readonly resume: (base: Draft, draft: Draft) => void;
  /** Returns to the saved content. */
  readonly reset: () => void;
  /** A save is running: loaded content is not merged until it ends. */
  readonly hold: () => void;
  /** The save failed. */
  readonly release: () => void;
  /** The save succeeded: later input is kept on top of it. */
  readonly acceptSaved: (sent: Draft, answer: SavedAs) => void;
}

/** The saved version of a draft. */
export interface SavedAs {
  readonly contentVersion: number;
  /** The ids of its lines in order, without blank lines. */
  readonly lineIds: readonly number[];
}

interface Edited<Draft> {
  /** The stored content that the draft is based on. */
  readonly base: Draft;
  readonly draft: Draft;
  readonly conflicts: readonly Conflict[];
  /** Content older than this version is not merged: `base` is newer, or being saved. */
  readonly awaited?: number;
}

/** The document as loaded; null for a new one. */
type Read = { readonly timeline: Pick<TimelineRow, 'content_version'> } | null;

type EditedKind<Draft> = Pick<DraftKind<Draft>, 'isSame' | 'units' | 'lineKeys'>;

/**
 * Edits a draft on top of the saved content. Loaded changes show at once where nothing was typed; if both sides
 * changed a field, the typed value stays and a conflict reports it (LOCK-01). `saved` is the draft of the document.
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
  // Stored at once, since the next change refers to the current content, whose lines may have moved.
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
    acceptSaved: (sent, { contentVersion: awaited, lineIds }) =>
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
  const isFoundAgain = (known: Conflict): boolean =>
    merged.conflicts.some((conflict) => isAbout(conflict, known));
  const all = [...conflicts.filter((known) => !isFoundAgain(known)), ...merged.conflicts];
  const open = all.filter((conflict) => isOpen(merged.draft, conflict));
  return { base: saved, draft: merged.draft, conflicts: open };
}

function isAbout(one: Conflict, other: Conflict): boolean {
  return one.part === other.part && one.field === other.field;
}

/** Gives new lines the ids of their saved counterparts, by key. */
function numbered<Draft extends DraftContent>(
  content: Draft,
  ids: ReadonlyMap<string, number | null>,
): Draft {
  if (content.lines === undefined) return content;
  const lines = content.lines.map((line) => ({ ...line, id: line.id ?? ids.get(line.key) ?? null }));
  return { ...content, lines };
}
