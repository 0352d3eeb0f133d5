import pg from 'pg';
import { type FieldProblem, Refused, refuse } from '../../base/refusal.ts';
import type { Table } from '../model.ts';
import type { RowKey } from '../source.ts';
import { identifier } from '../sql.ts';
import type { WriteSession } from './write-session.ts';

/** Maximum number of uses in a refusal; a person reads a few. */
const maxNamed = 100;

/** `on delete restrict`, before PostgreSQL 18 and since. */
const usedStates = ['23503', '23001'];

/**
 * Deletes rows; if some are referenced, finds them and refuses with the users of each and their number (ADM-18,
 * SHEET-16).
 */
export async function orUsed<T>(
  session: WriteSession,
  table: Table,
  keys: readonly RowKey[],
  write: () => Promise<T>,
): Promise<T> {
  const [column, ...others] = table.primaryKey;
  if (column === undefined || others.length > 0) return write();
  try {
    return await session.tx.undoing(write);
  } catch (error) {
    if (!(error instanceof pg.DatabaseError) || !usedStates.includes(error.code ?? '')) throw error;
    const problems = await usesOf(
      session,
      error.constraint ?? '',
      keys.map((key) => key[column]),
    );
    throw problems.length === 0 ? error : new Refused(refuse('foreign_key_violation', { problems }));
  }
}

/** A foreign key that prevents deletion. */
interface Keeping {
  readonly table: string;
  readonly column: string;
  /** The parent of the referencing rows, such as the document of lines: it is counted, once each. */
  readonly owner: string | null;
  readonly owner_column: string | null;
}

/**
 * Foreign keys with the same target as the violated one that refuse deletion. Skips rows with several parents, whose
 * references repeat those of the parents.
 */
const keepingSql = `
  with target as (select confrelid as id from pg_constraint where conname = $1 and contype = 'f' limit 1),
  keeping as (
    select distinct k.conrelid, a.attname as column
    from pg_constraint k join target t on k.confrelid = t.id
    join pg_attribute a on a.attrelid = k.conrelid and a.attnum = k.conkey[cardinality(k.conkey)]
    where k.contype = 'f' and k.confdeltype in ('a', 'r')),
  owners as (
    select k.conrelid, count(*) as count, min(k.confrelid::regclass::text) as owner, min(a.attname) as column
    from pg_constraint k
    join pg_attribute a on a.attrelid = k.conrelid and a.attnum = k.conkey[cardinality(k.conkey)]
    where k.contype = 'f' and k.confdeltype = 'c' and k.confrelid <> 'tenant'::regclass
      and k.conrelid in (select conrelid from keeping)
    group by k.conrelid)
  select k.conrelid::regclass::text as table, k.column, o.owner, o.column as owner_column
  from keeping k left join owners o using (conrelid)
  where coalesce(o.count, 0) < 2`;

interface Use {
  readonly id: string;
  readonly used_by: string;
  readonly count: string;
}

async function usesOf(
  session: WriteSession,
  constraint: string,
  ids: readonly unknown[],
): Promise<readonly FieldProblem[]> {
  const keeping = await session.write<Keeping>(keepingSql, [constraint]);
  if (keeping.length === 0) return [];
  const pointing = keeping.map(({ table, column, owner, owner_column }) => {
    const user = pg.escapeLiteral(owner ?? table);
    const holder = owner_column === null ? 'ctid::text' : `${identifier(owner_column)}::text`;
    const own = owner === null && keeping.some((other) => other.owner === table) ? 'id::text' : holder;
    return `select ${user} as used_by, ${identifier(column)} as id, ${own} as holder
      from ${identifier(table)} where ${identifier(column)} = any($1::bigint[])`;
  });
  const uses = await session.write<Use>(
    `select id, used_by, count(distinct holder) as count from (${pointing.join(' union all ')}) pointing
     group by id, used_by order by id, count desc, used_by limit ${maxNamed}`,
    [ids],
  );
  return uses.map(({ id, used_by, count }) => ({
    field: 'id',
    code: 'foreign_key_violation',
    values: { id: Number(id), used_by, count: Number(count) },
  }));
}
