import {
  type DocumentNode,
  type FragmentDefinitionNode,
  Kind,
  Lexer,
  type OperationDefinitionNode,
  type SelectionSetNode,
  Source,
  TokenKind,
} from 'graphql';
import { type Refusal, refuse } from '../base/refusal.ts';
import { fragmentsOf } from './selection.ts';

/** What a request may cost before anything expensive is done with it (API-05). */
export interface Limits {
  readonly tokens: number;
  /** Fields inside fields; introspection is exempt. */
  readonly depth: number;
  readonly rootFields: number;
  /** Fields after all fragments are spread, aliases counted one by one. */
  readonly fields: number;
  /** Brackets inside brackets, in the document and in the variables. */
  readonly nesting: number;
  /** Members of all `_and` and `_or` lists in the variables. */
  readonly conditions: number;
}

export const defaultLimits: Limits = {
  tokens: 5000,
  depth: 12,
  rootFields: 50,
  fields: 1000,
  nesting: 60,
  conditions: 1000,
};

function exceeded(limit: string, maximum: number): Refusal {
  return refuse('limit_exceeded', { values: { what: limit, limit: maximum } });
}

const opening: ReadonlySet<string> = new Set([TokenKind.BRACE_L, TokenKind.BRACKET_L, TokenKind.PAREN_L]);
const closing: ReadonlySet<string> = new Set([TokenKind.BRACE_R, TokenKind.BRACKET_R, TokenKind.PAREN_R]);

/** Checks a text before it is parsed; throws the `GraphQLError` of a text that is no GraphQL at all. */
export function checkText(text: string, limits: Limits): Refusal | undefined {
  const lexer = new Lexer(new Source(text));
  let nesting = 0;
  for (let tokens = 0; lexer.advance().kind !== TokenKind.EOF; tokens += 1) {
    if (tokens >= limits.tokens) return exceeded('tokens', limits.tokens);
    const { kind } = lexer.token;
    if (opening.has(kind)) nesting += 1;
    if (closing.has(kind)) nesting -= 1;
    if (nesting > limits.nesting) return exceeded('nesting', limits.nesting);
  }
  return undefined;
}

interface Level {
  readonly container: object;
  /** What a person calls it: the nearest key that is no operator and no place in a list. */
  readonly name: string;
}

/** Checks the shape of variables without recursion, so that a hostile depth cannot exhaust the stack. */
export function checkVariables(variables: unknown, limits: Limits): Refusal | undefined {
  let level: Level[] = isContainer(variables) ? [{ container: variables, name: '' }] : [];
  let conditions = 0;
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > limits.nesting) return exceeded('nesting', limits.nesting);
    const next: Level[] = [];
    for (const { container, name: outer } of level) {
      for (const [key, value] of Object.entries(container)) {
        const name = Array.isArray(container) || key.startsWith('_') ? outer : key;
        if (isUnreadable(value)) return refuse('invalid_type', { field: name, values: { type: 'String' } });
        if (!isContainer(value)) continue;
        next.push({ container: value, name });
        if ((key === '_and' || key === '_or') && Array.isArray(value)) conditions += value.length;
      }
    }
    if (conditions > limits.conditions) return exceeded('conditions', limits.conditions);
    level = next;
  }
  return undefined;
}

/** PostgreSQL keeps no text with a NUL character, so nobody can have meant one. */
function isUnreadable(value: unknown): boolean {
  return typeof value === 'string' && value.includes('\u0000');
}

function isContainer(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

/** Checks what an operation becomes when its fragments are spread, in time linear in the text. */
export function checkOperation(
  document: DocumentNode,
  operation: OperationDefinitionNode,
  limits: Limits,
): Refusal | undefined {
  const measure = new Measure(fragmentsOf(document));
  const size = measure.selectionSet(operation.selectionSet, true);
  if (size === 'cycle')
    return refuse('validation_failed', { values: { detail: 'A fragment contains itself.' } });
  if (size.roots > limits.rootFields) return exceeded('root fields', limits.rootFields);
  if (size.fields > limits.fields) return exceeded('fields', limits.fields);
  if (size.depth > limits.depth) return exceeded('depth', limits.depth);
  return undefined;
}

interface Size {
  readonly roots: number;
  readonly fields: number;
  readonly depth: number;
}

class Measure {
  readonly #fragments: ReadonlyMap<string, FragmentDefinitionNode>;
  readonly #known = new Map<string, Size | 'cycle'>();

  constructor(fragments: ReadonlyMap<string, FragmentDefinitionNode>) {
    this.#fragments = fragments;
  }

  selectionSet(set: SelectionSetNode, isRoot = false): Size | 'cycle' {
    let roots = 0;
    let fields = 0;
    let depth = 0;
    for (const node of set.selections) {
      const size = this.#selection(node);
      if (size === 'cycle') return size;
      roots += size.roots;
      const isIntrospection = isRoot && node.kind === Kind.FIELD && node.name.value.startsWith('__');
      fields += isIntrospection ? 1 : size.fields;
      depth = Math.max(depth, isIntrospection ? 1 : size.depth);
    }
    return { roots, fields, depth };
  }

  #selection(node: SelectionSetNode['selections'][number]): Size | 'cycle' {
    if (node.kind === Kind.FRAGMENT_SPREAD) return this.#fragment(node.name.value);
    if (node.kind === Kind.INLINE_FRAGMENT) return this.selectionSet(node.selectionSet);
    if (!node.selectionSet) return { roots: 1, fields: 1, depth: 1 };
    const inner = this.selectionSet(node.selectionSet);
    return inner === 'cycle' ? inner : { roots: 1, fields: inner.fields + 1, depth: inner.depth + 1 };
  }

  #fragment(name: string): Size | 'cycle' {
    const known = this.#known.get(name);
    if (known) return known;
    const fragment = this.#fragments.get(name);
    if (!fragment) return { roots: 0, fields: 0, depth: 0 };
    // Whoever comes back here before the size is known has gone in a circle.
    this.#known.set(name, 'cycle');
    const size = this.selectionSet(fragment.selectionSet);
    this.#known.set(name, size);
    return size;
  }
}
