import { useMemo, useState } from 'react';
import type { Day } from '../../../../base/day.ts';
import type { Reference } from '../../../../document/web/draft/reference.ts';
import {
  type Draft,
  type HeadDraft,
  isSameDraft,
  type LineDraft,
  newLine,
  withProposedDeliveryDate,
} from './draft.ts';

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
  readonly setApprovers: (approvers: readonly Reference[]) => void;
  readonly replace: (draft: Draft) => void;
  /** Back to what is saved. */
  readonly reset: () => void;
}

/**
 * Edits a draft on top of what is saved. What the server brings anew shows at once while nothing was typed. `today`
 * is where proposed delivery dates count from.
 */
export function useDraft(saved: Draft, today: Day): DraftEditor {
  const [edited, setEdited] = useState<Draft | null>(null);
  const draft = edited ?? saved;
  const isDirty = useMemo(() => edited !== null && !isSameDraft(edited, saved), [edited, saved]);
  const change = (next: (draft: Draft) => Draft): void => setEdited((present) => next(present ?? saved));
  const changeLines = (next: (draft: Draft) => readonly LineDraft[]): void =>
    change((present) => withProposedDeliveryDate({ ...present, lines: next(present) }, today));

  return {
    draft,
    isDirty,
    setHead: (next) => change((present) => ({ ...present, head: next(present.head) })),
    setLine: (key, next) =>
      changeLines(({ lines, head }) =>
        lines.some((line) => line.key === key)
          ? lines.map((line) => (line.key === key ? next(line) : line))
          : [...lines, next(newLine(key, head.client))],
      ),
    addLine: (fill = (line) => line) => {
      const key = crypto.randomUUID();
      changeLines(({ lines, head }) => [...lines, fill(newLine(key, head.client))]);
      return key;
    },
    removeLine: (key) => changeLines(({ lines }) => lines.filter((line) => line.key !== key)),
    setApprovers: (approvers) => change((present) => ({ ...present, approvers })),
    replace: setEdited,
    reset: () => setEdited(null),
  };
}
