import { BREAK, type DocumentNode, visit } from 'graphql';

/** Operators whose pattern decides how long one comparison takes. */
const costly: ReadonlySet<string> = new Set([
  '_regex',
  '_iregex',
  '_nregex',
  '_niregex',
  '_similar',
  '_nsimilar',
]);

/** What a statement with such an operator may take, in milliseconds (API-44). */
export const costlyTimeLimitMs = 2_000;

/** Whether a document compares with a pattern of the costly kind. */
export function isCostly(document: DocumentNode): boolean {
  let found = false;
  visit(document, {
    ObjectField: ({ name }) => {
      found ||= costly.has(name.value);
      return found ? BREAK : undefined;
    },
  });
  return found;
}

/** Whether variables do so; their depth has been checked before. */
export function hasCostly(variables: unknown): boolean {
  if (typeof variables !== 'object' || variables === null) return false;
  if (Array.isArray(variables)) return variables.some(hasCostly);
  return Object.entries(variables).some(([key, value]) => costly.has(key) || hasCostly(value));
}
