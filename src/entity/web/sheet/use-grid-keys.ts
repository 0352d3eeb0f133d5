import { type KeyboardEvent, useRef } from 'react';
import type { Area, Place } from '../../sheet/area.ts';
import { gridHeight, rowHeight } from './grid-layout.ts';
import type { Selection } from './use-selection.ts';

export interface GridCommands {
  /** Opens the cell with its content. */
  readonly edit: () => void;
  readonly clear: (area: Area) => void;
  readonly fillDown: (area: Area) => void;
  /** Toggles a checkbox; false where the active cell has none. */
  readonly toggle: () => boolean;
  readonly undo: () => void;
  readonly redo: () => void;
  readonly save: () => void;
  /** Opens the menu of the column. */
  readonly menu: () => void;
  readonly reveal: (place: Place) => void;
}

export interface GridSize {
  readonly lines: number;
  /** The lines up to the last non-empty one. */
  readonly used: number;
  readonly columns: number;
}

const page = Math.floor(gridHeight / rowHeight) - 2;

type Step = readonly [lines: number, columns: number];

const steps: Readonly<Record<string, Step>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
  PageUp: [-page, 0],
  PageDown: [page, 0],
};

/**
 * The keys of a spreadsheet while no cell is being edited. Tab moves from cell to cell; at the last cell, and after
 * Escape, it leaves the grid, so that the focus is never trapped.
 */
export function useGridKeys(
  selection: Selection,
  { lines, used, columns }: GridSize,
  commands: GridCommands,
): (event: KeyboardEvent) => void {
  const isLeaving = useRef(false);
  const everything = Math.max(lines, columns);

  const moved = (event: KeyboardEvent, [down, across]: Step, extend: boolean): void => {
    event.preventDefault();
    commands.reveal(selection.move(down, across, extend));
  };

  const withControl = (event: KeyboardEvent): void => {
    const step = steps[event.key];
    const key = event.key.toLowerCase();
    if (step && event.key.startsWith('Arrow')) {
      moved(event, [step[0] * everything, step[1] * everything], event.shiftKey);
      return;
    }
    const actions: Readonly<Record<string, () => void>> = {
      home: () => commands.reveal(selection.move(-everything, -everything, event.shiftKey)),
      end: () => commands.reveal(selection.move(everything, everything, event.shiftKey)),
      a: () => selection.selectArea({ top: 0, left: 0, bottom: Math.max(used - 1, 0), right: columns - 1 }),
      d: () => commands.fillDown(selection.area),
      s: commands.save,
      y: commands.redo,
      z: event.shiftKey ? commands.redo : commands.undo,
    };
    taken(event, actions[key]);
  };

  const tabbed = (event: KeyboardEvent): void => {
    const { line, column } = selection.active;
    const by = event.shiftKey ? -1 : 1;
    const isPastEnd = by === 1 ? line === lines - 1 && column === columns - 1 : line === 0 && column === 0;
    if (isLeaving.current || isPastEnd) return;
    const isWrapping = by === 1 ? column === columns - 1 : column === 0;
    moved(event, isWrapping ? [by, -by * columns] : [0, by], false);
  };

  return (event) => {
    if (event.key === 'Tab') return tabbed(event);
    isLeaving.current = event.key === 'Escape';
    if (event.ctrlKey || event.metaKey) return withControl(event);
    if (event.altKey && event.key === 'ArrowDown') return taken(event, commands.menu);
    const step = steps[event.key];
    if (step) return moved(event, step, event.shiftKey);
    const actions: Readonly<Record<string, () => void>> = {
      Enter: () => commands.reveal(selection.move(event.shiftKey ? -1 : 1, 0)),
      Home: () => commands.reveal(selection.move(0, -columns, event.shiftKey)),
      End: () => commands.reveal(selection.move(0, columns, event.shiftKey)),
      F2: commands.edit,
      Delete: () => commands.clear(selection.area),
      Backspace: () => commands.clear(selection.area),
      Escape: () => selection.select(selection.active),
    };
    const isToggled = event.key === ' ' && commands.toggle();
    taken(event, isToggled ? () => {} : actions[event.key]);
  };
}

/** Runs what a key stands for, instead of the browser. */
function taken(event: KeyboardEvent, action: (() => void) | undefined): void {
  if (action === undefined) return;
  event.preventDefault();
  action();
}
