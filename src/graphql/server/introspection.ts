import {
  type DocumentNode,
  executeSync,
  type GraphQLSchema,
  Kind,
  type OperationDefinitionNode,
} from 'graphql';
import type { Selected, Variables } from '../selection.ts';
import type { Prepared } from './documents.ts';
import { Lru } from './lru.ts';

/** Whether a key asks for the schema itself. */
export function isIntrospection(selected: Selected): boolean {
  const name = selected.nodes[0]?.name.value;
  return name === '__schema' || name === '__type';
}

/** Answers questions about one schema, which graphql-js does; whole answers are kept (API-05). */
export class Introspection {
  readonly #schema: GraphQLSchema;
  readonly #answers = new Lru<string>(8);

  constructor(schema: GraphQLSchema) {
    this.#schema = schema;
  }

  /** The whole answer to an operation that asks for nothing but the schema. */
  answer(prepared: Prepared, roots: readonly Selected[], variables: Variables): string {
    const text = prepared.document.loc?.source.body;
    const key = text !== undefined && Object.keys(variables).length === 0 ? text : undefined;
    const known = key === undefined ? undefined : this.#answers.get(key);
    if (known !== undefined) return known;
    const body = JSON.stringify({ data: this.select(prepared, roots, variables) });
    if (key !== undefined) this.#answers.set(key, body);
    return body;
  }

  /** The values of the given keys. */
  select(prepared: Prepared, roots: readonly Selected[], variables: Variables): Record<string, unknown> {
    const operation: OperationDefinitionNode = {
      ...prepared.operation,
      directives: [],
      selectionSet: { kind: Kind.SELECTION_SET, selections: roots.flatMap((root) => root.nodes) },
    };
    const fragments = prepared.document.definitions.filter((node) => node.kind === Kind.FRAGMENT_DEFINITION);
    const document: DocumentNode = { kind: Kind.DOCUMENT, definitions: [operation, ...fragments] };
    const { data, errors } = executeSync({ schema: this.#schema, document, variableValues: variables });
    if (errors?.[0]) throw errors[0];
    return data ?? {};
  }
}
