import { found } from '../text/evidence.ts';
import type { Found } from '../text/page-reading.ts';
import type { Passage } from './passages.ts';

/** A possible value of a field. */
export interface Candidate<Value> {
  readonly passage: Passage;
  readonly start: number;
  readonly end: number;
  readonly value: Value;
  /** Whether the wording is unambiguous. */
  readonly isStrong: boolean;
}

/**
 * The value that the candidates agree on. Strong candidates decide; null when they contradict each other. The value
 * is sure when no weak candidate contradicts it.
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
