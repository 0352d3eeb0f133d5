import { useMemo, useState } from 'react';
import { findsIn, searchText } from '../../../base/search.ts';
import type { Entity, Row } from '../../entity.ts';
import { type Area, type Place, range } from '../../sheet/area.ts';
import { begun, changed, type History, redone, undone } from '../../sheet/history.ts';
import { Judge, type Problems } from '../../sheet/judge.ts';
import { cellText, type Line, type Typing } from '../../sheet/line.ts';
import { ordered } from '../../sheet/order.ts';
import {
  loaded,
  type Order,
  restoredLines,
  type Sheet,
  withLines,
  withoutLines,
  withStored,
  writeBlockAt,
  writeCells,
} from '../../sheet/sheet.ts';
import type { Column } from './columns.ts';

/** The state of a table view and everything that changes it. Each change is one step of undo. */
export interface SheetEditing {
  readonly sheet: Sheet;
  /** The rows that the state began with. */
  readonly rows: readonly Row[];
  /** Starts over with these rows: discards all edits and the undo history. */
  readonly begin: (rows: readonly Row[]) => void;
  /** Adds stored rows that the sheet does not have, such as those that a search found on the server (SHEET-20). */
  readonly addFound: (rows: readonly Row[]) => void;
  /** Restores the initial rows; this can be undone. */
  readonly discard: () => void;
  /** The lines that match the search, in order. */
  readonly shown: readonly Line[];
  readonly problems: ReadonlyMap<number, Problems>;
  readonly search: string;
  readonly setSearch: (text: string) => void;
  /** Sorts the lines by a column. */
  readonly sort: (order: Order) => void;
  readonly canUndo: boolean;
  readonly canRedo: boolean;
  readonly undo: () => void;
  readonly redo: () => void;
  /** Writes a block of texts from a cell among the shown ones. */
  readonly write: (at: Place, block: readonly (readonly string[])[]) => void;
  readonly clear: (area: Area) => void;
  readonly addLines: (count: number, above: Line | undefined) => void;
  readonly removeLines: (keys: ReadonlySet<number>) => void;
  readonly restoreLines: (keys: ReadonlySet<number>) => void;
  /** Any other change of the whole sheet, such as an import or reloaded rows. */
  readonly change: (change: (sheet: Sheet) => Sheet) => void;
  /** Marks a line that the server refused, until it is edited. */
  readonly refuse: (refused: ReadonlyMap<Line, Problems>) => void;
  readonly textAt: (place: Place) => string;
}

interface Filter {
  readonly text: string;
  readonly keys: ReadonlySet<number>;
  /** Lines added after the search stay visible. */
  readonly firstAdded: number;
}

interface State {
  readonly rows: readonly Row[];
  /** Stored rows beyond these. */
  readonly found: readonly Row[];
  readonly history: History<Sheet>;
  readonly filter: Filter;
}

const noFilter: Filter = { text: '', keys: new Set(), firstAdded: 0 };

export function useSheet(
  entity: Entity,
  firstRows: readonly Row[],
  columns: readonly Column[],
  typing: Typing,
): SheetEditing {
  const [{ rows, found, history, filter }, setState] = useState(
    (): State => ({ rows: firstRows, found: [], history: begun(loaded(firstRows)), filter: noFilter }),
  );
  const [judge] = useState(() => new Judge(entity));
  const [refusals, setRefusals] = useState(0);
  const sheet = history.present;
  const shown = useMemo(() => shownLines(sheet, filter), [sheet, filter]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the judge stores the server's refusals.
  const problems = useMemo(() => judge.problems(sheet.lines), [judge, sheet.lines, refusals]);
  const step = (next: (history: History<Sheet>) => History<Sheet>): void =>
    setState((state) => ({ ...state, history: next(state.history) }));
  const change = (next: (sheet: Sheet) => Sheet): void =>
    step((known) => changed(known, next(known.present)));
  const names = columns.map(({ name }) => name);
  const inOrder = (next: Sheet, order: Order | null): Sheet => {
    const column = columns.find(({ name }) => name === order?.name);
    return order && column ? ordered(next, order, column) : next;
  };
  const fresh = (next: readonly Row[], before: Sheet): Sheet =>
    inOrder(loaded(next, before, entity.label), before.order);
  return {
    sheet,
    rows,
    begin: (next) =>
      setState(({ history: known, filter: { text } }) => {
        const present = fresh(next, known.present);
        return { rows: next, found: [], history: begun(present), filter: filterOf(present, columns, text) };
      }),
    addFound: (more) => setState((state) => withFound(state, more, columns)),
    discard: () => change((present) => withStored(fresh(rows, present), found)),
    shown,
    problems,
    search: filter.text,
    setSearch: (text) =>
      setState((state) => ({ ...state, filter: filterOf(state.history.present, columns, text) })),
    sort: (order) => change((present) => inOrder(present, order)),
    canUndo: history.past.length > 0,
    canRedo: history.future.length > 0,
    undo: () => step(undone),
    redo: () => step(redone),
    write: (at, block) => {
      const keys = shown.map(({ key }) => key);
      change((present) => writeBlockAt(present, { shown: keys, columns: names, at }, block, typing));
    },
    clear: (area) => change((present) => writeCells(present, emptyTexts(area, shown, names), typing)),
    addLines: (count, above) => change((present) => withLines(present, count, above?.key)),
    removeLines: (keys) => change((present) => withoutLines(present, keys)),
    restoreLines: (keys) => change((present) => restoredLines(present, keys)),
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

/** The state with further stored rows. They are not an edit, so undo does not remove them. */
function withFound(state: State, more: readonly Row[], columns: readonly Column[]): State {
  const present = withStored(state.history.present, more);
  if (present === state.history.present) return state;
  return {
    ...state,
    found: [...state.found, ...more],
    history: { ...state.history, present },
    filter: filterOf(present, columns, state.filter.text),
  };
}

/** An empty text for each cell of an area. */
function emptyTexts(area: Area, shown: readonly Line[], names: readonly string[]) {
  return range(area.top, area.bottom).flatMap((place) => {
    const line = shown[place]?.key;
    if (line === undefined) return [];
    return names.slice(area.left, area.right + 1).map((field) => ({ line, field, text: '' }));
  });
}

function shownLines({ lines }: Sheet, { text, keys, firstAdded }: Filter): readonly Line[] {
  if (text.trim() === '') return lines;
  return lines.filter(({ key }) => keys.has(key) || key >= firstAdded);
}

/** The lines whose cells contain the words of the text at the time of the search (SHEET-17). */
function filterOf({ lines, nextKey }: Sheet, columns: readonly Column[], text: string): Filter {
  if (text.trim() === '') return { ...noFilter, text };
  const matches = (line: Line): boolean => findsIn(text, searchedTextOf(line, columns));
  return { text, keys: new Set(lines.filter(matches).map(({ key }) => key)), firstAdded: nextKey };
}

/** The searched text of each line; a changed line is a new object. */
const searchedTexts = new WeakMap<Line, { readonly columns: readonly Column[]; readonly text: string }>();

function searchedTextOf(line: Line, columns: readonly Column[]): string {
  const known = searchedTexts.get(line);
  if (known?.columns === columns) return known.text;
  const texts = columns.map(({ name, field, reading }) => cellText(field, line.cells[name], reading));
  const text = searchText(texts);
  searchedTexts.set(line, { columns, text });
  return text;
}
