import type { Context } from '../../platform/context.ts';
import type { Tx } from '../../platform/server/database.ts';
import { counted } from '../../platform/server/fairness/work.ts';
import { type Compiler, limitMarker } from '../compile.ts';
import type { Selection } from '../selection.ts';
import { type Pair, row, selectList } from '../sql.ts';
import { compute } from './computed.ts';

/** Size limit of one answer in bytes; a larger one is refused inside the database. */
const maxBodyLength = 64 * 1024 * 1024;

/**
 * The whole answer as one text. `offset 0` keeps the planner from merging the two selects: `body` would occur three
 * times, and be planned three times and run twice. The guard is evaluated first, as it depends on no row.
 */
export function rootStatement(pairs: readonly Pair[], guard?: string, beside?: string): string {
  const also = beside === undefined ? '' : `, ${beside}`;
  const where = guard === undefined ? '' : ` where ${guard}`;
  return (
    `select case when octet_length(body) > ${maxBodyLength} then ('${limitMarker} ' || octet_length(body))::json::text else body end as body${also}` +
    ` from (select row_to_json(${row})::text as body from (select ${selectList(pairs)}) ${row} offset 0) answer${where}`
  );
}

/** Notices of the database about the changes of this transaction; null means none. */
export interface ChangeNotes {
  /** Number of changes waiting for confirmation (AUTH-31). */
  readonly waiting: number | null;
  /** Number of open documents that use a deactivated record or depend on a changed one (PROC-43). */
  readonly documents_waiting: number | null;
  /** Number of suppliers that share an identifying value with another one (ADM-22). */
  readonly twins: number | null;
}

const noteNames = ['waiting', 'documents_waiting', 'twins'] as const satisfies (keyof ChangeNotes)[];

const notedSql = (name: string): string => `nullif(current_setting('app.${name}', true), '')::integer`;

/** The notices as columns of a root statement; documents are counted after all changes, so that each counts once. */
export const notesSql = noteNames
  .map((name) =>
    name === 'documents_waiting'
      ? '(select nullif(count(*), 0)::integer from app.documents_reached()) as documents_waiting'
      : `${notedSql(name)} as ${name}`,
  )
  .join(', ');

/** The notices with a number; undefined if there are none. */
export function noteExtensions(
  notes: Partial<ChangeNotes>,
): Partial<Record<keyof ChangeNotes, number>> | undefined {
  const shownNotes = noteNames.flatMap((name) => (notes[name] ? [[name, notes[name]] as const] : []));
  return shownNotes.length === 0 ? undefined : Object.fromEntries(shownNotes);
}

/** Adds the notices to the answer, so that waiting changes do not go unnoticed (API-04). */
export function withNotes(answer: string, notes: Partial<ChangeNotes> | undefined): string {
  const shownNotes = noteExtensions(notes ?? {});
  return shownNotes ? `${answer.slice(0, -1)},"extensions":${JSON.stringify(shownNotes)}}` : answer;
}

/** The body of the answer; parsed only if TypeScript has fields to compute. */
export async function finished(
  compiler: Compiler,
  selection: Selection,
  body: string | undefined,
  context: Context,
  tx: Tx,
): Promise<string> {
  if (body === undefined) throw new Error('the statement returned no row');
  if (compiler.computed.length === 0) return `{"data":${body}}`;
  const data: unknown = counted(() => JSON.parse(body));
  await compute(compiler, selection, data, context, tx);
  return counted(() => JSON.stringify({ data }));
}
