import { SegmentedControl } from '@mantine/core';
import { useLocalStorage } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { type Grouping, groupings } from './line-groups.ts';

/** By what the lines stand together; kept for all documents, read or edited. */
export function useGrouping(): readonly [Grouping, (grouping: Grouping) => void] {
  const [grouping, setGrouping] = useLocalStorage<Grouping>({
    key: 'procurement-grouping',
    defaultValue: 'supplier',
  });
  return [grouping, setGrouping];
}

export interface GroupingControlProps {
  readonly grouping: Grouping;
  readonly onGrouping: (grouping: Grouping) => void;
}

/** Chooses by what the lines stand together (PROC-03). */
export function GroupingControl({ grouping, onGrouping }: GroupingControlProps): ReactNode {
  const { t } = useTranslation();
  return (
    <SegmentedControl
      size="xs"
      aria-label={t('procurement.group_by')}
      value={grouping}
      data={groupings.map((value) => ({ value, label: t(`procurement.grouping.${value}`) }))}
      onChange={onGrouping}
    />
  );
}
