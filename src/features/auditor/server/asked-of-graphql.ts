import {
  type ArgumentNode,
  type FieldNode,
  getOperationAST,
  Kind,
  type OperationDefinitionNode,
  OperationTypeNode,
  parse,
} from 'graphql';
import { type Asked, documentTables, keyOf } from '../model.ts';

interface Request {
  readonly query?: unknown;
  readonly operationName?: unknown;
  readonly variables?: unknown;
}

/** Longer texts are refused by the API anyway; they are noted without being read. */
const longestRead = 100_000;
const mostTokens = 20_000;
const longestName = 200;

/** What the body of a call of GraphQL asks for, one entry per operation of a batch; whatever cannot be read is noted as such. */
export function askedOfGraphql(body: unknown): readonly Asked[] {
  const requests: readonly unknown[] = Array.isArray(body) ? body : [body];
  return requests.map((request) => askedOfOne(Object(request)));
}

function askedOfOne({ query, operationName, variables }: Request): Asked {
  const operation = operationOf(query, operationName);
  if (!operation) return { kind: 'call', operation: 'unreadable', table: null, target: null };
  const roots = operation.selectionSet.selections.filter((one) => one.kind === Kind.FIELD);
  const byKey = roots.find(({ name }) => name.value.endsWith('_by_pk')) ?? roots[0];
  const table = byKey?.name.value.replace(/_by_pk$|_aggregate$/, '') ?? null;
  const target = byKey ? idOf(byKey, Object(variables)) : null;
  const name = operation.name?.value ?? roots.map((root) => root.name.value).join(' ');
  const isDocument = table !== null && documentTables.includes(table) && target !== null;
  const isQuery = operation.operation === OperationTypeNode.QUERY;
  return {
    kind: isQuery ? (isDocument ? 'document' : 'query') : 'call',
    operation: name.slice(0, longestName) || 'unnamed',
    table: table?.slice(0, 63) ?? null,
    target,
  };
}

function operationOf(query: unknown, name: unknown): OperationDefinitionNode | null {
  if (typeof query !== 'string' || query.length > longestRead) return null;
  try {
    const document = parse(query, { noLocation: true, maxTokens: mostTokens });
    return getOperationAST(document, typeof name === 'string' ? name : null) ?? null;
  } catch {
    return null;
  }
}

/** The key by which a root field asks for one row: that of `_by_pk`, or of a document in a list of one. */
function idOf(
  { arguments: given = [] }: FieldNode,
  variables: Readonly<Record<string, unknown>>,
): string | null {
  const id = given.find(({ name }) => name.value === 'id') ?? equalId(given);
  if (!id) return null;
  const { value } = id;
  if (value.kind === Kind.VARIABLE) return keyOf(variables[value.name.value]);
  return value.kind === Kind.INT || value.kind === Kind.STRING ? keyOf(value.value) : null;
}

/** `where: { id: { _eq: ... } }` */
function equalId(given: readonly ArgumentNode[]): Pick<ArgumentNode, 'value'> | undefined {
  const where = given.find(({ name }) => name.value === 'where')?.value;
  const id =
    where?.kind === Kind.OBJECT ? where.fields.find(({ name }) => name.value === 'id')?.value : undefined;
  return id?.kind === Kind.OBJECT ? id.fields.find(({ name }) => name.value === '_eq') : undefined;
}
