import { type KeyboardEvent, type RefObject, useEffect, useRef } from 'react';

export interface GridKeys {
  readonly body: RefObject<HTMLTableSectionElement | null>;
  readonly onKeyDown: (event: KeyboardEvent) => void;
  /** Focuses a cell once its line is rendered. */
  readonly focusCell: (line: number, column: string) => void;
}

/** Enter moves to the same cell of the next line and adds a line at the end; arrows move up and down. */
export function useGridKeys(lineCount: number, firstColumn: string, addLine: () => void): GridKeys {
  const body = useRef<HTMLTableSectionElement | null>(null);
  const wanted = useRef<{ line: number; column: string } | null>(null);

  const focusWanted = (): void => {
    const target = wanted.current;
    const row = target && body.current?.querySelectorAll('tr[data-line]')[target.line];
    const input = row?.querySelector<HTMLElement>(`[data-column="${target?.column}"] input`);
    if (!input) return;
    wanted.current = null;
    input.focus();
  };
  // Focuses a newly added line after it is rendered.
  useEffect(focusWanted);

  const focusCell = (line: number, column: string): void => {
    wanted.current = { line, column };
    focusWanted();
  };

  const onKeyDown = (event: KeyboardEvent): void => {
    const step = stepOf(event);
    const cell = event.target instanceof HTMLInputElement ? event.target.closest('[data-column]') : null;
    const row = cell?.closest('tr[data-line]');
    if (step === null || !(cell instanceof HTMLElement) || !row) return;
    const line = [...(body.current?.querySelectorAll('tr[data-line]') ?? [])].indexOf(row) + step;
    if (line < 0 || (line >= lineCount && event.key !== 'Enter')) return;
    event.preventDefault();
    if (line >= lineCount) addLine();
    focusCell(line, line >= lineCount ? firstColumn : (cell.dataset.column ?? ''));
  };

  return { body, onKeyDown, focusCell };
}

/** The number of lines that a key moves; null for other keys, such as arrows in an open list. */
function stepOf(event: KeyboardEvent): -1 | 1 | null {
  const isCombined = event.ctrlKey || event.metaKey || event.altKey || event.shiftKey;
  const isInList =
    event.target instanceof Element && event.target.getAttribute('aria-haspopup') === 'listbox';
  if (isCombined || event.defaultPrevented) return null;
  if (event.key === 'Enter') return 1;
  if (isInList) return null;
  return event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : null;
}
