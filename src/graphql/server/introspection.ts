import {
  __Schema,
  type DocumentNode,
  executeSync,
  type FieldNode,
  type GraphQLSchema,
  Kind,
  type OperationDefinitionNode,
} from 'graphql';
import { Lru } from '../../base/lru.ts';
import { inTurns } from '../../platform/server/fairness/in-turns.ts';
import type { Variables } from '../literals.ts';
import type { Selected, Selection } from '../selection.ts';
import type { Prepared } from './documents.ts';

/** Whether a key is a question about the schema. */
export function isIntrospection(selected: Selected): boolean {
  const name = selected.nodes[0]?.name.value;
  return name === '__schema' || name === '__type';
}

/** Types described at a time: a few milliseconds before yielding to others (API-44). */
const typesAtOnce = 10;

/** One request with a question about the schema. */
export interface SchemaQuestion {
  readonly prepared: Prepared;
  readonly selection: Selection;
  /** Not coerced. */
  readonly variables: Variables;
}

/** Answers questions about one schema with graphql-js; caches whole answers (API-05). */
export class Introspection {
  readonly #schema: GraphQLSchema;
  readonly #answers = new Lru<string>(8);

  constructor(schema: GraphQLSchema) {
    this.#schema = schema;
  }

  /** The whole answer to an operation with questions about the schema only. */
  async answer(question: SchemaQuestion, roots: readonly Selected[]): Promise<string> {
    const text = question.prepared.document.loc?.source.body;
    const key = text !== undefined && Object.keys(question.variables).length === 0 ? text : undefined;
    const known = key === undefined ? undefined : this.#answers.get(key);
    if (known !== undefined) return known;
    const parts = ['{"data":'];
    await writeInTurns(parts, await this.select(question, roots));
    parts.push('}');
    const body = parts.join('');
    if (key !== undefined) this.#answers.set(key, body);
    return body;
  }

  /** The values of the given keys. */
  async select(question: SchemaQuestion, roots: readonly Selected[]): Promise<Record<string, unknown>> {
    const values: Record<string, unknown> = {};
    for (const root of roots) {
      const isWhole = root.nodes[0]?.name.value === '__schema';
      values[root.key] = isWhole
        ? await this.#wholeSchema(question, root)
        : this.#asked(question, root.nodes)[root.key];
    }
    return values;
  }

  async #wholeSchema(question: SchemaQuestion, root: Selected): Promise<Record<string, unknown>> {
    const values: Record<string, unknown> = {};
    for (const part of question.selection.fields(__Schema, root.nodes)) {
      if (part.field?.name === 'types') values[part.key] = await this.#types(question, part);
      else Object.assign(values, this.#asked(question, [schemaWith(part.nodes)]).__schema);
    }
    return values;
  }

  async #types(question: SchemaQuestion, { nodes }: Selected): Promise<unknown[]> {
    const described: unknown[] = [];
    await inTurns(
      Object.keys(this.#schema.getTypeMap()),
      (names) => {
        const some = names.map((name) => typeNamed(name, nodes));
        described.push(...Object.values(this.#asked(question, some)));
      },
      typesAtOnce,
    );
    return described;
  }

  #asked({ prepared, variables }: SchemaQuestion, selections: readonly FieldNode[]): Record<string, unknown> {
    const operation: OperationDefinitionNode = {
      ...prepared.operation,
      directives: [],
      selectionSet: { kind: Kind.SELECTION_SET, selections },
    };
    const fragments = prepared.document.definitions.filter((node) => node.kind === Kind.FRAGMENT_DEFINITION);
    const document: DocumentNode = { kind: Kind.DOCUMENT, definitions: [operation, ...fragments] };
    const { data, errors } = executeSync({ schema: this.#schema, document, variableValues: variables });
    if (errors?.[0]) throw errors[0];
    return data ?? {};
  }
}

/**
 * As `JSON.stringify`, but yielding between a few elements of long lists at any depth. The parts are joined once,
 * because every join of megabytes touches new memory.
 */
async function writeInTurns(parts: string[], value: unknown): Promise<void> {
  if (typeof value !== 'object' || value === null) {
    parts.push(JSON.stringify(value));
    return;
  }
  if (Array.isArray(value)) {
    parts.push('[');
    let comma = '';
    await inTurns<unknown>(
      value,
      (some) => {
        parts.push(comma, JSON.stringify(some).slice(1, -1));
        comma = ',';
      },
      typesAtOnce,
    );
    parts.push(']');
    return;
  }
  let before = '{';
  for (const [key, part] of Object.entries(value)) {
    parts.push(`${before}${JSON.stringify(key)}:`);
    await writeInTurns(parts, part);
    before = ',';
  }
  parts.push(before === '{' ? '{}' : '}');
}

function named(value: string) {
  return { kind: Kind.NAME, value } as const;
}

function schemaWith(selections: readonly FieldNode[]): FieldNode {
  return {
    kind: Kind.FIELD,
    name: named('__schema'),
    selectionSet: { kind: Kind.SELECTION_SET, selections },
  };
}

/** The selections of all nodes for one type, under the name of the type. */
function typeNamed(name: string, nodes: readonly FieldNode[]): FieldNode {
  const selections = nodes.flatMap((node) => node.selectionSet?.selections ?? []);
  return {
    kind: Kind.FIELD,
    alias: named(name),
    name: named('__type'),
    arguments: [{ kind: Kind.ARGUMENT, name: named('name'), value: { kind: Kind.STRING, value: name } }],
    selectionSet: { kind: Kind.SELECTION_SET, selections },
  };
}
