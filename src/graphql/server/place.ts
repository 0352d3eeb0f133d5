import { type ASTNode, BREAK, type GraphQLError, Kind, parse, visit } from 'graphql';

/** Arguments that hold columns of rows: people know the columns, not the argument. */
const rowArguments = new Set(['object', 'objects', '_set', '_inc', 'pk_columns']);

/**
 * The path in the arguments to a value refused by GraphQL, such as `lines.0.quantity`, from a literal or a variable.
 * `named` is the missing or unknown name in the error. Undefined if the error is about something else.
 */
export function placeOf(error: GraphQLError, named?: string): string | undefined {
  const [node] = error.nodes ?? [];
  if (!node?.loc) return named;
  const document = parse(node.loc.source.body);
  const steps =
    node.kind === Kind.VARIABLE_DEFINITION
      ? [...stepsTo(document, isUseOf(node.variable.name.value)), ...stepsInside(error.message)]
      : stepsTo(document, (other) => other.kind === node.kind && other.loc?.start === node.loc?.start);
  const all = named === undefined || steps.at(-1) === named ? steps : [...steps, named];
  return withoutRowArgument(all).join('.') || undefined;
}

function withoutRowArgument(steps: readonly string[]): readonly string[] {
  const [argument = '', ...inside] = steps;
  const namesColumn = inside.some((step) => !/^\d+$/.test(step));
  return rowArguments.has(argument) && namesColumn ? inside : steps;
}

function isUseOf(variable: string): (node: ASTNode) => boolean {
  return (node) => node.kind === Kind.VARIABLE && node.name.value === variable;
}

/** The arguments, fields and list positions on the way to the first matching node. */
function stepsTo(document: ASTNode, isMeant: (node: ASTNode) => boolean): string[] {
  let found: readonly (string | number)[] = [];
  visit(document, {
    enter: (node, _key, _parent, path) => {
      if (node.kind === Kind.VARIABLE_DEFINITION) return false;
      if (!isMeant(node)) return undefined;
      found = [...path];
      return BREAK;
    },
  });
  let here: unknown = document;
  return found.flatMap((key, place) => {
    here = Reflect.get(Object(here), key);
    const { kind, name } = Object(here) as { kind?: Kind; name?: { value: string } };
    if (kind === Kind.ARGUMENT || kind === Kind.OBJECT_FIELD) return name ? [name.value] : [];
    return found[place - 1] === 'values' ? [String(key)] : [];
  });
}

/** The path inside a variable in the message of graphql-js: `at "lines[0].quantity"`. */
function stepsInside(message: string): string[] {
  const path = / at "\w+((?:\.\w+|\[\d+\])+)"/.exec(message)?.[1] ?? '';
  return path.match(/\w+/g) ?? [];
}
