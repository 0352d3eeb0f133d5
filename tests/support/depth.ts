/**
 * How deep the tests go: `npm test` proves everything on small numbers, within minutes; `npm run test:deep` proves
 * the same on large ones. A test names its two sizes where it uses them.
 */

/** Whether the long forms are wanted. */
export const isDeep = process.env.KONTOR_DEEP === '1';

/**
 * The cases of a test: all of them when it goes deep, else every so many-th. The number shares no factor with how
 * often kinds of cases repeat, so that those that are left still meet every kind.
 */
export function someOf<Case>(cases: readonly Case[], every: number): readonly Case[] {
  return isDeep ? cases : cases.filter((_, place) => place % every === 0);
}

/** A size of a test: the small one, or the large one of `npm run test:deep`. */
export function inDepth<Size>(small: Size, large: Size): Size {
  return isDeep ? large : small;
}

/** How long a test, a journey or its set-up may take, in milliseconds: what takes longer hangs, and ends there with its name. */
export const longestTest = inDepth(120_000, 1_800_000);

/** How long a test waits for one thing, in milliseconds: less, so that the failure says for what. */
export const longestWait = inDepth(90_000, 600_000);

/**
 * Given to a journey that only `npm run test:deep` takes: the rule that it names is proven without a browser as well,
 * or another journey goes the same way.
 */
export const deep = { tag: '@deep' } as const;

/** Given to a journey that goes further in `npm run test:deep`, which takes no others. */
export const deeper = { tag: '@deeper' } as const;
