/** Each value once, without null. */
export function distinct<T>(values: Iterable<T | null>): readonly T[] {
  return [...new Set(values)].filter((value) => value !== null);
}
