import { type Amount, sum } from '../../../base/money.ts';
import type { Totals } from '../../totals.ts';
import type { GroupName, LineGrouping, LineSheet, TypedLine } from './line-columns.ts';

/** A group of lines; groups are ordered by their first line. */
export interface Grouped<Line> {
  readonly key: string;
  /** Null for lines without a group. */
  readonly name: string | null;
  readonly lines: readonly Line[];
}

const nowhere = 'none';

/** Groups the lines. */
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

/** A group of draft lines, under one tab (PROC-10). */
export interface DraftGroup<Line> {
  readonly key: string;
  /** Null for lines without a group. */
  readonly name: string | null;
  /** The keys of its lines. */
  readonly lines: ReadonlySet<string>;
  readonly net: Amount;
  /** Adds a new line to the group. */
  readonly fill: (line: Line) => Line;
}

/** The groups of typed lines, without blank lines. */
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
