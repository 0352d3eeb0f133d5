import { queryOptions } from '@tanstack/react-query';
import type { Day } from '../../../base/day.ts';
import { gql } from '../../../platform/web/api.ts';
import { isDocumentTable } from '../../../timeline/kinds.ts';
import type { AccessKind } from '../model.ts';

/** An auditor's scope and end date (ARC-04). */
export interface AuditorAccess {
  readonly company: string;
  readonly from: Day;
  readonly until: Day;
  readonly endsOn: Day;
}

interface AccessAnswer {
  readonly lb_user_by_pk: {
    readonly auditor_from: Day | null;
    readonly auditor_until: Day | null;
    readonly auditor_ends_on: Day | null;
    readonly auditor_client: { readonly name: string } | null;
  } | null;
}

/** A person's auditor access; null for others. */
export function auditorOptions(id: number) {
  return queryOptions({
    queryKey: ['auditor', id],
    queryFn: async ({ signal }): Promise<AuditorAccess | null> => {
      const { lb_user_by_pk: person } = await gql<AccessAnswer>(
        `query AuditorAccess($id: bigint!) { lb_user_by_pk(id: $id) {
          auditor_from auditor_until auditor_ends_on auditor_client { name } } }`,
        { id },
        { signal },
      );
      const {
        auditor_from: from,
        auditor_until: until,
        auditor_ends_on: endsOn,
        auditor_client,
      } = person ?? {};
      if (!from || !until || !endsOn) return null;
      return { company: auditor_client?.name ?? '', from, until, endsOn };
    },
  });
}

/** An entry of an auditor's log. */
export interface LoggedAccess {
  readonly id: number;
  readonly created_at: string;
  readonly kind: AccessKind;
  readonly operation: string;
  readonly target_table: string | null;
  readonly target_id: string | null;
}

/** An entry with the number of its document, if it has one and the person sees it. */
export interface ShownAccess extends LoggedAccess {
  readonly number: string | null;
}

interface NumberedDocument {
  readonly kind: string;
  readonly id: number;
  readonly number: string | null;
}

/** The documents that entries are about, by kind. */
export function documentsOf(rows: readonly LoggedAccess[]): ReadonlyMap<string, readonly number[]> {
  const about = rows.flatMap(({ target_table: kind, target_id: id }) =>
    kind !== null && isDocumentTable(kind) && /^\d+$/.test(id ?? '') ? [{ kind, id: Number(id) }] : [],
  );
  const byKind = Map.groupBy(about, ({ kind }) => kind);
  return new Map([...byKind].map(([kind, own]) => [kind, [...new Set(own.map(({ id }) => id))]]));
}

/** The entries with the numbers of their documents, as people know them. */
export function numbered(
  rows: readonly LoggedAccess[],
  documents: readonly NumberedDocument[],
): readonly ShownAccess[] {
  const numbers = new Map(documents.map(({ kind, id, number }) => [`${kind} ${id}`, number]));
  return rows.map((row) => ({ ...row, number: numbers.get(`${row.target_table} ${row.target_id}`) ?? null }));
}

async function readDocuments(
  rows: readonly LoggedAccess[],
  signal: AbortSignal,
): Promise<readonly NumberedDocument[]> {
  const about = documentsOf(rows);
  if (about.size === 0) return [];
  const where = { _or: [...about].map(([kind, ids]) => ({ kind: { _eq: kind }, id: { _in: ids } })) };
  const { document } = await gql<{ document: readonly NumberedDocument[] }>(
    'query AccessedDocuments($where: document_bool_exp!) { document(where: $where) { kind id number } }',
    { where },
    { signal },
  );
  return document;
}

/** Entries per page. */
const pageLength = 20;

/** Requests of an auditor, newest first; each page begins after the last row of the one before. */
export function accessesOptions(person: number) {
  return {
    queryKey: ['auditor-accesses', person],
    initialPageParam: null as number | null,
    queryFn: async ({ pageParam, signal }: { pageParam: number | null; signal: AbortSignal }) => {
      const where = { lb_user_id: { _eq: person }, ...(pageParam !== null && { id: { _lt: pageParam } }) };
      const { auditor_access: rows } = await gql<{ auditor_access: readonly LoggedAccess[] }>(
        `query Accesses($where: auditor_access_bool_exp!, $limit: Int!) {
          auditor_access(where: $where, order_by: [{ id: desc }], limit: $limit) {
            id created_at kind operation target_table target_id } }`,
        { where, limit: pageLength },
        { signal },
      );
      return numbered(rows, await readDocuments(rows, signal));
    },
    getNextPageParam: (rows: readonly LoggedAccess[]) =>
      rows.length < pageLength ? null : (rows.at(-1)?.id ?? null),
  };
}
