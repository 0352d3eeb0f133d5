import { queryOptions } from '@tanstack/react-query';
import type { Row } from '../../../entity/entity.ts';
import { type Labels, labelKey, type RowLabel } from '../../../entity/record.ts';
import { gql } from '../../../platform/web/api.ts';
import { queryClient } from '../../../platform/web/query.ts';

interface Person {
  readonly id: number;
  readonly name: string;
}

/** A change of a control, with its outcome (AUTH-37). */
export interface ControlChange {
  readonly id: number;
  readonly table_name: string;
  readonly control: string;
  readonly act: 'insert' | 'update' | 'delete';
  /** The columns of the register entry; null where there is no row. */
  readonly before: Row | null;
  readonly after: Row | null;
  readonly of_table: string;
  readonly of_id: number | null;
  readonly of_name: string;
  /** For a budget, the used amount at the time of the proposal. */
  readonly used: number | null;
  readonly state: 'pending' | 'confirmed' | 'rejected' | 'void';
  readonly at_once: boolean;
  readonly proposed_by: Person | null;
  readonly proposed_at: string;
  readonly decided_by: Person | null;
  readonly decided_at: string | null;
}

export interface ControlChanges {
  readonly changes: readonly ControlChange[];
  /** The labels of the persons, suppliers and companies in the changes. */
  readonly labels: Labels;
}

const fields = `id table_name control act before after of_table of_id of_name used state at_once proposed_at decided_at
  proposed_by { id name } decided_by { id name }`;

/** The number of decided changes on the page. */
const shownDecided = 50;

/** The waiting changes of the whole tenant, followed by recently decided ones. */
export const allChangesOptions = () =>
  queryOptions({
    queryKey: ['entity', 'control_change', 'all'],
    queryFn: ({ signal }) =>
      read(
        `{ waiting: control_change(where: { state: { _eq: "pending" } }, order_by: { id: asc }) { ${fields} }
           decided: control_change(where: { state: { _neq: "pending" } }, order_by: { id: desc }, limit: ${shownDecided}) { ${fields} } }`,
        {},
        signal,
      ),
  });

/** The waiting changes of one record; the tenant's settings are one record. */
export const waitingOfOptions = (table: string, id: number | null) =>
  queryOptions({
    queryKey: ['entity', 'control_change', table, id],
    queryFn: ({ signal }) => {
      const where = {
        state: { _eq: 'pending' },
        of_table: { _eq: table },
        ...(table === 'configuration' ? {} : { of_id: { _eq: id } }),
      };
      return read(
        `query ($where: control_change_bool_exp!) { waiting: control_change(where: $where, order_by: { id: asc }) { ${fields} } }`,
        { where },
        signal,
      );
    },
  });

/** The number of waiting changes. */
export const waitingCountOptions = (isAdmin: boolean) =>
  queryOptions({
    queryKey: ['entity', 'control_change', 'count'],
    enabled: isAdmin,
    queryFn: async ({ signal }) => {
      const { waiting } = await gql<{ waiting: { aggregate: { count: number } } }>(
        '{ waiting: control_change_aggregate(where: { state: { _eq: "pending" } }) { aggregate { count } } }',
        {},
        { signal },
      );
      return waiting.aggregate.count;
    },
  });

async function read(
  query: string,
  variables: Readonly<Record<string, unknown>>,
  signal: AbortSignal,
): Promise<ControlChanges> {
  const answer = await gql<Readonly<Record<string, readonly ControlChange[]>>>(query, variables, { signal });
  const changes = Object.values(answer).flat();
  const sides = changes.flatMap(({ before, after }) => [before, after]);
  const names = await Promise.all([
    readNames('lb_user', sides.flatMap(personsIn), signal),
    readNames('supplier', sides.flatMap(idsIn('merged_into_id')), signal),
    readNames('client', sides.flatMap(idsIn('client_id')), signal),
  ]);
  return { changes, labels: new Map(names.flatMap((each) => [...each])) };
}

function personsIn(row: Row | null): readonly number[] {
  const isPerson = (name: string): boolean =>
    ['lb_user_id', 'substitute_id', 'task_group_id'].includes(name) || /^user_.*_id$/.test(name);
  return Object.entries(row ?? {}).flatMap(([name, value]) =>
    isPerson(name) && typeof value === 'number' ? [value] : [],
  );
}

const idsIn =
  (name: string) =>
  (row: Row | null): readonly number[] => {
    const id = row?.[name];
    return typeof id === 'number' ? [id] : [];
  };

async function readNames(
  table: 'lb_user' | 'supplier' | 'client',
  ids: readonly number[],
  signal: AbortSignal,
): Promise<readonly (readonly [string, RowLabel])[]> {
  if (ids.length === 0) return [];
  const { rows } = await gql<{ rows: readonly Person[] }>(
    `query ($ids: [bigint!]!) { rows: ${table}(where: { id: { _in: $ids } }) { id name } }`,
    { ids: [...new Set(ids)] },
    { signal },
  );
  return rows.map((row) => [labelKey(table, row.id), { ...row, number: null }] as const);
}

/** Confirms or rejects a change and reloads everything that may depend on it. */
export async function decideControlChange(id: number, verdict: 'confirm' | 'reject'): Promise<void> {
  await gql(`mutation ($id: bigint!) { control_change_${verdict}(id: $id) { id } }`, { id });
  await queryClient.invalidateQueries();
}

/** Confirms changes, all or none, and reloads everything that may depend on them. */
export async function confirmControlChanges(ids: readonly number[]): Promise<void> {
  await gql('mutation ($ids: [bigint!]!) { control_change_confirm_all(ids: $ids) { id } }', { ids });
  await queryClient.invalidateQueries();
}
