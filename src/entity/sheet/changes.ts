import type { Entity, Row } from '../entity.ts';
import { normalRow } from '../problems.ts';
import { isBlank, isUnread, isWritable, type Line, rowOf, same } from './line.ts';

/** The content of a save (SHEET-15): objects without id are inserted, the others updated. */
export interface Changes {
  readonly objects: readonly Row[];
  /** The line of each object. */
  readonly lines: readonly Line[];
  readonly idsToDelete: readonly number[];
  readonly counts: { readonly added: number; readonly changed: number; readonly deleted: number };
}

/** Compares the lines, hidden ones included, with the stored rows. */
export function changesOf(entity: Entity, lines: readonly Line[]): Changes {
  const pairs = lines.flatMap((line) => {
    if (line.isRemoved) return [];
    const object = line.stored === null ? insertOf(entity, line) : updateOf(entity, line);
    return object === undefined ? [] : [{ line, object }];
  });
  const idsToDelete = lines.flatMap(({ id, isRemoved }) => (isRemoved && id !== null ? [id] : []));
  const added = pairs.filter(({ line }) => line.stored === null).length;
  return {
    objects: pairs.map(({ object }) => object),
    lines: pairs.map(({ line }) => line),
    idsToDelete,
    counts: { added, changed: pairs.length - added, deleted: idsToDelete.length },
  };
}

/** Merges the changes of several parts of the lines. */
export function allChanges(parts: readonly Changes[]): Changes {
  const sum = (count: keyof Changes['counts']): number =>
    parts.reduce((total, { counts }) => total + counts[count], 0);
  return {
    objects: parts.flatMap(({ objects }) => objects),
    lines: parts.flatMap(({ lines }) => lines),
    idsToDelete: parts.flatMap(({ idsToDelete }) => idsToDelete),
    counts: { added: sum('added'), changed: sum('changed'), deleted: sum('deleted') },
  };
}

export function isChanged(changes: Changes): boolean {
  return changes.objects.length > 0 || changes.idsToDelete.length > 0;
}

/** The cells of a stored line that differ from the server. */
export function changedFields({ fields }: Pick<Entity, 'fields'>, line: Line): readonly string[] {
  if (line.stored === line.cells || line.stored === null) return [];
  const { stored, cells } = line;
  return Object.keys(fields).filter((name) => {
    const content = cells[name] ?? null;
    return isUnread(content) || !same(content, stored[name] ?? null);
  });
}

function insertOf(entity: Entity, line: Line): Row | undefined {
  if (isBlank(entity, line)) return undefined;
  const row = normalRow(entity.fields, rowOf(line.cells));
  const given = Object.entries(row).filter(
    ([name, value]) => value !== null && !entity.fields[name]?.computed,
  );
  return { ...Object.fromEntries(given), ...entity.constants };
}

function updateOf(entity: Entity, line: Line): Row | undefined {
  const names = changedFields(entity, line).filter((name) => isWritable(entity.fields[name], line));
  if (names.length === 0 || line.id === null) return undefined;
  const row = normalRow(entity.fields, rowOf(line.cells));
  return {
    id: line.id,
    ...(line.stamp !== null && { updated_at: line.stamp }),
    ...Object.fromEntries(names.map((name) => [name, row[name] ?? null])),
  };
}
