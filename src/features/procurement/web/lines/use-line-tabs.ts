import { useState } from 'react';
import type { Totals } from '../../../../document/totals.ts';
import type { Problems } from '../../../../document/web/draft/problems.ts';
import type { Draft } from '../draft/draft.ts';
import { draftGroups } from './draft-groups.ts';
import { useGrouping } from './GroupingControl.tsx';
import type { Grouping } from './line-groups.ts';

/** Which lines are shown; all of them while one that would be hidden is wrong (VAL-45). */
export function useLineTabs(draft: Draft, totals: Totals, problems: Problems) {
  const [grouping, setGrouping] = useGrouping();
  const [chosen, setChosen] = useState<string | null>(null);
  const groups = draftGroups(draft, totals, grouping);
  const wanted = groups.find(({ key }) => key === chosen);
  const isHidingErrors = draft.lines.some(
    ({ key }) => !wanted?.lines.has(key) && [...problems.keys()].some((place) => place.startsWith(`${key}.`)),
  );
  const group = isHidingErrors ? undefined : wanted;
  const onGrouping = (next: Grouping): void => {
    setGrouping(next);
    setChosen(null);
  };
  return { grouping, onGrouping, groups, group, onShow: setChosen };
}
