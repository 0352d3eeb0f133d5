import { useState } from 'react';
import type { Place } from '../../sheet/area.ts';
import { isWritable } from '../../sheet/line.ts';
import type { Column } from './columns.ts';
import type { Selection } from './use-selection.ts';
import type { SheetEditing } from './use-sheet.ts';

/**
 * The text being typed into the active cell; `isFresh` while it replaces the content, so that arrow keys leave the
 * cell.
 */
export interface Draft {
  readonly text: string;
  readonly isFresh: boolean;
}

export interface ActiveCell {
  readonly place: Place;
  readonly column: Column | undefined;
  readonly draft: Draft | null;
  /** Continues or discards the edit; does nothing in a read-only cell. */
  readonly type: (draft: Draft | null) => void;
  /** Opens the cell with its content. */
  readonly edit: () => void;
  /** Commits the text and moves by lines and columns. */
  readonly commit: (text: string, lines: number, columns: number) => void;
  /** Changes a box between yes and no; false where the active cell is none. */
  readonly toggle: () => boolean;
}

interface ActiveCellOptions {
  readonly columns: readonly Column[];
  readonly editing: SheetEditing;
  readonly selection: Selection;
  readonly reveal: (place: Place) => void;
}

/** The active cell, and its typed text until the sheet takes it over. */
export function useActiveCell({ columns, editing, selection, reveal }: ActiveCellOptions): ActiveCell {
  const [draft, setDraft] = useState<Draft | null>(null);
  const place = selection.active;
  const column = columns[place.column];
  const line = editing.shown[place.line];
  const type = (next: Draft | null): void => {
    if (next !== null && !isWritable(column?.field, line)) return;
    if (next !== null && draft === null) reveal(place);
    setDraft(next);
  };
  return {
    place,
    column,
    draft,
    type,
    edit: () => type({ text: editing.textAt(place), isFresh: false }),
    commit: (text, lines, across) => {
      editing.write(place, [[text]]);
      setDraft(null);
      // After a click elsewhere during an edit, the clicked cell stays active.
      if (lines !== 0 || across !== 0) reveal(selection.move(lines, across));
    },
    toggle: () => {
      if (column?.field.kind.input !== 'flag') return false;
      editing.write(place, [[line?.cells[column.name] === true ? '0' : '1']]);
      return true;
    },
  };
}
