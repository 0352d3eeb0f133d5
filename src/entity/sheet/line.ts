import { unreadable } from '../../base/typed-number.ts';
import type { Entity, EntitySettings, Row } from '../entity.ts';
import type { Field } from '../field.ts';
import type { Reading, Translation, Value } from '../kind.ts';

/** A text that is no value of its column; kept so that the person can correct it. */
export interface Unread {
  readonly unread: string;
}

/** The content of a cell. */
export type Content = Value | Unread;

/** One line of the table view. Lines are immutable: an edit creates a new one with the same key. */
export interface Line {
  /** Identifies the line while the page is open. */
  readonly key: number;
  readonly id: number | null;
  /** `updated_at` of the stored row, which a save expects unchanged (SHEET-16). */
  readonly stamp: string | null;
  /** The row as loaded; null for an added line. */
  readonly stored: Row | null;
  readonly cells: Readonly<Record<string, Content>>;
  /** The next save deletes the row; until then it is shown struck through and can be restored. */
  readonly isRemoved: boolean;
}

export function emptyLine(key: number): Line {
  return { key, id: null, stamp: null, stored: null, cells: {}, isRemoved: false };
}

/** A line of a stored row; `id` and `updated_at` are not fields. */
export function storedLine(key: number, { id, updated_at: stamp, ...row }: Row): Line {
  return {
    key,
    id: typeof id === 'number' ? id : null,
    stamp: typeof stamp === 'string' ? stamp : null,
    stored: row,
    cells: row,
    isRemoved: false,
  };
}

export function isUnread(content: Content | undefined): content is Unread {
  return typeof content === 'object' && content !== null && 'unread' in content;
}

/** An added line that is empty or holds only zeros and initial values does not count (SHEET-04). */
export function isBlank({ fields }: Pick<Entity, 'fields'>, line: Line): boolean {
  if (line.stored !== null) return false;
  return Object.entries(line.cells).every(([name, content]) => {
    if (isUnread(content)) return false;
    return isNothing(content) || same(content, fields[name]?.initial ?? null);
  });
}

function isNothing(value: Value): boolean {
  return value === null || value === '' || value === 0 || value === '0' || value === false;
}

/** Whether two values of a field are equal; amounts are compared in their stored form. */
export function same(left: Value, right: Value): boolean {
  if (typeof left === 'object' || typeof right === 'object')
    return JSON.stringify(left) === JSON.stringify(right);
  return left === right;
}

/** Whether the cell may be edited: values that are set once only in added lines, deleted lines never. */
export function isWritable(field: Field | undefined, line: Line | undefined): boolean {
  return field !== undefined && !field.computed && !(field.fixed && line?.stored) && !line?.isRemoved;
}

/** The initial values of a new line, also requested from the server when a line becomes one. */
export function initialRow({ fields, constants }: Pick<Entity, 'fields' | 'constants'>): Row {
  const initial = Object.entries(fields).flatMap(([name, { initial }]) =>
    initial === undefined ? [] : [[name, initial] as const],
  );
  return { ...Object.fromEntries(initial), ...constants };
}

export interface Typing {
  readonly entity: Entity;
  readonly settings: EntitySettings;
  readonly readingOf: (field: string) => Reading;
  /** Whether a value may be newly chosen; known where the named person must be able to act. */
  readonly isOffered?: (name: string, value: unknown) => boolean;
}

/** The line after a text was typed, pasted or filled into a cell; the same line where nothing changes. */
export function typedInto(line: Line, name: string, text: string, typing: Typing): Line {
  const { entity, settings, readingOf } = typing;
  const field = entity.fields[name];
  if (field === undefined || !isWritable(field, line)) return line;
  const content = read(field, text, readingOf(name), line.cells[name]);
  const present = line.cells[name] ?? null;
  if (
    isUnread(content)
      ? isUnread(present) && present.unread === content.unread
      : !isUnread(present) && same(content, present)
  ) {
    return line;
  }
  const begun = line.stored === null && Object.keys(line.cells).length === 0 ? initialRow(entity) : {};
  const cells = { ...begun, ...line.cells, [name]: content };
  if (isUnread(content)) return { ...line, cells };
  return { ...line, cells: { ...cells, ...entity.derive(rowOf(cells), name, settings) } };
}

/**
 * The line after texts were written into several cells. In an empty line an empty text keeps the initial value:
 * pasted rows with an empty column "active" are not meant to be inactive.
 */
export function typedRow(
  line: Line,
  texts: Iterable<readonly [field: string, text: string]>,
  typing: Typing,
): Line {
  const isFresh = line.stored === null && Object.keys(line.cells).length === 0;
  let typed = line;
  for (const [name, text] of texts) {
    if (!isFresh || text.trim() !== '') typed = typedInto(typed, name, text, typing);
  }
  return typed;
}

/** The values of cells; unread texts count as empty. */
export function rowOf(cells: Line['cells']): Row {
  return Object.fromEntries(
    Object.entries(cells).map(([name, content]) => [name, isUnread(content) ? null : content]),
  );
}

function read(field: Field, text: string, reading: Reading, present: Content | undefined): Content {
  const value = field.kind.read(text, reading);
  if (value === unreadable) return { unread: text };
  const normal = value === null ? null : field.kind.normal(value);
  return field.kind.input === 'translated' ? withOtherNames(normal, present, reading) : normal;
}

/** A cell holds only the name in the reader's language; the other names are kept (I18N-07). */
function withOtherNames(value: Value, present: Content | undefined, { language }: Reading): Value {
  const names = Array.isArray(present) ? (present as readonly Translation[]) : [];
  const own = (value ?? []) as readonly Translation[];
  const isKnown = names.some(({ lang }) => lang === language);
  const all = isKnown ? names.flatMap((name) => (name.lang === language ? own : [name])) : [...names, ...own];
  return all;
}

/** The text that the cell shows and copies. Secrets are never shown (SHEET-18). */
export function cellText(field: Field, content: Content | undefined, reading: Reading): string {
  if (content === undefined || content === null) return '';
  if (field.kind.input === 'secret') return '';
  return isUnread(content) ? content.unread : field.kind.write(content, reading);
}
