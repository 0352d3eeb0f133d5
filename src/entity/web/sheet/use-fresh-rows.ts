import { useEffect, useEffectEvent } from 'react';
import type { Row } from '../../entity.ts';
import type { GridView } from './use-grid-view.ts';
import type { SheetEditing } from './use-sheet.ts';

export interface FreshRowsOptions {
  /** The rows as last read. */
  readonly rows: readonly Row[];
  readonly editing: SheetEditing;
  /** Whether there are unsaved edits. */
  readonly isTouched: boolean;
  readonly view: GridView;
}

/**
 * Shows reloaded rows, but never during edits, because these belong to the rows they were made in: a save reports the
 * rows that have changed since (SHEET-16). Returns a function to call when a cell is left unchanged.
 */
export function useFreshRows({ rows, editing, isTouched, view }: FreshRowsOptions): () => void {
  const show = (): void => {
    if (!isTouched && editing.rows !== rows && !view.isTyping()) editing.begin(rows);
  };
  const showNow = useEffectEvent(show);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the edits that prevented it may have ended.
  useEffect(() => showNow(), [rows, isTouched]);
  return show;
}
