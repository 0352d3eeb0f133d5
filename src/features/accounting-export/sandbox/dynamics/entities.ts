import type { SandboxAnswer, SandboxRequest } from '../../../../platform/sandbox/http.ts';
import { json, jsonObject } from '../../../../platform/sandbox/http.ts';
import { alreadyExists, malformed, notInTable, recordChanged, writeFailed } from './errors.ts';
import { readFilter, readKey } from './filter.ts';
import { type DynamicsState, hasValues, type Row, type StoredRow, type TableName } from './state.ts';

/** The rules of a collection of the data service. */
export interface EntitySet {
  readonly table: TableName;
  /** The name in error texts. */
  readonly entity: string;
  /** `dataAreaId` is always one of them. */
  readonly keys: readonly string[];
  /** Every field with its default value, which also determines its type. */
  readonly defaults: Row;
  /** Fields that only the server writes. */
  readonly readOnly: readonly string[];
  /** Sets the server's fields of a new row. */
  readonly complete: (state: DynamicsState, row: Row) => Row;
  /** Throws where the row must not be written. */
  readonly check: (state: DynamicsState, row: Row) => void;
  /** Called after a row was written or deleted. */
  readonly follow: (state: DynamicsState, row: Row, isDeleted: boolean) => void;
}

/** The value of an unset date; dates are at noon. */
export const noDate = '1900-01-01T12:00:00Z';

/** Answers a request to a collection; `key` is the part in parentheses of the address, null for none. */
export function answerForEntity(
  state: DynamicsState,
  set: EntitySet,
  key: string | null,
  request: SandboxRequest,
): SandboxAnswer {
  if (key === null) {
    if (request.method === 'GET') return list(state, set, request);
    return request.method === 'POST' ? create(state, set, request) : { status: 405 };
  }
  const row = findByKey(state, set, key, isCrossCompany(request));
  if (!row) return { status: 404 };
  switch (request.method) {
    case 'GET':
      return json(200, single(set, row, request));
    case 'PATCH':
      return change(state, set, row, request);
    case 'DELETE':
      return remove(state, set, row);
    default:
      return { status: 405 };
  }
}

function create(state: DynamicsState, set: EntitySet, request: SandboxRequest): SandboxAnswer {
  const sent = sentValues(set, request.body);
  const dataAreaId = String(sent.dataAreaId ?? state.setup.defaultCompany).toLowerCase();
  if (!state.company(dataAreaId)) throw notInTable(set.entity, dataAreaId, 'dataAreaId', 'Legal entities');
  refuseConflict(state, set);
  const row = set.complete(state, { ...set.defaults, ...sent, dataAreaId });
  const key = keyOf(set, row);
  if (state.tables[set.table].some(({ values }) => hasValues(values, key)))
    throw alreadyExists(set.entity, set.table, JSON.stringify(key));
  set.check(state, row);
  const stored = { values: row, version: 1 };
  state.tables[set.table].push(stored);
  set.follow(state, row, false);
  return json(201, single(set, stored, request), {
    'odata-version': '4.0',
    location: addressOf(set, row, request),
  });
}

function change(
  state: DynamicsState,
  set: EntitySet,
  { values, version }: StoredRow,
  request: SandboxRequest,
): SandboxAnswer {
  const expected = request.headers['if-match'];
  if (expected && expected !== '*' && expected !== etag(version)) return { status: 412 };
  const sent = sentValues(set, request.body);
  if (set.keys.some((name) => name in sent && sent[name] !== values[name]))
    throw malformed('The key of a record cannot be changed.');
  refuseConflict(state, set);
  const row = { ...values, ...sent };
  set.check(state, row);
  state.change(set.table, keyOf(set, values), () => row);
  set.follow(state, row, false);
  return { status: 204 };
}

function remove(state: DynamicsState, set: EntitySet, { values }: StoredRow): SandboxAnswer {
  if (values.IsPosted === 'Yes')
    throw writeFailed(set.entity, 'Error: The journal is posted and cannot be deleted', 500);
  refuseConflict(state, set);
  dropRows(state, set.table, keyOf(set, values));
  set.follow(state, values, true);
  return { status: 204 };
}

/** Removes the rows with these values. */
export function dropRows(state: DynamicsState, table: TableName, having: Row): void {
  const rows = state.tables[table];
  const left = rows.filter(({ values }) => !hasValues(values, having));
  rows.splice(0, rows.length, ...left);
}

function list(state: DynamicsState, set: EntitySet, request: SandboxRequest): SandboxAnswer {
  const { query } = request;
  const filter = query.get('$filter');
  const takes = filter ? readFilter(filter, new Set(Object.keys(set.defaults))) : () => true;
  const rows = state.tables[set.table].filter(
    ({ values }) => isVisible(state, values, isCrossCompany(request)) && takes(values),
  );
  const from = Number(query.get('$skiptoken') ?? query.get('$skip') ?? 0);
  const top = Number(query.get('$top') ?? Number.POSITIVE_INFINITY);
  const size = Math.min(top, state.setup.pageSize);
  const next = new URLSearchParams(query);
  next.set('$skiptoken', String(from + size));
  const hasMore = rows.length > from + size && top > size;
  return json(200, {
    '@odata.context': `${originOf(request)}/data/$metadata#${set.table}`,
    value: rows.slice(from, from + size).map((row) => shown(row, query.get('$select'))),
    ...(hasMore && { '@odata.nextLink': `${originOf(request)}/data/${set.table}?${next}` }),
  });
}

/** The fields of a body in the required types; names with `@` are annotations. */
function sentValues(set: EntitySet, body: Buffer): Row {
  const given = jsonObject(body);
  if (!given) throw malformed('The body is not readable.');
  const values: Row = {};
  for (const [name, value] of Object.entries(given)) {
    if (name.includes('@') || value === null) continue;
    const standard = set.defaults[name];
    if (standard === undefined)
      throw malformed(
        `The property '${name}' does not exist on type 'Microsoft.Dynamics.DataEntities.${set.entity}'.`,
      );
    if (set.readOnly.includes(name))
      throw writeFailed(set.entity, `Error: Field '${name}' does not allow editing`);
    if (typeof value !== typeof standard || (typeof value !== 'string' && typeof value !== 'number'))
      throw malformed(`Cannot convert the value of '${name}' to the type of the field.`);
    values[name] = standard === noDate ? dateOf(name, String(value)) : value;
  }
  return values;
}

function dateOf(name: string, value: string): string {
  const day = /^(\d{4}-\d\d-\d\d)(T[\d:.]+Z)?$/.exec(value)?.[1];
  if (!day) throw malformed(`Cannot convert the literal '${value}' of '${name}' to a date.`);
  return `${day}T12:00:00Z`;
}

function refuseConflict(state: DynamicsState, set: EntitySet): void {
  if (state.conflictsAhead === 0) return;
  state.conflictsAhead -= 1;
  throw recordChanged(set.entity);
}

function findByKey(
  state: DynamicsState,
  set: EntitySet,
  text: string,
  isCross: boolean,
): StoredRow | undefined {
  const key = readKey(text);
  if (Object.keys(key).toSorted().join() !== set.keys.toSorted().join())
    throw malformed(`The key of '${set.table}' consists of ${set.keys.join(', ')}.`);
  const asStored = { ...key, dataAreaId: String(key.dataAreaId).toLowerCase() };
  return state.tables[set.table].find(
    ({ values }) => isVisible(state, values, isCross) && hasValues(values, asStored),
  );
}

function isVisible(state: DynamicsState, values: Row, isCross: boolean): boolean {
  return isCross || values.dataAreaId === state.setup.defaultCompany;
}

function isCrossCompany({ query }: SandboxRequest): boolean {
  return query.get('cross-company') === 'true';
}

function keyOf(set: EntitySet, row: Row): Row {
  return Object.fromEntries(set.keys.map((name) => [name, row[name] ?? '']));
}

function single(set: EntitySet, row: StoredRow, request: SandboxRequest): object {
  return { '@odata.context': `${originOf(request)}/data/$metadata#${set.table}/$entity`, ...shown(row) };
}

function shown({ values, version }: StoredRow, select: string | null = null): object {
  const names = select?.split(',').map((name) => name.trim());
  const entries = Object.entries(values).filter(([name]) => !names || names.includes(name));
  return { '@odata.etag': etag(version), ...Object.fromEntries(entries) };
}

function etag(version: number): string {
  return `W/"${Buffer.from(`version ${version}`).toString('base64')}"`;
}

function addressOf(set: EntitySet, row: Row, request: SandboxRequest): string {
  const key = Object.entries(keyOf(set, row)).map(
    ([name, value]) => `${name}=${typeof value === 'number' ? value : `'${value.replaceAll("'", "''")}'`}`,
  );
  return `${originOf(request)}/data/${set.table}(${encodeURI(key.join(','))})`;
}

function originOf({ headers }: SandboxRequest): string {
  return `http://${headers.host ?? 'localhost'}`;
}
