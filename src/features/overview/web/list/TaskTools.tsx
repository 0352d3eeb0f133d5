import { SegmentedControl } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { ShownView } from '../use-overview-view.ts';
import classes from './TaskTools.module.css';
import { shownCount, useOverdueCount } from './tasks.ts';

/** Tasks by urgency or by age, and the list of those that are overdue (OVW-10). */
export function TaskTools({ view }: { readonly view: ShownView }): ReactNode {
  const { t } = useTranslation();
  const { isOverdue } = view.filter;
  const count = useOverdueCount() ?? 0;
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
      {count === 0 && !isOverdue ? null : (
        <button
          type="button"
          className={classes.overdue}
          aria-pressed={isOverdue}
          onClick={() => view.narrow({ isOverdue: !isOverdue })}
        >
          {t('overview.filter.overdue')} <strong>{shownCount(count)}</strong>
        </button>
      )}
    </>
  );
}
