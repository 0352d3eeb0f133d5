import type { Place } from './area.ts';
import type { Problems } from './judge.ts';
import type { Line } from './line.ts';

/**
 * The next invalid cell after a place, line by line from the left, wrapping around; with null the first one. Problems
 * of hidden columns show in the first column. Null where nothing is wrong.
 */
export function nextProblem(
  lines: readonly Line[],
  names: readonly string[],
  problems: ReadonlyMap<number, Problems>,
  from: Place | null,
): Place | null {
  const places = lines.flatMap(({ key }, line): readonly Place[] => {
    const wrong = problems.get(key);
    if (wrong === undefined) return [];
    const columns = names.flatMap((name, column) => (wrong.has(name) ? [column] : []));
    return (columns.length === 0 ? [0] : columns).map((column) => ({ line, column }));
  });
  const isBehind = ({ line, column }: Place): boolean =>
    from === null || line > from.line || (line === from.line && column > from.column);
  return places.find(isBehind) ?? places[0] ?? null;
}

/** The number of invalid cells. */
export function problemCount(problems: ReadonlyMap<number, Problems>): number {
  return [...problems.values()].reduce((count, wrong) => count + wrong.size, 0);
}
