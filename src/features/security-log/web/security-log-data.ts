import { addDays, type Day } from '../../../base/day.ts';
import { distinct } from '../../../base/distinct.ts';
import { searchedFor } from '../../../graphql/search-where.ts';
import { gql } from '../../../platform/web/api.ts';
import type { SecurityKind } from '../model.ts';
import type { EventFilter } from './LogFilter.tsx';

/** A row of the security log. */
export interface SecurityRow {
  readonly id: number;
  readonly created_at: string;
  readonly kind: SecurityKind;
  readonly lb_user_id: number | null;
  readonly actor_id: number | null;
  readonly means: string | null;
  readonly what: string | null;
  readonly target_id: number | null;
  readonly code: string | null;
  readonly device: string | null;
  readonly network: string | null;
  /** Above one for refusals that were only counted. */
  readonly times: number;
}

export interface SecurityRows {
  readonly rows: readonly SecurityRow[];
  readonly names: ReadonlyMap<number, string>;
}

export interface SecurityFilter extends EventFilter {
  /** The account or the acting person. */
  readonly personId: number | null;
}

/** Last row of a page, after which the next one begins. */
export type After = Pick<SecurityRow, 'id' | 'created_at'> | null;

const query = `query SecurityLog($where: security_log_bool_exp!, $limit: Int!) {
  security_log(where: $where, order_by: [{ created_at: desc }, { id: desc }], limit: $limit) {
    id created_at kind lb_user_id actor_id means what target_id code device network times } }`;

function whereOf({ kind, personId, from, to }: SecurityFilter, after: After): object {
  const until = to === null ? null : addDays(to, 1);
  return {
    _and: [
      ...(kind === null ? [] : [{ kind: { _eq: kind } }]),
      ...(personId === null
        ? []
        : [{ _or: [{ lb_user_id: { _eq: personId } }, { actor_id: { _eq: personId } }] }]),
      ...(from === null ? [] : [{ created_at: { _gte: beginning(from) } }]),
      ...(until === null ? [] : [{ created_at: { _lt: beginning(until) } }]),
      // The first condition can use an index.
      ...(after === null
        ? []
        : [
            { created_at: { _lte: after.created_at } },
            { _or: [{ created_at: { _lt: after.created_at } }, { id: { _lt: after.id } }] },
          ]),
    ],
  };
}

/** Start of a day in the reader's time zone. */
export function beginning(day: Day): string {
  return new Date(`${day}T00:00:00`).toISOString();
}

/** Rows of the log after a row, newest first. */
export async function readSecurityLog(
  filter: SecurityFilter,
  after: After,
  limit: number,
  signal?: AbortSignal,
): Promise<SecurityRows> {
  const { security_log: rows } = await gql<{ security_log: readonly SecurityRow[] }>(
    query,
    { where: whereOf(filter, after), limit },
    signal && { signal },
  );
  const ids = distinct(rows.flatMap((row) => [row.lb_user_id, row.actor_id]));
  if (ids.length === 0) return { rows, names: new Map() };
  const { lb_user: people } = await gql<{ lb_user: readonly { id: number; name: string }[] }>(
    'query SecurityNames($ids: [bigint!]!) { lb_user(where: { id: { _in: $ids } }) { id name } }',
    { ids },
    signal && { signal },
  );
  return { rows, names: new Map(people.map(({ id, name }) => [id, name])) };
}

/** Rows per page. */
const pageLength = 50;

export function securityLogOptions(filter: SecurityFilter) {
  return {
    queryKey: ['security-log', filter],
    initialPageParam: null as After,
    queryFn: ({ pageParam, signal }: { pageParam: After; signal: AbortSignal }) =>
      readSecurityLog(filter, pageParam, pageLength, signal),
    getNextPageParam: ({ rows }: SecurityRows): After =>
      rows.length < pageLength ? null : (rows.at(-1) ?? null),
  };
}

export async function findPeople(text: string, signal: AbortSignal) {
  const { lb_user } = await gql<{ lb_user: readonly { id: number; name: string; email: string | null }[] }>(
    `query People($text: [lb_user_bool_exp!]!) {
      lb_user(where: { is_group: { _eq: false }, _and: $text }, order_by: { name: asc }, limit: 20) { id name email }
    }`,
    { text: searchedFor(text, { email: 'email' }) },
    { signal },
  );
  return lb_user.map(({ id, name, email }) => ({ id, name, note: email }));
}
