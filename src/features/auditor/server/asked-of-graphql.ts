import { type ArgumentNode, type FieldNode, Kind, OperationTypeNode } from 'graphql';
import { rootFieldsOf } from '../../../graphql/root-fields.ts';
import { isDocumentTable } from '../../../timeline/kinds.ts';
import { type Asked, keyOf } from '../model.ts';

interface Request {
  readonly query?: unknown;
  readonly operationName?: unknown;
  readonly variables?: unknown;
}

const longestName = 200;
const longestTable = 63;

/** Entries logged per operation; further ones are only counted. */
const maxNoted = 100;

/**
 * Log entries of a GraphQL request: one per table and key of the root fields, including fragments, with the caller's
 * operation name. Unreadable requests are logged as such.
 */
export function askedOfGraphql(body: unknown): readonly Asked[] {
  const requests: readonly unknown[] = Array.isArray(body) ? body : [body];
  return requests.flatMap((request) => askedOfOne(Object(request)));
}

function askedOfOne({ query, operationName, variables }: Request): readonly Asked[] {
  const read = rootFieldsOf(query, operationName);
  if (!read) return [{ kind: 'call', operation: 'unreadable', table: null, target: null }];
  const { operation, roots } = read;
  const named = operation.name?.value ?? [...new Set(roots.map((root) => root.name.value))].join(' ');
  const name = named.slice(0, longestName) || 'unnamed';
  const isQuery = operation.operation === OperationTypeNode.QUERY;
  const asked = roots.map((root): Asked => {
    const table = root.name.value.replace(/_by_pk$|_aggregate$/, '').slice(0, longestTable);
    const target = idOf(root, Object(variables));
    const isDocument = isDocumentTable(table) && target !== null;
    return { kind: isQuery ? (isDocument ? 'document' : 'query') : 'call', operation: name, table, target };
  });
  const distinct = [...new Map(asked.map((one) => [`${one.table} ${one.target}`, one])).values()];
  const left = distinct.length - maxNoted;
  const nothing: Asked = { kind: isQuery ? 'query' : 'call', operation: name, table: null, target: null };
  if (distinct.length === 0) return [nothing];
  if (left <= 0) return distinct;
  return [...distinct.slice(0, maxNoted), { ...nothing, operation: `${left} more` }];
}

/** The key of a root field that selects one row: of `_by_pk`, or of a list limited to one id. */
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
