import {
  type ArgumentNode,
  type ASTNode,
  BREAK,
  type DocumentNode,
  type FieldNode,
  Kind,
  type ValueNode,
  type VariableNode,
  visit,
} from 'graphql';
import { Refused, refuse } from '../base/refusal.ts';
import type { FieldMeaning } from './meaning.ts';

type Variables = Readonly<Record<string, unknown>>;

/** A refusal with its path in the request: `$.selectionSet.book.args.where.id._eq` (API-04). */
export class RefusedAt extends Refused {
  readonly path: string;

  constructor(path: string, ...refusal: Parameters<typeof refuse>) {
    super(refuse(...refusal));
    this.path = path;
  }
}

/** Cached variables of a field that must be sent, equal for every request with that document. */
const neededVariables = new WeakMap<FieldNode, readonly VariableNode[]>();

/**
 * Refuses a field with an unsent variable if GraphQL would drop the comparison or value, so that the field would
 * apply to other rows (API-46). An optional argument of a query may be missing as a whole: data providers of Hasura
 * declare `where: $where` and send nothing without a filter.
 *
 * @param variables as GraphQL coerced them, including defaults
 */
export function requireSent(
  document: DocumentNode,
  node: FieldNode,
  meaning: FieldMeaning | undefined,
  variables: Variables,
): void {
  const needed = neededVariables.get(node) ?? neededIn(node, meaning);
  neededVariables.set(node, needed);
  const unsent = needed.find(({ name }) => !Object.hasOwn(variables, name.value));
  if (unsent === undefined) return;
  const { path, field } = placeIn(document, unsent);
  throw new RefusedAt(path, 'variable_not_sent', {
    field,
    values: { variable: unsent.name.value, place: field },
  });
}

function neededIn({ arguments: args = [] }: FieldNode, meaning: FieldMeaning | undefined) {
  switch (meaning?.kind) {
    // The input schema of functions defines what is optional.
    case 'command':
    case 'function':
      return [];
    case 'update':
    case 'update_many':
    case 'update_by_pk':
    case 'delete':
    case 'delete_by_pk':
      return args.flatMap(variablesIn);
    case 'insert':
    case 'insert_one':
      return args.flatMap(({ value }) => choosing(value, args.some(isConflict)));
    default:
      return args.filter(({ value }) => value.kind !== Kind.VARIABLE).flatMap(variablesIn);
  }
}

function variablesIn(node: ASTNode): readonly VariableNode[] {
  const found: VariableNode[] = [];
  visit(node, { Variable: (variable) => void found.push(variable) });
  return found;
}

/** Columns of an object that select its row and are not written. */
const compared: ReadonlySet<string> = new Set(['id', 'updated_at']);

function isConflict({ name }: Pick<ArgumentNode, 'name'>): boolean {
  return name.value === 'on_conflict';
}

/** The variables in inserted objects that select rows: all of them if an existing row may change. */
function choosing(value: ValueNode, mayChange: boolean): readonly VariableNode[] {
  if (mayChange) return variablesIn(value);
  if (value.kind === Kind.LIST) return value.values.flatMap((item) => choosing(item, false));
  if (value.kind !== Kind.OBJECT) return [];
  const isChange = value.fields.some(isConflict);
  return value.fields.flatMap((field) => choosing(field.value, isChange || compared.has(field.name.value)));
}

interface Place {
  /** From the root of the request. */
  readonly path: string;
  /** From the arguments of the field. */
  readonly field: string;
}

function placeIn(document: DocumentNode, meant: VariableNode): Place {
  let found: readonly (string | number)[] = [];
  visit(document, {
    Variable: (node, _key, _parent, path) => {
      if (node !== meant) return undefined;
      found = [...path];
      return BREAK;
    },
  });
  let here: unknown = document;
  const around: string[] = [];
  const inside: string[] = [];
  for (const [place, key] of found.entries()) {
    here = Reflect.get(Object(here), key);
    const node = Object(here) as { kind?: Kind; name?: { value: string }; alias?: { value: string } };
    const name = (node.alias ?? node.name)?.value ?? '';
    if (node.kind === Kind.FRAGMENT_DEFINITION) around.push('fragments', name);
    if (node.kind === Kind.FIELD) around.push('selectionSet', name);
    if (node.kind === Kind.ARGUMENT || node.kind === Kind.OBJECT_FIELD) inside.push(name);
    if (found[place - 1] === 'values') inside.push(String(key));
  }
  return { path: ['$', ...around, 'args', ...inside].join('.'), field: inside.join('.') };
}
