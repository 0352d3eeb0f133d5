import { type FieldDefinitionNode, Kind, parse, print } from 'graphql';
import { type DocumentKind, documentKinds } from '../timeline/kinds.ts';

/** The GraphQL types of a command's arguments, by name: `{ id: 'bigint!', comment: 'String' }`. */
export type Arguments = Readonly<Record<string, string>>;

/** The arguments of every command on documents, by kind and action. */
export type CommandArguments = Readonly<Partial<Record<DocumentKind, Readonly<Record<string, Arguments>>>>>;

/**
 * The commands on documents in a printed schema (API-39): mutations `<kind>_<action>` that return a document and take
 * an idempotency key.
 */
export function commandArguments(schema: string): CommandArguments {
  const mutations = parse(schema, { noLocation: true }).definitions.flatMap((definition) =>
    definition.kind === Kind.OBJECT_TYPE_DEFINITION && definition.name.value === 'mutation_root'
      ? (definition.fields ?? [])
      : [],
  );
  const ofKind = (kind: DocumentKind) =>
    mutations.flatMap((field): [string, Arguments][] => {
      const own = argumentsOf(field);
      const isCommand = print(field.type) === kind && 'idempotency_key' in own;
      return isCommand ? [[field.name.value.slice(kind.length + 1), own]] : [];
    });
  return Object.fromEntries(
    documentKinds
      .map((kind) => [kind, ofKind(kind)] as const)
      .filter(([, commands]) => commands.length > 0)
      .map(([kind, commands]) => [kind, Object.fromEntries(commands)]),
  );
}

function argumentsOf(field: FieldDefinitionNode): Arguments {
  return Object.fromEntries((field.arguments ?? []).map(({ name, type }) => [name.value, print(type)]));
}
