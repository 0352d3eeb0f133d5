import { useEffect, useEffectEvent } from 'react';
import type { Row } from '../../entity.ts';
import type { GridView } from './use-grid-view.ts';
import type { Selection } from './use-selection.ts';
import type { SheetEditing } from './use-sheet.ts';

export interface FreshRowsOptions {
  /** As they were read last. */
  readonly rows: readonly Row[];
  readonly editing: SheetEditing;
  /** Something is typed that is not saved. */
  readonly isTouched: boolean;
  readonly selection: Selection;
  readonly view: GridView;
}

/**
 * Shows rows that were read anew, at the place where one is; never while something is typed, because that belongs to
 * the rows it was typed into: a save tells which of them are different by now (SHEET-16).
 */
export function useFreshRows({ rows, editing, isTouched, selection, view }: FreshRowsOptions): void {
  const show = useEffectEvent(() => {
    if (isTouched || editing.rows === rows || view.isTyping()) return;
    const { line, column } = selection.active;
    const id = editing.shown[line]?.id ?? null;
    const place = rows.findIndex((row) => row.id === id);
    editing.begin(rows);
    if (place !== -1 && editing.search === '') selection.select({ line: place, column });
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: what hinders it may be over.
  useEffect(() => show(), [rows, isTouched]);
}
