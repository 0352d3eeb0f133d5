import { queryOptions } from '@tanstack/react-query';
import type { Day } from '../../../base/day.ts';
import { gql } from '../../../platform/web/api.ts';
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
      return rows;
    },
    getNextPageParam: (rows: readonly LoggedAccess[]) =>
      rows.length < pageLength ? null : (rows.at(-1)?.id ?? null),
  };
}
