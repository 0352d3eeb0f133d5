import {
  type FieldNode,
  type FragmentDefinitionNode,
  getOperationAST,
  Kind,
  type OperationDefinitionNode,
  parse,
  type SelectionSetNode,
} from 'graphql';

/** Longer texts are refused by the API; logging does not parse them. */
const longestRead = 100_000;
const mostTokens = 20_000;

export interface RootFields {
  readonly operation: OperationDefinitionNode;
  readonly roots: readonly FieldNode[];
}

/** The operation of a request and its root fields, including those in fragments; null if unreadable. */
export function rootFieldsOf(query: unknown, name: unknown): RootFields | null {
  if (typeof query !== 'string' || query.length > longestRead) return null;
  try {
    const document = parse(query, { noLocation: true, maxTokens: mostTokens });
    const operation = getOperationAST(document, typeof name === 'string' ? name : null);
    if (!operation) return null;
    const definitions = document.definitions.filter((one) => one.kind === Kind.FRAGMENT_DEFINITION);
    const fragments = new Map(definitions.map((one) => [one.name.value, one]));
    return { operation, roots: fieldsOf(operation.selectionSet, fragments, new Set()) };
  } catch {
    return null;
  }
}

type Fragments = ReadonlyMap<string, FragmentDefinitionNode>;

/** Visits each fragment once. */
function fieldsOf({ selections }: SelectionSetNode, fragments: Fragments, seen: Set<string>): FieldNode[] {
  return selections.flatMap((selection) => {
    if (selection.kind === Kind.FIELD) return [selection];
    if (selection.kind === Kind.INLINE_FRAGMENT) return fieldsOf(selection.selectionSet, fragments, seen);
    const { value: name } = selection.name;
    const fragment = fragments.get(name);
    if (!fragment || seen.has(name)) return [];
    seen.add(name);
    return fieldsOf(fragment.selectionSet, fragments, seen);
  });
}
