import {
  type ArgumentNode,
  BREAK,
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLField,
  GraphQLIncludeDirective,
  type GraphQLObjectType,
  GraphQLSkipDirective,
  getDirectiveValues,
  getNamedType,
  isObjectType,
  Kind,
  type SelectionSetNode,
  visit,
} from 'graphql';
import { argumentValues, type Variables } from './literals.ts';
import { meaningOf } from './meaning.ts';
import { requireSent } from './unsent.ts';

/** One key of an answer: its field and every node that requests it. */
export interface Selected {
  readonly key: string;
  /** Undefined for `__typename`. */
  readonly field: GraphQLField<unknown, unknown> | undefined;
  readonly nodes: readonly FieldNode[];
}

interface HasSelectionSet {
  readonly selectionSet?: SelectionSetNode | undefined;
}

/** Cached arguments of nodes without variables, equal for every request with that document. */
const constantArguments = new WeakMap<FieldNode, Readonly<Record<string, unknown>>>();

function usesVariable(argument: ArgumentNode): boolean {
  let found = false;
  visit(argument, {
    enter: ({ kind }) => {
      found ||= kind === Kind.VARIABLE;
      return found ? BREAK : undefined;
    },
  });
  return found;
}

/** Resolves fragments, directives, aliases and repeated keys of one validated operation. */
export class Selection {
  readonly variables: Variables;
  readonly #document: DocumentNode;
  readonly #fragments: ReadonlyMap<string, FragmentDefinitionNode>;

  constructor(document: DocumentNode, variables: Variables) {
    this.variables = variables;
    this.#document = document;
    this.#fragments = fragmentsOf(document);
  }

  /** The selected keys in the order of their first appearance. */
  fields(type: GraphQLObjectType, nodes: readonly HasSelectionSet[]): readonly Selected[] {
    const byKey = new Map<string, FieldNode[]>();
    for (const node of nodes) if (node.selectionSet) this.#collect(node.selectionSet, byKey);
    const fields = type.getFields();
    return [...byKey].map(([key, found]) => ({
      key,
      field: fields[found[0]?.name.value ?? ''],
      nodes: found,
    }));
  }

  /** The selection of a field that returns objects. */
  children(selected: Selected): { type: GraphQLObjectType; fields: readonly Selected[] } {
    const type = selected.field && getNamedType(selected.field.type);
    if (!isObjectType(type)) throw new Error(`${selected.key} has no fields`);
    return { type, fields: this.fields(type, selected.nodes) };
  }

  /**
   * The coerced arguments, all variables sent (API-46); validation ensures that all nodes of one key have equal ones.
   */
  arguments(selected: Selected): Readonly<Record<string, unknown>> {
    const { field, nodes } = selected;
    const [node] = nodes;
    if (!field || !node) return {};
    const known = constantArguments.get(node);
    if (known) return known;
    requireSent(this.#document, node, meaningOf(field), this.variables);
    const values = argumentValues(field, node, this.variables);
    if (!node.arguments?.some(usesVariable)) constantArguments.set(node, values);
    return values;
  }

  #collect(set: SelectionSetNode, byKey: Map<string, FieldNode[]>): void {
    for (const node of set.selections) {
      if (node.directives?.length && !this.#isIncluded(node)) continue;
      if (node.kind === Kind.FIELD) {
        const key = node.alias?.value ?? node.name.value;
        const found = byKey.get(key);
        if (found) found.push(node);
        else byKey.set(key, [node]);
      } else {
        const inner = node.kind === Kind.INLINE_FRAGMENT ? node : this.#fragments.get(node.name.value);
        if (inner) this.#collect(inner.selectionSet, byKey);
      }
    }
  }

  #isIncluded(node: SelectionSetNode['selections'][number]): boolean {
    if (getDirectiveValues(GraphQLSkipDirective, node, this.variables)?.if === true) return false;
    return getDirectiveValues(GraphQLIncludeDirective, node, this.variables)?.if !== false;
  }
}

export function fragmentsOf(document: DocumentNode): ReadonlyMap<string, FragmentDefinitionNode> {
  const fragments = document.definitions.filter((node) => node.kind === Kind.FRAGMENT_DEFINITION);
  return new Map(fragments.map((node) => [node.name.value, node]));
}
