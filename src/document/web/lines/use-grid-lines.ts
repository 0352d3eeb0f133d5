import { useMemo } from 'react';
import { uniqueKey } from '../../../platform/web/unique-key.ts';
import { type RowsInView, useRowsInView } from '../../../platform/web/use-rows-in-view.ts';
import type { Problems } from '../draft/problems.ts';
import type { LineSheet, TypedLine } from './line-columns.ts';
import type { DraftGroup } from './line-groups.ts';
import { type GridKeys, useGridKeys } from './use-grid-keys.ts';

type Fill<Line> = (line: Line) => Line;

/** The typed lines and their operations. */
export interface LineEditor<Line> {
  readonly lines: readonly Line[];
  /** Changes one line; creates the line if it was only offered. */
  readonly setLine: (key: string, change: Fill<Line>) => void;
  /** Adds a line at the end. */
  readonly addLine: (fill?: Fill<Line>) => void;
  readonly removeLine: (key: string) => void;
}

/** The operations on the lines of a draft. */
export function lineEditor<Line extends TypedLine>(
  lines: readonly Line[],
  changeLines: (next: (lines: readonly Line[]) => readonly Line[]) => void,
  newLine: (key: string) => Line,
): LineEditor<Line> {
  return {
    lines,
    setLine: (key, change) =>
      changeLines((present) =>
        present.some((line) => line.key === key)
          ? present.map((line) => (line.key === key ? change(line) : line))
          : [...present, change(newLine(key))],
      ),
    addLine: (fill = (line) => line) => changeLines((present) => [...present, fill(newLine(uniqueKey()))]),
    removeLine: (key) => changeLines((present) => present.filter((line) => line.key !== key)),
  };
}

/** The lines as the grid shows them, with operations that also move the focus. */
export interface GridLines<Line> {
  readonly shown: readonly GridLine<Line>[];
  /** Which of them are drawn. */
  readonly rows: RowsInView<HTMLTableSectionElement>;
  readonly keys: GridKeys;
  /** `columns` names the typed fields as the server does. */
  readonly change: (line: Line, columns: readonly string[], next: Fill<Line>) => void;
  readonly remove: (line: Line, place: number) => void;
  readonly add: () => void;
  /** Fills the first blank line, or a new one, and focuses its cell in `column`, if given. */
  readonly addFilled: (fill: Fill<Line>, column?: string) => void;
  /** Fills the blank lines and then new ones, and focuses the first cell of the last. */
  readonly addAll: (fills: readonly Fill<Line>[]) => void;
  /** Focuses this cell of the last line. */
  readonly focusLast: (column: string) => void;
}

export interface GridLine<Line> {
  readonly line: Line;
  /** Its index among all lines, even if only some are shown. */
  readonly index: number;
}

export interface GridLinesOptions<Line extends TypedLine> {
  readonly sheet: LineSheet<Line>;
  readonly editor: LineEditor<Line>;
  /** The shown group; all lines without one. */
  readonly group: DraftGroup<Line> | undefined;
  readonly onShowAll: () => void;
  /** Reports edited fields, whose errors then vanish. */
  readonly onTyped: (places: readonly string[]) => void;
  /** By line key. */
  readonly problems: ReadonlyMap<string, Problems>;
  readonly heights: LineHeights;
}

export interface LineHeights {
  /** Names how the lines are laid out. */
  readonly layout: string;
  /** In pixels. */
  readonly expectedHeight: number;
}

/** The key of the line that is offered while there are none. */
const offeredKey = 'first';

export function useGridLines<Line extends TypedLine>(options: GridLinesOptions<Line>): GridLines<Line> {
  const { sheet, editor, group, onShowAll, onTyped, problems, heights } = options;
  const { newLine, isBlank } = sheet;
  const firstColumn = sheet.columns[0]?.key ?? '';
  const offered = useMemo(() => newLine(offeredKey), [newLine]);
  const lines = editor.lines.length > 0 ? editor.lines : [offered];
  // Blank lines appear under every tab, since they may join any group.
  const shown = lines
    .map((line, index) => ({ line, index }))
    .filter(({ line }) => group === undefined || group.lines.has(line.key) || isBlank(line));
  const addLine = (): void => editor.addLine(group?.fill);
  const rows = useRowsInView<HTMLTableSectionElement>({
    ...heights,
    keys: shown.map(({ line }) => line.key),
    // The page jumps to the first error that it finds in the document (VAL-45).
    kept: shown.find(({ line }) => problems.has(line.key))?.line.key,
  });
  const keys = useGridKeys(rows, { lines: shown.length, firstColumn }, addLine);

  return {
    shown,
    rows,
    keys,
    change: (line, columns, next) => {
      editor.setLine(line.key, next);
      onTyped(['head.lines', ...columns.map((column) => `${line.key}.${column}`)]);
    },
    remove: (line, place) => {
      editor.removeLine(line.key);
      keys.focusCell(Math.max(0, place - 1), firstColumn);
    },
    add: () => {
      addLine();
      keys.focusCell(shown.length, firstColumn);
    },
    addFilled: (fill, column) => {
      const place = lines.findIndex(isBlank);
      const blank = lines[place];
      if (blank === undefined) editor.addLine(fill);
      else editor.setLine(blank.key, fill);
      onTyped(['head.lines']);
      onShowAll();
      if (column !== undefined) keys.focusCell(blank === undefined ? lines.length : place, column);
    },
    addAll: (fills) => {
      const blanks = lines.filter(isBlank);
      fills.forEach((fill, place) => {
        const blank = blanks[place];
        if (blank === undefined) editor.addLine(fill);
        else editor.setLine(blank.key, fill);
      });
      onTyped(['head.lines']);
      onShowAll();
      keys.focusCell(lines.length - blanks.length + Math.max(fills.length, blanks.length) - 1, firstColumn);
    },
    focusLast: (column) => keys.focusCell(Math.max(0, shown.length - 1), column),
  };
}
