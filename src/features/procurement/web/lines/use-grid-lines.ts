import { useMemo } from 'react';
import { isBlankLine, type LineDraft, newLine } from '../draft/draft.ts';
import type { DraftEditor } from '../draft/use-draft.ts';
import type { DraftGroup } from './draft-groups.ts';
import { type GridKeys, useGridKeys } from './use-grid-keys.ts';

type Fill = (line: LineDraft) => LineDraft;

/** The lines as the grid shows them, and the ways to change them; the focus goes along with each. */
export interface GridLines {
  readonly shown: readonly GridLine[];
  readonly keys: GridKeys;
  /** `columns` names what was typed, as the server would name it. */
  readonly change: (line: LineDraft, columns: readonly string[], next: Fill) => void;
  readonly remove: (line: LineDraft, place: number) => void;
  readonly add: () => void;
  /** Fills the first blank line, or a new one, and goes to its cell of this column, if any. */
  readonly addFilled: (fill: Fill, column?: string) => void;
  readonly focusLast: () => void;
}

export interface GridLine {
  readonly line: LineDraft;
  /** Its place among all lines, also while only some are shown. */
  readonly index: number;
}

export interface GridLinesOptions {
  readonly editor: DraftEditor;
  /** The group whose lines are shown; all of them without one. */
  readonly group: DraftGroup | undefined;
  readonly onShowAll: () => void;
  /** Fields of a line were typed into, so that their errors vanish. */
  readonly onTyped: (places: readonly string[]) => void;
}

/** The key of the line that is offered while there is none. */
const offeredKey = 'first';

export function useGridLines({ editor, group, onShowAll, onTyped }: GridLinesOptions): GridLines {
  const { lines: typed, head } = editor.draft;
  const offered = useMemo(() => newLine(offeredKey, head.client), [head.client]);
  const lines = typed.length > 0 ? typed : [offered];
  const shown = lines.map((line, index) => ({ line, index })).filter(({ line }) => isShown(line, group));
  const addLine = (): void => void editor.addLine(group?.fill);
  const keys = useGridKeys(shown.length, addLine);

  return {
    shown,
    keys,
    change: (line, columns, next) => {
      editor.setLine(line.key, next);
      onTyped(['head.lines', ...columns.map((column) => `${line.key}.${column}`)]);
    },
    remove: (line, place) => {
      editor.removeLine(line.key);
      keys.focusCell(Math.max(0, place - 1), 'description');
    },
    add: () => {
      addLine();
      keys.focusCell(shown.length, 'description');
    },
    addFilled: (fill, column) => {
      const place = lines.findIndex(isBlankLine);
      const blank = lines[place];
      if (blank === undefined) editor.addLine(fill);
      else editor.setLine(blank.key, fill);
      onTyped(['head.lines']);
      onShowAll();
      if (column !== undefined) keys.focusCell(blank === undefined ? lines.length : place, column);
    },
    focusLast: () => keys.focusCell(Math.max(0, shown.length - 1), 'quantity'),
  };
}

/** A blank line stands under every tab: it is about to become whatever is typed. */
function isShown(line: LineDraft, group: DraftGroup | undefined): boolean {
  return group === undefined || group.lines.has(line.key) || isBlankLine(line);
}
