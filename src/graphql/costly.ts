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

/** Whether a key of a comparison is such an operator. */
export function isCostlyOperator(key: string): boolean {
  return costly.has(key);
}
