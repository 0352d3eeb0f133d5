import { queryOptions } from '@tanstack/react-query';
import { searchedFor } from '../../graphql/search-where.ts';
import { changeByKey, type GqlOptions, gql } from '../../platform/web/api.ts';
import { ApiRefusal } from '../../platform/web/failure.ts';
import { queryClient } from '../../platform/web/query.ts';
import type { Draft, StoredRecord } from '../draft.ts';
import type { Entity, Row } from '../entity.ts';
import {
  type Entities,
  labelFields,
  labelOf,
  labelSelection,
  type ReadRecord,
  type RowLabel,
  readRecord,
  recordQuery,
  shownField,
} from '../record.ts';
import { saveRequest } from '../save.ts';

type Where = Readonly<Record<string, unknown>>;
type Answer = Readonly<Record<string, unknown>>;

/** The number of rows that a choice offers; others are found by typing. */
const optionLimit = 50;

/** The confirmed notices and the confirmation hashes that a save sends (API-41). */
export interface Reported extends Pick<GqlOptions, 'isWaitingReported'> {
  readonly confirmations?: readonly string[];
}

/** Reads and saves the record of a form. */
export interface RecordStore {
  readonly key: (id: number) => readonly unknown[];
  /** Reads the record with everything its form edits. */
  readonly read: (id: number, signal: AbortSignal) => Promise<ReadRecord>;
  /** Returns the id of the record. */
  readonly save: (before: StoredRecord | null, after: Draft, reported?: Reported) => Promise<number>;
}

/** The store of an entity with its own table. */
export function tableStore(entity: Entity, entities: Entities): RecordStore {
  return {
    key: (id) => ['entity', entity.table, 'record', id],
    read: async (id, signal) => {
      const { record } = await gql<{ record: Answer | null }>(
        recordQuery(entity, entities),
        { id },
        { signal },
      );
      if (record === null) throw new ApiRefusal({ code: 'not_found', message: '' });
      return readRecord(entity, entities, record);
    },
    save: (before, after, reported) => saveRecord(entity, before, after, reported),
  };
}

export function recordOptions(store: RecordStore, id: number) {
  return queryOptions({ queryKey: store.key(id), queryFn: ({ signal }) => store.read(id, signal) });
}

/** Saves in one transaction and returns the id. Queries that show the entity or refer to it are invalidated. */
async function saveRecord(
  entity: Entity,
  before: StoredRecord | null,
  after: Draft,
  { confirmations, ...reported }: Reported = {},
): Promise<number> {
  const { query, variables } = saveRequest(entity, before, after, confirmations);
  const { saved } = await gql<{ saved: { id: number } | null }>(query, variables, reported);
  await forget(entity);
  // Where only children or links changed, the record itself was not written and is not in the answer.
  const id = saved?.id ?? before?.id;
  if (id === undefined) throw new TypeError('a new record has no id');
  return id;
}

export async function setActive(
  entity: Entity,
  id: number,
  active: boolean,
  reported: Reported = {},
): Promise<void> {
  await changeByKey(
    `mutation ($id: bigint!, $active: Boolean!) {
      update_${entity.table}_by_pk(pk_columns: { id: $id }, _set: { active: $active }) { id } }`,
    { id, active },
    reported,
  );
  await forget(entity);
}

/** Fails with `foreign_key_violation` when the record is referenced (ADM-18). */
export async function deleteRecord(entity: Entity, id: number): Promise<void> {
  await gql(`mutation ($id: bigint!) { delete_${entity.table}_by_pk(id: $id) { id } }`, { id });
  queryClient.removeQueries({ queryKey: ['entity', entity.table, 'record', id] });
  await forget(entity);
}

function forget(entity: Entity): Promise<void> {
  // Links are edited from both sides and references show names, so other entities may have changed too.
  void queryClient.invalidateQueries({ queryKey: ['search-select'] });
  return queryClient.invalidateQueries({
    queryKey: ['entity'],
    predicate: ({ queryKey }) => queryKey[1] !== entity.table || queryKey[2] !== 'record',
  });
}

/** Active rows of a table that match the text, for a choice. */
export async function findRows(
  entities: Entities,
  table: string,
  among: Where,
  text: string,
  signal: AbortSignal,
): Promise<readonly RowLabel[]> {
  const names = labelFields(entities, table);
  const entity = entities.get(table);
  const order = names.map((name) => `{ ${shownField(entities, table, name)}: asc }`);
  const where = {
    _and: [
      { active: { _eq: true } },
      ...equalities({ ...(table === 'lb_user' ? {} : entity?.constants), ...among }),
      ...searchedFor(text, addressesOf(entity?.search ?? [])),
    ],
  };
  const query = `query ($where: ${table}_bool_exp!) {
    rows: ${table}(where: $where, order_by: [${order.join(', ')}], limit: ${optionLimit}) {
      ${labelSelection(entities, table)}
    } }`;
  const { rows } = await gql<{ rows: readonly Answer[] }>(query, { where }, { signal });
  return rows.map((row) => labelOf(entities, table, row));
}

export function equalities(values: Row | Where | undefined): readonly Where[] {
  return Object.entries(values ?? {}).map(([name, value]) => ({
    [name]: value === null ? { _is_null: true } : { _eq: value },
  }));
}

/** Persons are also found by their full e-mail addresses. */
export function addressesOf(searched: readonly string[]): { readonly email?: string } {
  return searched.includes('email') ? { email: 'email' } : {};
}
