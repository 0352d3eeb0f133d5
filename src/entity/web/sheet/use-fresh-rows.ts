import { useEffect, useEffectEvent } from 'react';
import type { Row } from '../../entity.ts';
import type { GridView } from './use-grid-view.ts';
import type { SheetEditing } from './use-sheet.ts';

export interface FreshRowsOptions {
  /** As they were read last. */
  readonly rows: readonly Row[];
  readonly editing: SheetEditing;
  /** Something is typed that is not saved. */
  readonly isTouched: boolean;
  readonly view: GridView;
}

/**
 * Shows rows that were read anew; never while something is typed, because that belongs to the rows it was typed into: a
 * save tells which of them are different by now (SHEET-16). Answers what is to be called when a cell is left as it was.
 */
export function useFreshRows({ rows, editing, isTouched, view }: FreshRowsOptions): () => void {
  const show = (): void => {
    if (!isTouched && editing.rows !== rows && !view.isTyping()) editing.begin(rows);
  };
  const showNow = useEffectEvent(show);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what hinders it may be over.
  useEffect(() => showNow(), [rows, isTouched]);
  return show;
}
