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

/** Limits checked before any expensive work on a request (API-05). */
export interface Limits {
  readonly tokens: number;
  /** Fields inside fields; introspection is exempt. */
  readonly depth: number;
  /**
   * Questions about the whole schema, and separately about single types; they block everything else while answered
   * (API-44).
   */
  readonly introspections: number;
  /** Fields of such a question after expanding fragments. */
  readonly introspectionFields: number;
  readonly rootFields: number;
  /** Fields after expanding fragments, each alias counted. */
  readonly fields: number;
  /** Nesting of brackets in the document, and of the variables. */
  readonly nesting: number;
  /** Members of all `_and` and `_or` lists in the variables. */
  readonly conditions: number;
  /** Validation compares spread fragments pairwise (API-48). */
  readonly fragments: number;
  /** Keys of one object in the variables, and number of variables. */
  readonly keys: number;
  /** Variables that the operation does not declare. */
  readonly unusedVariables: number;
  /** Members of one list in the variables, such as ids. */
  readonly listMembers: number;
}

export const defaultLimits: Limits = {
  tokens: 5000,
  depth: 12,
  introspections: 1,
  introspectionFields: 400,
  rootFields: 50,
  fields: 1000,
  nesting: 60,
  conditions: 1000,
  fragments: 100,
  keys: 1000,
  unusedVariables: 20,
  listMembers: 10_000,
};

/** The refusal for exceeding a limit. */
export function exceeded(limit: string, maximum: number): Refusal {
  return refuse('limit_exceeded', { values: { what: limit, limit: maximum } });
}

const opening: ReadonlySet<string> = new Set([TokenKind.BRACE_L, TokenKind.BRACKET_L, TokenKind.PAREN_L]);
const closing: ReadonlySet<string> = new Set([TokenKind.BRACE_R, TokenKind.BRACKET_R, TokenKind.PAREN_R]);

/**
 * Checks a text before parsing, up to the first exceeded limit; throws the `GraphQLError` of a text that is no
 * GraphQL.
 */
export function checkText(text: string, limits: Limits): Refusal | undefined {
  const lexer = new Lexer(new Source(text));
  let nesting = 0;
  let fragments = 0;
  for (let tokens = 0; lexer.advance().kind !== TokenKind.EOF; tokens += 1) {
    if (tokens >= limits.tokens) return exceeded('tokens', limits.tokens);
    const { kind, value } = lexer.token;
    if (nesting === 0 && kind === TokenKind.NAME && value === 'fragment') fragments += 1;
    if (fragments > limits.fragments) return exceeded('fragments', limits.fragments);
    if (opening.has(kind)) nesting += 1;
    if (closing.has(kind)) nesting -= 1;
    if (nesting > limits.nesting) return exceeded('nesting', limits.nesting);
  }
  return undefined;
}

/** Checks the size of an operation after expanding fragments, in time linear in the text. */
export function checkOperation(
  document: DocumentNode,
  operation: OperationDefinitionNode,
  limits: Limits,
): Refusal | undefined {
  const fragments = fragmentsOf(document);
  const measure = new Measure(fragments);
  const size = measure.selectionSet(operation.selectionSet);
  if (size === 'cycle')
    return refuse('validation_failed', { values: { detail: 'A fragment contains itself.' } });
  if (size.roots > limits.rootFields) return exceeded('root fields', limits.rootFields);
  if (size.fields > limits.fields) return exceeded('fields', limits.fields);
  if (size.depth > limits.depth) return exceeded('depth', limits.depth);
  if (Math.max(size.wholeSchemas, size.singleTypes) > limits.introspections)
    return exceeded('introspections', limits.introspections);
  if (size.introspectionFields > limits.introspectionFields)
    return exceeded('introspection fields', limits.introspectionFields);
  if (size.introspectionLists > introspectionLists)
    return exceeded('introspection depth', introspectionLists);
  return undefined;
}

interface Size {
  readonly roots: number;
  readonly fields: number;
  readonly depth: number;
  readonly wholeSchemas: number;
  readonly singleTypes: number;
  readonly introspectionFields: number;
  readonly introspectionLists: number;
  /** Nesting of introspection fields that are lists of a type's parts. */
  readonly lists: number;
}

/** Each nested list multiplies the answer; the introspection queries of clients have none. */
const introspectionLists = 1;
const listsOfType: ReadonlySet<string> = new Set([
  'fields',
  'inputFields',
  'interfaces',
  'possibleTypes',
  'enumValues',
]);

const nothing: Size = {
  roots: 0,
  fields: 0,
  depth: 0,
  wholeSchemas: 0,
  singleTypes: 0,
  introspectionFields: 0,
  introspectionLists: 0,
  lists: 0,
};

class Measure {
  readonly #fragments: ReadonlyMap<string, FragmentDefinitionNode>;
  readonly #known = new Map<string, Size | 'cycle'>();

  constructor(fragments: ReadonlyMap<string, FragmentDefinitionNode>) {
    this.#fragments = fragments;
  }

  selectionSet(set: SelectionSetNode): Size | 'cycle' {
    let sum = nothing;
    for (const node of set.selections) {
      const size = this.#selection(node);
      if (size === 'cycle') return size;
      sum = {
        roots: sum.roots + size.roots,
        fields: sum.fields + size.fields,
        depth: Math.max(sum.depth, size.depth),
        wholeSchemas: sum.wholeSchemas + size.wholeSchemas,
        singleTypes: sum.singleTypes + size.singleTypes,
        introspectionFields: sum.introspectionFields + size.introspectionFields,
        introspectionLists: Math.max(sum.introspectionLists, size.introspectionLists),
        lists: Math.max(sum.lists, size.lists),
      };
    }
    return sum;
  }

  #selection(node: SelectionSetNode['selections'][number]): Size | 'cycle' {
    if (node.kind === Kind.FRAGMENT_SPREAD) return this.#fragment(node.name.value);
    if (node.kind === Kind.INLINE_FRAGMENT) return this.selectionSet(node.selectionSet);
    if (!node.selectionSet) return { ...nothing, roots: 1, fields: 1, depth: 1 };
    const inner = this.selectionSet(node.selectionSet);
    if (inner === 'cycle') return inner;
    const { value: name } = node.name;
    if (name === '__schema' || name === '__type') {
      const counted = name === '__schema' ? { wholeSchemas: 1 } : { singleTypes: 1 };
      const measured = { introspectionFields: inner.fields, introspectionLists: inner.lists };
      return { ...nothing, roots: 1, fields: 1, depth: 1, ...counted, ...measured };
    }
    const lists = inner.lists + (listsOfType.has(name) ? 1 : 0);
    return { ...inner, roots: 1, fields: inner.fields + 1, depth: inner.depth + 1, lists };
  }

  #fragment(name: string): Size | 'cycle' {
    const known = this.#known.get(name);
    if (known) return known;
    const fragment = this.#fragments.get(name);
    if (!fragment) return nothing;
    // Reaching this fragment again before its size is known means a cycle.
    this.#known.set(name, 'cycle');
    const size = this.selectionSet(fragment.selectionSet);
    this.#known.set(name, size);
    return size;
  }
}
