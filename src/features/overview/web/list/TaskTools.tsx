import { SegmentedControl } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { OverviewFilter } from '../../filter.ts';
import { chosenWords, useTaskLists, withWords } from '../filter/filter-parts.ts';
import type { ShownView } from '../use-overview-view.ts';
import classes from './TaskTools.module.css';
import { shownCount, useNarrowedTaskCount } from './tasks.ts';

/** Sorts tasks by urgency or age, and filters overdue ones and ones with an ending discount (OVW-10). */
export function TaskTools({ view }: { readonly view: ShownView }): ReactNode {
  const { t } = useTranslation();
  const { isOverdue } = view.filter;
  const order = view.sort === null ? 'urgency' : view.sort.key === 'age' ? 'age' : '';
  return (
    <>
      <SegmentedControl
        size="xs"
        aria-label={t('overview.sort.label')}
        value={order}
        onChange={(key) => view.show({ sort: key === 'age' ? { key, isDescending: false } : null })}
        data={(['urgency', 'age'] as const).map((value) => ({ value, label: t(`overview.sort.${value}`) }))}
      />
      <TaskList
        label={t('overview.filter.overdue')}
        narrowed={{ isOverdue: true }}
        isOn={isOverdue}
        onToggle={() => view.narrow({ isOverdue: !isOverdue })}
      />
      {useTaskLists().map(({ key, word }) => {
        const isOn = chosenWords(key, view.filter).includes(word);
        return (
          <TaskList
            key={key}
            label={t(`overview.filter.${key}`)}
            narrowed={{ words: { [key]: [word] } }}
            isOn={isOn}
            onToggle={() => view.narrow(withWords(key, view.filter, isOn ? [] : [word]))}
          />
        );
      })}
    </>
  );
}

interface TaskListProps {
  readonly label: string;
  readonly narrowed: Partial<OverviewFilter>;
  readonly isOn: boolean;
  readonly onToggle: () => void;
}

/** A task filter with its count; hidden while empty. */
function TaskList({ label, narrowed, isOn, onToggle }: TaskListProps): ReactNode {
  const count = useNarrowedTaskCount(narrowed) ?? 0;
  if (count === 0 && !isOn) return null;
  return (
    <button type="button" className={classes.list} aria-pressed={isOn} onClick={onToggle}>
      {label} <strong>{shownCount(count)}</strong>
    </button>
  );
}
