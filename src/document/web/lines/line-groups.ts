import { type Amount, sum } from '../../../base/money.ts';
import type { Totals } from '../../totals.ts';
import type { GroupName, LineGrouping, LineSheet, TypedLine } from './line-columns.ts';

/** Lines that stand together, in the order of the first line of each group. */
export interface Grouped<Line> {
  readonly key: string;
  /** Null for the lines that belong nowhere. */
  readonly name: string | null;
  readonly lines: readonly Line[];
}

const nowhere = 'none';

/** The lines in groups. */
export function grouped<Line>(
  lines: readonly Line[],
  groupOf: (line: Line) => GroupName | null,
): readonly Grouped<Line>[] {
  const groups = Map.groupBy(lines, (line) => groupOf(line)?.key ?? nowhere);
  return [...groups].map(([key, members]) => {
    const [first] = members;
    return { key, name: (first && groupOf(first)?.name) ?? null, lines: members };
  });
}

/** The lines of a draft that stand together, under one tab (PROC-10). */
export interface DraftGroup<Line> {
  readonly key: string;
  /** Null for the lines that belong nowhere. */
  readonly name: string | null;
  /** The keys of its lines. */
  readonly lines: ReadonlySet<string>;
  readonly net: Amount;
  /** Puts a new line under the same tab. */
  readonly fill: (line: Line) => Line;
}

/** The groups of lines that are being typed; those that are still blank belong to none. */
export function draftGroups<Line extends TypedLine>(
  lines: readonly Line[],
  totals: Totals,
  { isBlank }: Pick<LineSheet<Line>, 'isBlank'>,
  grouping: LineGrouping<Line>,
): readonly DraftGroup<Line>[] {
  const counted = lines.flatMap((line, index) =>
    isBlank(line) ? [] : [{ line, net: totals.lines[index]?.total_netto ?? '0' }],
  );
  return grouped(counted, ({ line }) => grouping.groupOf(line)).map(({ key, name, lines: members }) => {
    const model = members[0]?.line;
    return {
      key,
      name,
      lines: new Set(members.map(({ line }) => line.key)),
      net: sum(members.map(({ net }) => net)),
      fill: (line) => (model === undefined ? line : grouping.alike(line, model)),
    };
  });
}
