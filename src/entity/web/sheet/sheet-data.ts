import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { gql } from '../../../platform/web/api.ts';
import type { Entity, Row } from '../../entity.ts';
import type { Value } from '../../kind.ts';
import { type Changes, isChanged } from '../../sheet/changes.ts';
import { flatRow, sentObject, sheetSelection } from '../../sheet/first-child.ts';
import type { Choosable } from '../../sheet/lookup.ts';
import { tableWhere } from '../../table-order.ts';
import type { Reported } from '../entity-data.ts';

/** The maximum number of rows in one API request (API-43) and in the table view. */
export const maxRows = 5000;

export interface SheetRows {
  readonly rows: readonly Row[];
  /** The total number of rows; the table holds the first `maxRows`. */
  readonly total: number;
}

/**
 * The fields of an entity that the person can read: secrets are never answered, prices not to everybody, and computed
 * fields are too costly for thousands of rows.
 */
function readableFields(entity: Entity, seesPrices: boolean): readonly string[] {
  return Object.entries(entity.fields)
    .filter(([, { kind, price, computed }]) => !computed && kind.input !== 'secret' && (seesPrices || !price))
    .map(([name]) => name);
}

export function sheetOptions(entity: Entity, seesPrices: boolean) {
  return queryOptions({
    queryKey: ['sheet', entity.table, seesPrices],
    queryFn: ({ signal }) => readRows(entity, seesPrices, tableWhere(entity, ''), signal),
    // Edits belong to the rows they were made in, so rows are reloaded only on demand, even when the rest of the
    // cache is invalidated.
    enabled: ({ state }) => state.data === undefined,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
}

/** The rows that a search finds among all rows of the table, where it has not loaded all (SHEET-20). */
export function foundOptions(entity: Entity, seesPrices: boolean, text: string) {
  return queryOptions({
    queryKey: ['sheet-found', entity.table, seesPrices, text],
    queryFn: ({ signal }) => readRows(entity, seesPrices, tableWhere(entity, text), signal),
  });
}

/** The current rows with these ids; deleted ones are missing. */
export async function rowsById(
  entity: Entity,
  seesPrices: boolean,
  ids: readonly number[],
): Promise<readonly Row[]> {
  const { rows } = await readRows(entity, seesPrices, { id: { _in: ids } });
  return rows;
}

type Where = Readonly<Record<string, unknown>>;

async function readRows(
  entity: Entity,
  seesPrices: boolean,
  where: Where,
  signal?: AbortSignal,
): Promise<SheetRows> {
  const { table, order } = entity;
  const query = `query Sheet($where: ${table}_bool_exp!) {
    rows: ${table}(where: $where, order_by: [${order.map((name) => `{ ${name}: asc }`).join(', ')}, { id: asc }], limit: ${maxRows}) {
      id updated_at ${sheetSelection(entity, readableFields(entity, seesPrices))}
    }
    all: ${table}_aggregate(where: $where) { aggregate { count } }
  }`;
  const answer = await gql<{
    rows: readonly Readonly<Record<string, unknown>>[];
    all: { aggregate: { count: number } };
  }>(query, { where }, signal && { signal });
  return {
    rows: answer.rows.map((row) => asStored(entity, flatRow(entity, row))),
    total: answer.all.aggregate.count,
  };
}

/** Converts JSON numbers to decimal strings. */
function asStored({ fields }: Entity, row: Row): Row {
  return Object.fromEntries(
    Object.entries(row).map(([name, value]): [string, Value] => {
      const field = fields[name];
      return [name, field === undefined || value === null ? value : field.kind.normal(value)];
    }),
  );
}

/** The referenced rows of a table with their labels. */
export function choosableOptions(table: string, target: Entity | undefined) {
  return queryOptions({
    queryKey: ['sheet-choosable', table],
    queryFn: ({ signal }) => readChoosable(table, target, signal),
    staleTime: 60_000,
  });
}

interface ChoosableRow {
  readonly id: number;
  readonly active?: boolean;
  readonly [name: string]: unknown;
}

/** A row that a reference can choose, with the columns that restrict the choice (`Field.among`). */
export interface ChoosableRecord extends Choosable {
  readonly row: Readonly<Record<string, unknown>>;
}

async function readChoosable(
  table: string,
  target: Entity | undefined,
  signal: AbortSignal,
): Promise<readonly ChoosableRecord[]> {
  const label = target?.label ?? ['name'];
  const flags = Object.entries(target?.fields ?? {})
    .filter(([name, { kind }]) =>
      kind.input === 'flag' || kind.input === 'choice' ? !label.includes(name) : false,
    )
    .map(([name]) => name);
  const constants = Object.keys(target?.constants ?? {});
  const names = [...new Set([...label, ...flags, ...constants])];
  const query = `query Choosable($offset: Int!) {
    rows: ${table}(order_by: [${label.map((name) => `{ ${name}: asc }`).join(', ')}, { id: asc }], limit: ${maxRows}, offset: $offset) {
      id ${names.join(' ')}
    }
  }`;
  const found: ChoosableRecord[] = [];
  for (let offset = 0; ; offset += maxRows) {
    const { rows } = await gql<{ rows: readonly ChoosableRow[] }>(query, { offset }, { signal });
    found.push(...rows.map((row) => choosableOf(row, label)));
    if (rows.length < maxRows) return found;
  }
}

function choosableOf(row: ChoosableRow, label: readonly string[]): ChoosableRecord {
  const texts = label.map((name) => String(row[name] ?? ''));
  return {
    value: row.id,
    number: texts.slice(0, -1).join(' ') || null,
    name: texts.at(-1) ?? '',
    isRetired: row.active === false,
    row,
  };
}

/** Sends a save of the table (SHEET-15), once per key: deletions first, so that their numbers are free again. */
export async function saveChanges(
  entity: Entity,
  changes: Changes,
  key: string,
  client: QueryClient,
  { confirmations = [], ...reported }: Reported = {},
): Promise<void> {
  if (!isChanged(changes)) return;
  const { table } = entity;
  const { objects, idsToDelete } = changes;
  const isInserting = objects.length > 0;
  const isDeleting = idsToDelete.length > 0;
  const names = [
    ...new Set(objects.flatMap((object) => (object.id === undefined ? [] : Object.keys(object)))),
  ];
  const updated = names.filter((name) => name !== 'id' && name !== 'updated_at');
  const isConfirmable = entity.asked === true;
  const confirmed = isConfirmable ? ', confirmations: $confirmations' : '';
  const parameters = [
    isConfirmable && '$confirmations: [String!]',
    isInserting && `$objects: [${table}_insert_input!]!`,
    isDeleting && '$idsToDelete: [bigint!]!',
  ].filter(Boolean);
  const conflict =
    names.length === 0
      ? ''
      : `, on_conflict: { constraint: ${table}_pkey, update_columns: [${updated.join(', ')}] }`;
  const fields = [
    isDeleting && `delete_${table}(where: { id: { _in: $idsToDelete } }${confirmed}) { affected_rows }`,
    isInserting && `insert_${table}(objects: $objects${conflict}${confirmed}) { affected_rows }`,
  ].filter(Boolean);
  await gql(
    `mutation SaveSheet(${parameters.join(', ')}) { ${fields.join(' ')} }`,
    {
      ...(isInserting && { objects: objects.map((row) => sentObject(entity, row)) }),
      ...(isDeleting && { idsToDelete }),
      ...(isConfirmable && { confirmations }),
    },
    { appSource: 'jexcel', key, ...reported },
  );
  await refreshOthers(client);
}

/** Reloads what other parts of the page show of the rows; the table itself keeps its edits. */
export async function refreshOthers(client: QueryClient): Promise<void> {
  await client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'sheet' });
}
