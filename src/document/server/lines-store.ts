import { Refused, refuse } from '../../base/refusal.ts';
import type { Context } from '../../platform/context.ts';
import type { Tx } from '../../platform/server/database.ts';
import type { StoredLine } from '../editing.ts';
import { type DocumentFields, type StoredRow, withGiven } from '../fields.ts';
import { changedColumns } from './store.ts';

/** The line table of a kind, as saves write it. */
export interface StoredLines {
  readonly table: string;
  /** The column that points to the document. */
  readonly owner: string;
  /** The written columns with their database types. */
  readonly types: Readonly<Record<string, string>>;
  readonly fields: DocumentFields;
}

/** Replaces the stored lines with the given ones (missing ones are deleted); returns whether anything changed. */
export function saveDocumentLines<Line extends StoredLine>(
  tx: Tx,
  context: Context,
  { table, owner, types, fields }: StoredLines,
  id: number,
  { stored, lines }: { readonly stored: readonly Line[]; readonly lines: readonly Line[] },
): boolean {
  const before = new Map(stored.map((line) => [line.id, line]));
  const kept = new Set(lines.map((line) => line.id));
  const gone = stored.filter((line) => !kept.has(line.id)).map((line) => line.id);
  const added = lines.filter((line) => line.id === null);
  const changed = lines.filter((line) => {
    const former = before.get(line.id);
    return former !== undefined && Object.keys(changedColumns(fields, former, line)).length > 0;
  });
  const columns = Object.keys(types);
  const record = Object.entries({ id: 'bigint', ...types })
    .map(([column, type]) => `${column} ${type}`)
    .join(', ');
  const assignments = columns.map((name) => `${name} = r.${name}`).join(', ');
  if (gone.length > 0) tx.send(`delete from ${table} where ${owner} = $1 and id = any ($2)`, [id, gone]);
  if (changed.length > 0)
    tx.send(
      `update ${table} l set ${assignments} from json_to_recordset($1) as r(${record})
       where l.id = r.id and l.${owner} = $2`,
      [JSON.stringify(changed), id],
    );
  if (added.length > 0)
    tx.send(
      `insert into ${table} (tenant_id, ${owner}, ${columns.join(', ')})
       select $2, $3, ${columns.join(', ')} from json_to_recordset($1) as r(${record})`,
      [JSON.stringify(added), context.tenantId, id],
    );
  return gone.length + changed.length + added.length > 0;
}

interface OrderedLine extends StoredLine {
  readonly sort_no: number;
}

/**
 * Merges input into stored lines: known lines change, new ones get defaults, and the order of the list becomes the
 * order of the lines. Refuses `not_found` for a line that is not on the document or is named twice.
 */
export function mergedLines<Line extends OrderedLine>(
  { fields, empty }: { readonly fields: DocumentFields; readonly empty: Line },
  stored: readonly Line[],
  wanted: readonly { readonly id?: number | null | undefined }[],
): Line[] {
  const unnamed = new Map(stored.map((line) => [line.id, line]));
  return wanted.map((input, position) => {
    const { id } = input;
    const former = typeof id === 'number' ? unnamed.get(id) : empty;
    if (!former) throw new Refused(refuse('not_found', { field: `lines.${position}.id` }));
    if (typeof id === 'number') unnamed.delete(id);
    const row = former as unknown as StoredRow<DocumentFields>;
    return { ...former, ...withGiven(fields, row, { ...input }), sort_no: position };
  });
}
