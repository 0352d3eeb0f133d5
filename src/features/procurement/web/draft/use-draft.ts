import type { Day } from '../../../../base/day.ts';
import type { Reference } from '../../../../document/web/draft/reference.ts';
import { type Editor, useEditor } from '../../../../document/web/draft/use-editor.ts';
import { uniqueKey } from '../../../../platform/web/unique-key.ts';
import type { ProcurementDocument } from '../document.ts';
import { type Draft, type HeadDraft, type LineDraft, newLine, withProposedDeliveryDate } from './draft.ts';
import { procurementDraft } from './draft-kind.ts';

/** The draft of a request with functions to change it. */
export interface DraftEditor extends Editor<Draft> {
  readonly setHead: (change: (head: HeadDraft) => HeadDraft) => void;
  /** Changes one line; creates it if it is only the offered blank line. */
  readonly setLine: (key: string, change: (line: LineDraft) => LineDraft) => void;
  /** Adds a line at the end and returns its key. */
  readonly addLine: (fill?: (line: LineDraft) => LineDraft) => string;
  readonly removeLine: (key: string) => void;
  readonly setApprovers: (approvers: readonly Reference[]) => void;
}

/** Edits a draft on top of the saved one. Proposed delivery dates count from `today`. */
export function useDraft(document: ProcurementDocument | null, saved: Draft, today: Day): DraftEditor {
  const editor = useEditor(document, saved, procurementDraft);
  const { change } = editor;
  const changeLines = (next: (draft: Draft) => readonly LineDraft[]): void =>
    change((present) => withProposedDeliveryDate({ ...present, lines: next(present) }, today));

  return {
    ...editor,
    setHead: (next) => change((present) => ({ ...present, head: next(present.head) })),
    setLine: (key, next) =>
      changeLines(({ lines, head }) =>
        lines.some((line) => line.key === key)
          ? lines.map((line) => (line.key === key ? next(line) : line))
          : [...lines, next(newLine(key, head.client))],
      ),
    addLine: (fill = (line) => line) => {
      const key = uniqueKey();
      changeLines(({ lines, head }) => [...lines, fill(newLine(key, head.client))]);
      return key;
    },
    removeLine: (key) => changeLines(({ lines }) => lines.filter((line) => line.key !== key)),
    setApprovers: (approvers) => change((present) => ({ ...present, approvers })),
  };
}
