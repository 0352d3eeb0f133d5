import { useMemo, useState } from 'react';
import { type Draft, type HeadDraft, isSameDraft, type LineDraft, newLine } from './draft.ts';

/** The draft on the screen and the ways to change it. */
export interface DraftEditor {
  readonly draft: Draft;
  /** Something is typed that is not saved. */
  readonly isDirty: boolean;
  readonly setHead: (change: (head: HeadDraft) => HeadDraft) => void;
  /** Changes one line; the line that is only offered, not there yet, comes into being by it. */
  readonly setLine: (key: string, change: (line: LineDraft) => LineDraft) => void;
  /** Adds a line at the end and answers its key. */
  readonly addLine: (fill?: (line: LineDraft) => LineDraft) => string;
  readonly removeLine: (key: string) => void;
  readonly replace: (draft: Draft) => void;
  /** Back to what is saved. */
  readonly reset: () => void;
}

/** Edits a draft on top of what is saved. What the server brings anew shows at once while nothing was typed. */
export function useDraft(saved: Draft): DraftEditor {
  const [edited, setEdited] = useState<Draft | null>(null);
  const draft = edited ?? saved;
  const isDirty = useMemo(() => edited !== null && !isSameDraft(edited, saved), [edited, saved]);
  const change = (next: (draft: Draft) => Draft): void => setEdited((present) => next(present ?? saved));

  return {
    draft,
    isDirty,
    setHead: (next) => change((present) => ({ ...present, head: next(present.head) })),
    setLine: (key, next) =>
      change((present) => {
        const { lines, head } = present;
        if (!lines.some((line) => line.key === key)) {
          return { ...present, lines: [...lines, next(newLine(key, head.client))] };
        }
        return { ...present, lines: lines.map((line) => (line.key === key ? next(line) : line)) };
      }),
    addLine: (fill = (line) => line) => {
      const key = crypto.randomUUID();
      change((present) => ({
        ...present,
        lines: [...present.lines, fill(newLine(key, present.head.client))],
      }));
      return key;
    },
    removeLine: (key) =>
      change((present) => ({ ...present, lines: present.lines.filter((line) => line.key !== key) })),
    replace: setEdited,
    reset: () => setEdited(null),
  };
}
