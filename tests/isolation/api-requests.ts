import {
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLInputType,
  type GraphQLObjectType,
  type GraphQLSchema,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
} from 'graphql';
import { type FieldMeaning, meaningOf } from '../../src/graphql/meaning.ts';
import { type Column, identityOf, type Table } from '../../src/graphql/model.ts';
import type { Row } from '../support/tenants.ts';

/** A generated GraphQL request, with a name for failures. */
export interface ApiRequest {
  readonly name: string;
  readonly query: string;
  readonly variables: Record<string, unknown>;
}

/** The rows of a tenant, by table: the source of guessed keys and foreign references. */
export type Rows = (table: string) => Row;

type Field = GraphQLField<unknown, unknown>;

export function queryFields(schema: GraphQLSchema): Field[] {
  return Object.values(schema.getQueryType()?.getFields() ?? {});
}

export function mutationFields(schema: GraphQLSchema): Field[] {
  return Object.values(schema.getMutationType()?.getFields() ?? {});
}

/** One request for one root field; `extra` is selected besides all non-relations. */
export function request(
  operation: 'query' | 'mutation',
  field: Field,
  variables: Record<string, unknown>,
  extra = '',
  name = field.name,
): ApiRequest {
  const used = field.args.filter((argument) => argument.name in variables);
  const definitions = used.map((argument) => `$${argument.name}: ${argument.type}`).join(', ');
  const values = used.map((argument) => `${argument.name}: $${argument.name}`).join(', ');
  const type = getNamedType(field.type);
  const selection = isObjectType(type) ? ` { ${selectionOf(type)} ${extra} }` : '';
  const head = used.length > 0 ? `(${definitions})` : '';
  const call = used.length > 0 ? `(${values})` : '';
  return { name, query: `${operation} ${head} { ${field.name}${call}${selection} }`, variables };
}

/** All own fields of an object, without relations. */
function selectionOf(type: GraphQLObjectType): string {
  return Object.values(type.getFields())
    .filter((field) => !isRelation(field))
    .map((field) => {
      const inner = getNamedType(field.type);
      return isObjectType(inner) ? `${field.name} { ${selectionOf(inner)} }` : field.name;
    })
    .join(' ');
}

function isRelation(field: Field): boolean {
  const kind = meaningOf(field)?.kind;
  return kind === 'object' || kind === 'array' || kind === 'array_aggregate';
}

/** Requests of every root field without a reference to the other tenant. */
export function openQuestions(schema: GraphQLSchema): ApiRequest[] {
  return queryFields(schema).flatMap((field) => {
    const kind = meaningOf(field)?.kind;
    if (kind !== 'list' && kind !== 'aggregate') return [];
    const type = getNamedType(field.type);
    if (kind === 'aggregate' || !isObjectType(type)) return [request('query', field, {})];
    const relations = Object.values(type.getFields()).filter(isRelation);
    return [
      request('query', field, {}),
      ...relations.map((relation) => {
        const inner = getNamedType(relation.type);
        const selection = isObjectType(inner) ? `${relation.name} { ${selectionOf(inner)} }` : '';
        return request('query', field, {}, selection, `${field.name}.${relation.name}`);
      }),
    ];
  });
}

/** Requests for rows of the other tenant by key, by text and through every relation; each must find nothing. */
export function prying(schema: GraphQLSchema, theirs: Rows, tag: string): ApiRequest[] {
  return queryFields(schema).flatMap((field) => {
    const found = meaningOf(field);
    if (found && 'table' in found && !found.table.hasTenant && found.table.name !== 'tenant') return [];
    if (found?.kind === 'by_pk')
      return [request('query', field, keyOf(found.table, theirs(found.table.name)))];
    if (found?.kind !== 'list' && found?.kind !== 'aggregate') return [];
    return inPortions(conditions(field, found, theirs, tag)).map((portion) => conditional(field, portion));
  });
}

/**
 * The number of root fields that one statement can answer in time even on a busy machine, each through other
 * relations.
 */
const portionSize = 15;

function inPortions<T>(items: readonly T[]): T[][] {
  return Array.from({ length: Math.ceil(items.length / portionSize) }, (_, place) =>
    items.slice(place * portionSize, (place + 1) * portionSize),
  );
}

/** One request of a root field with several conditions, each under its name as alias. */
function conditional(field: Field, conditions: readonly [string, object][]): ApiRequest {
  const type = field.args.find(({ name }) => name === 'where')?.type;
  const definitions = conditions.map((_, place) => `$w${place}: ${type}`).join(', ');
  const selection = meaningOf(field)?.kind === 'aggregate' ? 'aggregate { count }' : '__typename';
  const asked = conditions.map(
    ([name], place) => `${name}: ${field.name}(where: $w${place}) { ${selection} }`,
  );
  return {
    name: field.name,
    query: `query (${definitions}) { ${asked.join(' ')} }`,
    variables: Object.fromEntries(conditions.map(([, where], place) => [`w${place}`, where])),
  };
}

/** Boolean expressions that hold only for rows of the other tenant, by name. */
function conditions(
  field: Field,
  { table }: Extract<FieldMeaning, { table: Table }>,
  theirs: Rows,
  tag: string,
): [string, object][] {
  const type = field.args.find((argument) => argument.name === 'where')?.type;
  const input = type && getNamedType(type);
  if (!isInputObjectType(input)) return [];
  const offered = input.getFields();
  const texts = table.columns.filter(
    (column) => column.type === 'String' && !column.isArray && column.name in offered,
  );
  const relations = table.relations.filter((relation) => relation.name in offered);
  const isTheirs = (name: string) => equals(theirs(name));
  return [
    ['their_key', isTheirs(table.name)],
    ...texts.map((column): [string, object] => [
      `like_${column.name}`,
      { [column.name]: { _ilike: `%${tag}%` } },
    ]),
    ...relations.map((relation): [string, object] => [
      `with_${relation.name}`,
      { [relation.name]: isTheirs(relation.table) },
    ]),
  ];

  function equals(row: Row): object {
    const key =
      row.id === undefined ? Object.keys(row).filter((column) => /_id$|^abbreviation$/.test(column)) : ['id'];
    const conditions = key.filter((column) => column !== 'tenant_id');
    return Object.fromEntries(conditions.map((column) => [column, { _eq: plain(row[column] ?? null) }]));
  }
}

export function keyOf(table: Table, row: Row): Record<string, unknown> {
  return Object.fromEntries(table.primaryKey.map((column) => [column, plain(row[column] ?? null)]));
}

/** PostgreSQL's text as a JSON value; numbers other than ids stay text. */
function plain(text: string | null): unknown {
  return text !== null && /^\d{1,15}$/.test(text) ? Number(text) : text;
}

/** The fields that an argument accepts. */
export function offeredBy(mutation: Field, argument: string): readonly string[] {
  const type = mutation.args.find(({ name }) => name === argument)?.type;
  const input = type && getNamedType(type);
  return isInputObjectType(input) ? Object.keys(input.getFields()) : [];
}

/** The constraint of the primary key of a relation's table; it comes first (API-03). */
export function primaryKeyOf(mutation: Field, relation: string): string | undefined {
  const object = getNamedType(mutation.args.find(({ name }) => name === 'object')?.type ?? null);
  const nested = isInputObjectType(object) && getNamedType(object.getFields()[relation]?.type ?? null);
  const conflict = isInputObjectType(nested) && getNamedType(nested.getFields().on_conflict?.type ?? null);
  const constraint =
    isInputObjectType(conflict) && getNamedType(conflict.getFields().constraint?.type ?? null);
  return isEnumType(constraint) ? constraint.getValues()[0]?.name : undefined;
}

/** The first value of the row that this update may set and that is no reference. */
export function smallestChange(update: Field, row: Record<string, unknown>): Record<string, unknown> {
  const offered = offeredBy(update, '_set');
  const column = offered.find((name) => row[name] !== undefined && !name.endsWith('_id')) ?? offered[0];
  return column === undefined ? {} : { [column]: row[column] };
}

/** The row as API input: its writable columns, including references. */
export function inputOf(table: Table, row: Row): Record<string, unknown> {
  const writable = table.columns.filter((column) => !column.generated && row[column.name] !== undefined);
  return Object.fromEntries(
    writable.map((column) => [column.name, jsonValue(column, row[column.name] ?? null)]),
  );
}

function jsonValue(column: Column, text: string | null): unknown {
  if (text === null) return null;
  if (column.isArray)
    return text
      .slice(1, -1)
      .split(',')
      .filter(Boolean)
      .map((item) => plain(item));
  if (column.type === 'jsonb') return JSON.parse(text);
  if (column.type === 'Boolean') return text === 'true';
  return column.type === 'Int' || column.type === 'bigint' ? Number(text) : text;
}

/** Columns that refer to a row of another table. */
export function referencesOf(table: Table): { column: string; parent: string }[] {
  return table.relations
    .filter((relation) => relation.kind === 'object')
    .flatMap((relation) => {
      const pairs = relation.pairs.filter(([mine]) => mine !== 'tenant_id');
      const [mine] = pairs[0] ?? [];
      const isOwnKey = mine !== undefined && identityOf(table)?.name === mine;
      return pairs.length === 1 && mine !== undefined && !isOwnKey
        ? [{ column: mine, parent: relation.table }]
        : [];
    });
}

/** A value for an argument of a command; all its ids come from `idFor`, which gets their path. */
export function argumentsOf(
  args: readonly GraphQLArgument[],
  idFor: (path: string) => unknown,
): Record<string, unknown> {
  return Object.fromEntries(args.map(({ name, type }) => [name, valueFor(type, name, idFor)]));
}

function valueFor(type: GraphQLInputType, path: string, idFor: (path: string) => unknown): unknown {
  if (isNonNullType(type)) return valueFor(type.ofType, path, idFor);
  if (isListType(type)) return [valueFor(type.ofType, path, idFor)];
  if (isEnumType(type)) return type.getValues()[0]?.name;
  if (isInputObjectType(type)) {
    const fields = Object.values(type.getFields());
    return Object.fromEntries(
      fields.map((field) => [field.name, valueFor(field.type, `${path}.${field.name}`, idFor)]),
    );
  }
  if (!isLeafType(type)) return null;
  switch (type.name) {
    case 'bigint':
      return idFor(path);
    case 'Int':
      return 1;
    case 'Boolean':
      return true;
    case 'numeric':
      return '1';
    case 'date':
      return '2030-01-31';
    case 'uuid':
      return path.endsWith('idempotency_key') ? crypto.randomUUID() : idFor(path);
    case 'jsonb':
      return {};
    default:
      return textFor(path);
  }
}

/** Texts with a required format. */
function textFor(path: string): string {
  if (path.endsWith('_url')) return 'https://example.test/';
  if (path.endsWith('currency')) return 'EUR';
  if (path.endsWith('table') || path.endsWith('table_name')) return 'supplier';
  if (/quantity|price|rate/.test(path)) return '1';
  return 'words';
}

/** The table of an id in the arguments of a command, derived from the words of its path. */
export function tableOfId(path: string, result: string): string {
  const name = path.split('.').at(-1) ?? '';
  if (name === 'id') return path.startsWith('lines') ? 'procurement_line' : result;
  if (name === 'ids') return 'lb_user';
  if (name === 'clients') return 'client';
  if (name === 'foreign_id') return 'timeline';
  if (name === 'reverses_id') return 'goods_receipt';
  if (name === 'foreign_key') return 'supplier';
  if (name === 'delivery_address_id') return 'client_address';
  if (name === 'destination_id') return 'export_destination';
  if (name === 'corrects_invoice_id') return 'invoice';
  if (name === 'reminder_ids') return 'contract_due_reminder';
  if (name === 'recognition_id') return `${result}_recognition`;
  if (name === 'reminder_id') return 'contract_reminder';
  if (/^(d365_\w+|employee|branch)_id$/.test(name)) return 'financial_dimension';
  if (
    /^(from|to|person|mention|select_product|send_order|consignee|approver|responsible|reminded|owner)_ids?$/.test(
      name,
    )
  )
    return 'lb_user';
  return name.replace(/^notify_|_ids?$/g, '');
}
