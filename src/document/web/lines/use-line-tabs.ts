import { useState } from 'react';
import type { Totals } from '../../totals.ts';
import type { Problems } from '../draft/problems.ts';
import { useGrouping } from './GroupingControl.tsx';
import type { LineSheet, TypedLine } from './line-columns.ts';
import { draftGroups } from './line-groups.ts';

/** The shown group of lines; all lines while a hidden one has errors (VAL-45). `problems` are by line key. */
export function useLineTabs<Line extends TypedLine>(
  sheet: LineSheet<Line>,
  lines: readonly Line[],
  totals: Totals,
  problems: ReadonlyMap<string, Problems>,
) {
  const [grouping, setGrouping] = useGrouping(sheet.name, sheet.groupings);
  const [chosen, setChosen] = useState<string | null>(null);
  const groups = grouping === undefined ? [] : draftGroups(lines, totals, sheet, grouping);
  const wanted = groups.find(({ key }) => key === chosen);
  const isHidingErrors = lines.some(({ key }) => !wanted?.lines.has(key) && problems.has(key));
  const group = isHidingErrors ? undefined : wanted;
  const onGrouping = (next: string): void => {
    setGrouping(next);
    setChosen(null);
  };
  return { grouping, onGrouping, groups, group, onShow: setChosen };
}
