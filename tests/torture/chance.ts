/** Seeded randomness: the same seed draws the same numbers. */
export interface Chance {
  /** An integer from 0 to below the limit. */
  below(limit: number): number;
  /** True in this share of the cases, from 0 to 1. */
  share(probability: number): boolean;
  /** A random choice; undefined when there is none. */
  pick<T>(choices: readonly T[]): T | undefined;
  /** A random choice, in proportion to its weight. */
  weighted<T>(choices: readonly T[], weightOf: (choice: T) => number): T | undefined;
  uuid(): string;
}

/** The generator mulberry32: 32 bits of state, sufficient for drawing actions. */
export function chanceOf(seed: number): Chance {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (limit: number) => Math.floor(next() * limit);
  return {
    below,
    share: (probability) => next() < probability,
    pick: (choices) => choices[below(choices.length)],
    weighted: (choices, weightOf) => {
      let left = next() * choices.reduce((total, choice) => total + weightOf(choice), 0);
      return choices.find((choice) => {
        left -= weightOf(choice);
        return left < 0;
      });
    },
    uuid: () => {
      const digits = Array.from({ length: 32 }, () => below(16).toString(16));
      digits[12] = '4';
      digits[16] = '8';
      return digits.join('').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
    },
  };
}
