import type { DocumentField, DocumentFields } from '../../../document/fields.ts';
import type { Kind } from '../../../document/kind.ts';
import type { Tx } from '../../../platform/server/database.ts';

/** Fields that people fill in for documents of a kind. */
export interface RecordedContent {
  readonly kind: Pick<Kind, 'name' | 'entries'>;
  /** By table, in form order. */
  readonly filled: Readonly<Record<string, DocumentFields>>;
}

/** The requested content, optionally restricted to changes made with one timeline entry. */
export interface AskedContent extends RecordedContent {
  readonly entryId: number | null;
}

/** The audit rows about the content. Bounded by ids, since times may be off by an hour. */
export interface ContentSpan {
  readonly since: number;
  /** The save that ended before the span. */
  readonly former: string;
  readonly until: number | null;
  /** Restricts to this save. */
  readonly group: string | null;
  readonly columns: readonly string[];
}

interface EntryRow {
  readonly id: number;
  readonly group: string;
  readonly entry_type: string | null;
  readonly is_done: boolean;
}

const entryColumns = `a.id, a.random_id as group, a.data_after ->> 'type' as entry_type,
  a.data_after ->> 'completed_at' is not null as is_done`;

/**
 * The audit rows that show changes of a document's content, without those before it was submitted. For a timeline
 * entry: the changes saved with it, and for a clearing those saved during it. Null where nothing can have changed.
 */
export async function contentSpan(
  tx: Tx,
  { kind, filled, entryId }: AskedContent,
  id: number,
): Promise<ContentSpan | null> {
  const columns = Object.entries(filled).flatMap(([table, fields]) =>
    Object.keys(fields).map((field) => `${table}.${field}`),
  );
  const ofDocument = `a.${kind.name}_id = $1 and a."table" = 'timeline_entry'`;
  const [begun] = await tx.query<EntryRow>(
    `select ${entryColumns} from audit_log a join timeline_entry e on e.tenant_id = a.tenant_id and e.id = a.foreign_key
     where ${ofDocument} and e.type = $2 and a.data_after ->> 'completed_at' is not null order by a.id limit 1`,
    [id, kind.entries.start],
  );
  if (!begun) return null;
  const whole = { since: begun.id, former: begun.group, until: null, group: null, columns };
  if (entryId === null) return whole;
  const rows = await tx.query<EntryRow>(
    `select ${entryColumns} from audit_log a where ${ofDocument} and a.foreign_key = $2 order by a.id`,
    [id, entryId],
  );
  const [made, ...later] = rows;
  if (!made) return null;
  if (made.entry_type !== kind.entries.clearing) return { ...whole, group: made.group };
  const end = later.find(({ is_done }) => is_done);
  return { ...whole, since: made.id, former: made.group, until: end?.id ?? null };
}

/** Condition on rows `a` within a span; its values follow the first two parameters of a query. */
export const withinSpan = `a.id > $3 and a.random_id <> $4 and ($5::bigint is null or a.id <= $5)
  and ($6::text is null or a.random_id = $6)
  and exists (select from unnest(a.affected_properties) as p where a."table" || '.' || p = any ($7))`;

export function spanValues({ since, former, until, group, columns }: ContentSpan): readonly unknown[] {
  return [since, former, until, group, columns];
}

/** Whether the field of an added or removed row has its default value, which is not worth showing. */
export function isUsualValue({ isFilled, initial, usual }: DocumentField, value: string | null): boolean {
  if (value === null) return true;
  if (usual !== undefined) return Number(value) === Number(usual);
  return isFilled && String(initial ?? false) === value;
}
