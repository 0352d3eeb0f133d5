import {
  GraphQLError,
  type GraphQLSchema,
  getVariableValues,
  type OperationDefinitionNode,
  type VariableDefinitionNode,
} from 'graphql';
import { type Refusal, refuse } from '../../base/refusal.ts';
import { inTurns } from '../../platform/server/fairness/in-turns.ts';
import { counted, othersTurn } from '../../platform/server/fairness/work.ts';
import { isCostlyOperator } from '../costly.ts';
import { exceeded, type Limits } from '../limits.ts';
import type { Variables } from '../literals.ts';
import { inWrittenOrder } from './written-order.ts';

interface Level {
  readonly container: object;
  /** The name for people: the nearest key that is neither an operator nor a list position. */
  readonly name: string;
}

/** Objects and lists checked before yielding to others. */
const containersAtOnce = 2_000;

/** Result of checking the variables of a request. */
export interface MeasuredVariables {
  readonly refusal?: Refusal | undefined;
  /** Whether they use a costly operator. */
  readonly isCostly: boolean;
}

/**
 * Checks the shape of variables without recursion, so that a hostile depth cannot exhaust the stack, yielding to
 * others.
 */
export async function measureVariables(variables: unknown, limits: Limits): Promise<MeasuredVariables> {
  let level: Level[] = isContainer(variables) ? [{ container: variables, name: '' }] : [];
  const found: Found = { conditions: 0, isCostly: false, refusal: undefined };
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > limits.nesting) return { refusal: exceeded('nesting', limits.nesting), isCostly: false };
    const next: Level[] = [];
    await inTurns(
      level,
      (piece) => {
        for (const one of piece) look(one, next, found, limits);
      },
      containersAtOnce,
    );
    if (found.refusal) return found;
    level = next;
  }
  return found;
}

interface Found {
  conditions: number;
  isCostly: boolean;
  refusal: Refusal | undefined;
}

/** Checks the content of one container; its inner containers are appended to `next`. */
function look({ container, name: outer }: Level, next: Level[], found: Found, limits: Limits): void {
  if (found.refusal) return;
  if (Array.isArray(container)) {
    if (container.length > limits.listMembers) found.refusal = exceeded('list members', limits.listMembers);
    else for (const value of container) lookAt(value, outer, next, found);
    return;
  }
  const keys = Object.keys(container);
  if (keys.length > limits.keys) found.refusal = exceeded('keys', limits.keys);
  else
    for (const key of keys) {
      const value: unknown = Reflect.get(container, key);
      found.isCostly ||= isCostlyOperator(key);
      lookAt(value, key.startsWith('_') ? outer : key, next, found);
      if ((key === '_and' || key === '_or') && Array.isArray(value)) found.conditions += value.length;
    }
  if (found.conditions > limits.conditions) found.refusal ??= exceeded('conditions', limits.conditions);
}

function lookAt(value: unknown, name: string, next: Level[], found: Found): void {
  if (isUnreadable(value))
    found.refusal ??= refuse('invalid_type', { field: name, values: { type: 'String' } });
  else if (isContainer(value)) next.push({ container: value, name });
}

/** Checks the number of undeclared variables. */
export function checkUnused(
  operation: OperationDefinitionNode,
  variables: Readonly<Record<string, unknown>>,
  limits: Limits,
): Refusal | undefined {
  const known = new Set(operation.variableDefinitions?.map(({ variable }) => variable.name.value));
  const unused = Object.keys(variables).filter((name) => !known.has(name));
  return unused.length > limits.unusedVariables
    ? exceeded('unused variables', limits.unusedVariables)
    : undefined;
}

/** PostgreSQL stores no text with a NUL character or half of a surrogate pair. */
function isUnreadable(value: unknown): boolean {
  return typeof value === 'string' && (value.includes('\u0000') || !value.isWellFormed());
}

function isContainer(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

/** Rows of a table view that are coerced at a time. */
const rowsAtOnce = 250;

/**
 * The coerced variables of a request, yielding between chunks of long lists; throws the `GraphQLError` of the first
 * invalid one.
 */
export async function coercedVariables(
  schema: GraphQLSchema,
  operation: OperationDefinitionNode,
  variables: Variables,
): Promise<Variables> {
  const definitions = operation.variableDefinitions ?? [];
  if (definitions.length === 0) return {};
  const values: Record<string, unknown> = {};
  for (const definition of definitions) {
    const { value: name } = definition.variable.name;
    const given = variables[name];
    const isLong = Array.isArray(given) && given.length > rowsAtOnce;
    const first = isLong ? { [name]: given.slice(0, rowsAtOnce) } : variables;
    Object.assign(
      values,
      counted(() => coerced(schema, definition, first)),
    );
    const list = values[name];
    if (!isLong || !Array.isArray(list)) continue;
    for (let start = rowsAtOnce; start < given.length; start += rowsAtOnce) {
      await othersTurn();
      const piece = { [name]: given.slice(start, start + rowsAtOnce) };
      list.push(...Object.values(counted(() => coerced(schema, definition, piece, start))).flat(1));
    }
  }
  return inWrittenOrder(definitions, values, variables);
}

/** The value of one variable, if any; `start` is the position of a chunk in its list. */
function coerced(
  schema: GraphQLSchema,
  definition: VariableDefinitionNode,
  variables: Variables,
  start = 0,
): Variables {
  const { coerced: values, errors } = getVariableValues(schema, [definition], variables, { maxErrors: 1 });
  const error = errors?.[0];
  if (!error) return values ?? {};
  if (start === 0) throw error;
  const message = error.message.replace(
    /(at "\w+\[)(\d+)/,
    (_, before: string, place: string) => `${before}${Number(place) + start}`,
  );
  throw new GraphQLError(message, { nodes: error.nodes ?? null, originalError: error.originalError ?? null });
}
