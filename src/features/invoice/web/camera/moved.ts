/** The list with one of them moved by places, within its ends. */
export function moved<One extends { readonly key: string }>(
  all: readonly One[],
  key: string,
  by: number,
): readonly One[] {
  const at = all.findIndex((one) => one.key === key);
  const [one] = all.slice(at, at + 1);
  if (at < 0 || one === undefined) return all;
  const others = all.toSpliced(at, 1);
  return others.toSpliced(Math.min(others.length, Math.max(0, at + by)), 0, one);
}
