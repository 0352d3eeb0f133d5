import { type KeyboardEvent, useEffect, useRef } from 'react';
import type { RowsInView } from '../../../platform/web/use-rows-in-view.ts';

export interface GridKeys {
  readonly onKeyDown: (event: KeyboardEvent) => void;
  /** Focuses a cell once its line is rendered. */
  readonly focusCell: (line: number, column: string) => void;
}

export interface GridSize {
  readonly lines: number;
  readonly firstColumn: string;
}

/** The lines that Page Up and Page Down move. */
const page = 20;

/**
 * Keys as in the table view: Enter and the arrows move to the same cell of another line, Page Up and Page Down by a
 * page, with Control to the first and last line. Enter adds a line at the end.
 */
export function useGridKeys(
  rows: RowsInView<HTMLTableSectionElement>,
  { lines, firstColumn }: GridSize,
  addLine: () => void,
): GridKeys {
  const wanted = useRef<{ line: number; column: string } | null>(null);

  const focusWanted = (): void => {
    const target = wanted.current;
    if (target === null) return;
    const row = rows.elementAt(target.line);
    const input = row?.querySelector<HTMLElement>(`[data-column="${target.column}"] input`);
    if (!input) return;
    wanted.current = null;
    input.focus();
  };
  // Focuses a line that was added, or drawn for it, after it is rendered.
  useEffect(focusWanted);

  const focusCell = (line: number, column: string): void => {
    wanted.current = { line, column };
    if (rows.elementAt(line) === null) rows.draw(line);
    focusWanted();
  };

  const onKeyDown = (event: KeyboardEvent): void => {
    const step = stepOf(event);
    const cell = event.target instanceof HTMLInputElement ? event.target.closest('[data-column]') : null;
    const row = cell?.closest('tr');
    if (step === null || !(cell instanceof HTMLElement) || !row) return;
    const present = Number(row.dataset.line);
    const isNew = event.key === 'Enter' && present + step >= lines;
    const line = isNew ? lines : Math.max(0, Math.min(present + step, lines - 1));
    if (line === present) return;
    event.preventDefault();
    if (isNew) addLine();
    focusCell(line, isNew ? firstColumn : (cell.dataset.column ?? ''));
  };

  return { onKeyDown, focusCell };
}

const steps: Readonly<Record<string, number>> = {
  ArrowUp: -1,
  ArrowDown: 1,
  PageUp: -page,
  PageDown: page,
};

const leaps: Readonly<Record<string, number>> = {
  ArrowUp: Number.NEGATIVE_INFINITY,
  ArrowDown: Number.POSITIVE_INFINITY,
  Home: Number.NEGATIVE_INFINITY,
  End: Number.POSITIVE_INFINITY,
};

/** The number of lines that a key moves; null for other keys, such as arrows in an open list. */
function stepOf(event: KeyboardEvent): number | null {
  const { key, altKey, shiftKey, ctrlKey, metaKey } = event;
  if (altKey || event.defaultPrevented) return null;
  if (key === 'Enter') return ctrlKey || metaKey ? null : shiftKey ? -1 : 1;
  const isInList =
    event.target instanceof Element && event.target.getAttribute('aria-haspopup') === 'listbox';
  if (shiftKey) return null;
  if (ctrlKey || metaKey) return leaps[key] ?? null;
  return isInList ? null : (steps[key] ?? null);
}
