import { type GraphQLField, type GraphQLSchema, isObjectType, printType } from 'graphql';
import { getAutocompleteSuggestions, getDiagnostics, Position } from 'graphql-language-service';

/** A word that can stand at a place, with the text and place of the cursor once it is chosen. */
export interface Suggestion {
  readonly word: string;
  /** Its type, or empty. */
  readonly about: string;
  readonly text: string;
  readonly cursor: number;
}

const maxSuggestions = 12;
const maxFound = 30;

/** What the schema allows at a place of the text. */
export function suggestionsAt(schema: GraphQLSchema, text: string, cursor: number): readonly Suggestion[] {
  const before = text.slice(0, cursor);
  const lines = before.split('\n');
  const position = new Position(lines.length - 1, lines.at(-1)?.length ?? 0);
  const typed = /[\w$@]*$/.exec(before)?.[0] ?? '';
  const start = cursor - typed.length;
  const rest = text.slice(cursor).replace(/^\w+/, '');
  return getAutocompleteSuggestions(schema, text, position)
    .filter(({ label }) => label !== typed && label.toLowerCase().startsWith(typed.toLowerCase()))
    .slice(0, maxSuggestions)
    .map(({ label, detail = '' }) => ({
      ...{ word: label, about: detail, text: text.slice(0, start) + label + rest },
      cursor: start + label.length,
    }));
}

/** The first problems of a text, each with its line. */
export function problemsIn(schema: GraphQLSchema, text: string): readonly string[] {
  if (text.trim() === '') return [];
  return getDiagnostics(text, schema)
    .slice(0, 5)
    .map(({ message, range }) => `${range.start.line + 1}: ${message}`);
}

/** A type in the schema language; otherwise the fields of queries and mutations whose names hold the text. */
export function lookedUp(schema: GraphQLSchema, text: string): string {
  const name = text.trim();
  if (name === '') return '';
  const type = schema.getType(name);
  const fields = [schema.getQueryType(), schema.getMutationType()].flatMap((root) =>
    Object.values(root?.getFields() ?? {}).filter((field) => field.name.includes(name.toLowerCase())),
  );
  const signatures = fields.slice(0, maxFound).map(signatureOf);
  const isRoot = isObjectType(type) && (type === schema.getQueryType() || type === schema.getMutationType());
  return [...(type && !isRoot ? [printType(type)] : []), ...signatures].join('\n\n');
}

function signatureOf({ name, args, type }: GraphQLField<unknown, unknown>): string {
  const given = args.map((one) => `${one.name}: ${String(one.type)}`).join(', ');
  return `${name}${given === '' ? '' : `(${given})`}: ${String(type)}`;
}
