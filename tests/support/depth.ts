/**
 * The depth of the tests: `npm test` proves everything with small numbers, within minutes; `npm run test:deep` proves
 * the same with large ones. A test names both sizes where it uses them.
 */

/** Whether the deep form runs. */
export const isDeep = process.env.KONTOR_DEEP === '1';

/**
 * The cases of a test: all of them in the deep form, else every n-th. The step is coprime to the repetition of kinds
 * of cases, so that the remaining ones still cover every kind. Several short lists each begin with another `first`.
 */
export function someOf<Case>(cases: readonly Case[], every: number, first = 0): readonly Case[] {
  return isDeep ? cases : cases.filter((_, place) => (place + first) % every === 0);
}

/** A size of a test: the small one, or the large one of `npm run test:deep`. */
export function inDepth<Size>(small: Size, large: Size): Size {
  return isDeep ? large : small;
}

/**
 * The time limit of a test, a journey or its set-up, in milliseconds: longer means it hangs; it then ends with its
 * name.
 */
export const longestTest = inDepth(120_000, 1_800_000);

/**
 * How long a test waits for one condition, in milliseconds: shorter than the test limit, so that the failure names
 * the condition.
 */
export const longestWait = inDepth(90_000, 600_000);

/**
 * Tag of a journey that only `npm run test:deep` runs: its rule is also proven without a browser, or another journey
 * covers the same path.
 */
export const deep = { tag: '@deep' } as const;

/** Tag of a journey that goes further in `npm run test:deep`, which runs no others. */
export const deeper = { tag: '@deeper' } as const;
