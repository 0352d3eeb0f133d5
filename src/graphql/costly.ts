import { BREAK, type DocumentNode, visit } from 'graphql';

/** Operators whose cost depends on their pattern. */
const costly: ReadonlySet<string> = new Set([
  '_regex',
  '_iregex',
  '_nregex',
  '_niregex',
  '_similar',
  '_nsimilar',
]);

/** Time limit of a statement with such an operator, in milliseconds (API-44). */
export const costlyTimeLimitMs = 2_000;

/** Whether a document uses a costly operator. */
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

/** Whether a key of a comparison is a costly operator. */
export function isCostlyOperator(key: string): boolean {
  return costly.has(key);
}
