import { useMemo, useState } from 'react';
import type { Entity, Row } from '../../entity.ts';
import { type Area, type Place, range } from '../../sheet/area.ts';
import { begun, changed, redone, undone } from '../../sheet/history.ts';
import { Judge, type Problems } from '../../sheet/judge.ts';
import { cellText, type Line, type Typing } from '../../sheet/line.ts';
import { loaded, type Sheet, withLines, withoutLines, writeBlockAt, writeCells } from '../../sheet/sheet.ts';
import type { Column } from './columns.ts';

/** The state of a table view and everything that changes it. Each change is one step of undo. */
export interface SheetEditing {
  readonly sheet: Sheet;
  /** What it was begun with. */
  readonly rows: readonly Row[];
  /** Begins with these rows anew: nothing of what was typed is left. */
  readonly begin: (rows: readonly Row[]) => void;
  /** The lines that the search leaves, in order. */
  readonly shown: readonly Line[];
  readonly problems: ReadonlyMap<number, Problems>;
  readonly search: string;
  readonly setSearch: (text: string) => void;
  readonly canUndo: boolean;
  readonly canRedo: boolean;
  readonly undo: () => void;
  readonly redo: () => void;
  /** Writes a block of texts, beginning at a cell among the shown ones. */
  readonly write: (at: Place, block: readonly (readonly string[])[]) => void;
  readonly clear: (area: Area) => void;
  readonly addLines: (count: number, above: Line | undefined) => void;
  readonly removeLines: (keys: ReadonlySet<number>) => void;
  /** Any other change of the whole, such as an import or rows that were read anew. */
  readonly change: (change: (sheet: Sheet) => Sheet) => void;
  /** Shows a line that the server refused, until it is edited. */
  readonly refuse: (refused: ReadonlyMap<Line, Problems>) => void;
  readonly textAt: (place: Place) => string;
}

interface Filter {
  readonly text: string;
  readonly keys: ReadonlySet<number>;
  /** Lines that were added after the search stay in view. */
  readonly firstAdded: number;
}

const noFilter: Filter = { text: '', keys: new Set(), firstAdded: 0 };

export function useSheet(
  entity: Entity,
  firstRows: readonly Row[],
  columns: readonly Column[],
  typing: Typing,
): SheetEditing {
  const [rows, setRows] = useState(firstRows);
  const [history, setHistory] = useState(() => begun(loaded(rows)));
  const [filter, setFilter] = useState(noFilter);
  const [judge] = useState(() => new Judge(entity));
  const [refusals, setRefusals] = useState(0);
  const sheet = history.present;
  const shown = useMemo(() => shownLines(sheet, filter), [sheet, filter]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the judge remembers what the server refused.
  const problems = useMemo(() => judge.problems(sheet.lines), [judge, sheet.lines, refusals]);
  const change = (next: (sheet: Sheet) => Sheet): void => {
    setHistory((known) => changed(known, next(known.present)));
  };
  const names = columns.map(({ name }) => name);
  const filterBy = (text: string, searched: Sheet): void =>
    setFilter({ text, keys: matchingKeys(searched, columns, text), firstAdded: searched.nextKey });
  return {
    sheet,
    rows,
    begin: (next) => {
      const present = loaded(next);
      setRows(next);
      setHistory(begun(present));
      filterBy(filter.text, present);
    },
    shown,
    problems,
    search: filter.text,
    setSearch: (text) => filterBy(text, sheet),
    canUndo: history.past.length > 0,
    canRedo: history.future.length > 0,
    undo: () => setHistory(undone),
    redo: () => setHistory(redone),
    write: (at, block) => {
      const keys = shown.map(({ key }) => key);
      change((present) => writeBlockAt(present, { shown: keys, columns: names, at }, block, typing));
    },
    clear: (area) => {
      const writings = range(area.top, area.bottom).flatMap((place) => {
        const line = shown[place]?.key;
        if (line === undefined) return [];
        return names.slice(area.left, area.right + 1).map((field) => ({ line, field, text: '' }));
      });
      change((present) => writeCells(present, writings, typing));
    },
    addLines: (count, above) => change((present) => withLines(present, count, above?.key)),
    removeLines: (keys) => change((present) => withoutLines(present, keys)),
    change,
    refuse: (refused) => {
      judge.refuse(refused);
      setRefusals((count) => count + 1);
    },
    textAt: ({ line, column }) => {
      const shownLine = shown[line];
      const at = columns[column];
      return shownLine && at ? cellText(at.field, shownLine.cells[at.name], at.reading) : '';
    },
  };
}

function shownLines({ lines }: Sheet, { text, keys, firstAdded }: Filter): readonly Line[] {
  if (text.trim() === '') return lines;
  return lines.filter(({ key }) => keys.has(key) || key >= firstAdded);
}

/** The lines with the text in one of their cells, as it was when the search began (SHEET-17). */
function matchingKeys({ lines }: Sheet, columns: readonly Column[], text: string): ReadonlySet<number> {
  const wanted = text.trim().toLocaleLowerCase();
  const matches = (line: Line): boolean =>
    columns.some(({ name, field, reading }) =>
      cellText(field, line.cells[name], reading).toLocaleLowerCase().includes(wanted),
    );
  return new Set(lines.filter(matches).map(({ key }) => key));
}
