import { found } from '../text/evidence.ts';
import type { Found } from '../text/page-reading.ts';
import type { Passage } from './passages.ts';

/** A value that may be the one that is looked for. */
export interface Candidate<Value> {
  readonly passage: Passage;
  readonly start: number;
  readonly end: number;
  readonly value: Value;
  /** Its words leave no doubt about what it is. */
  readonly isStrong: boolean;
}

/**
 * The value that its candidates agree on: those without doubt decide, and nothing is said where they contradict each
 * other. It is sure where the doubtful ones do not say otherwise.
 */
export function agreed<Value>(
  candidates: readonly Candidate<Value>[],
  sameness: (value: Value) => string,
): Found<Value> | null {
  const strong = candidates.filter(({ isStrong }) => isStrong);
  const deciding = strong.length > 0 ? strong : candidates;
  const [first] = deciding;
  const isOne = (some: readonly Candidate<Value>[]) =>
    new Set(some.map(({ value }) => sameness(value))).size === 1;
  if (!first || !isOne(deciding)) return null;
  const { passage, start, end, value } = first;
  return found(value, { cell: passage, start, end }, strong.length > 0 && isOne(candidates));
}
