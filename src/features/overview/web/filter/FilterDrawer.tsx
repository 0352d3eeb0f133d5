import { Button, NativeSelect } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { SidePanel } from '../../../../platform/web/kit/SidePanel.tsx';
import { useHasRole } from '../../../../platform/web/profile.ts';
import { noFilter, sortKeys } from '../../filter.ts';
import type { ShownView } from '../use-overview-view.ts';
import classes from './FilterBar.module.css';
import { FilterEditor } from './FilterEditors.tsx';
import { useFilterParts } from './filter-parts.ts';
import { QuickFilters } from './QuickFilters.tsx';

export interface FilterDrawerProps {
  readonly view: ShownView;
  readonly opened: boolean;
  readonly onClose: () => void;
}

/** All filters of a tab in one column, for phones. */
export function FilterDrawer({ view, opened, onClose }: FilterDrawerProps): ReactNode {
  const { t } = useTranslation();
  const { pinned, others } = useFilterParts(view.tab);
  return (
    <SidePanel
      opened={opened}
      position="bottom"
      size="85%"
      title={t('overview.filter.add')}
      onClose={onClose}
    >
      <SortSelect view={view} />
      <QuickFilters view={view} />
      {[...pinned, ...others].map((part) => (
        <section key={part} className={classes.part}>
          <h3 className={classes.partTitle}>{t(`overview.filter.${part}`)}</h3>
          <FilterEditor
            tab={view.tab}
            part={part}
            filter={view.filter}
            onChange={(change) => view.narrow(change, { replace: true })}
          />
        </section>
      ))}
      <div className={classes.drawerFoot}>
        <Button variant="default" onClick={() => view.show({ filter: noFilter }, { replace: true })}>
          {t('overview.filter.reset')}
        </Button>
        <Button onClick={onClose}>{t('overview.filter.show')}</Button>
      </div>
    </SidePanel>
  );
}

/** Replaces the column heads, which phones do not show. */
function SortSelect({ view }: { readonly view: ShownView }): ReactNode {
  const { t } = useTranslation();
  const seesPrices = useHasRole('user-price');
  const keys = sortKeys.filter(
    (key) => key !== 'urgency' && (key !== 'amount' || seesPrices) && (key !== 'age' || view.tab === 'tasks'),
  );
  const value = view.sort === null ? '' : `${view.sort.isDescending ? '-' : ''}${view.sort.key}`;
  const options = keys.flatMap((key) => [
    { value: key, label: `${t(`overview.sort.${key}`)} ↑` },
    { value: `-${key}`, label: `${t(`overview.sort.${key}`)} ↓` },
  ]);
  return (
    <NativeSelect
      label={t('overview.sort.label')}
      value={value}
      data={[{ value: '', label: t('overview.sort.usual') }, ...options]}
      onChange={(event) => {
        const chosen = event.currentTarget.value;
        const key = keys.find((each) => each === chosen.replace('-', ''));
        const sort = key === undefined ? null : { key, isDescending: chosen.startsWith('-') };
        view.show({ sort }, { replace: true });
      }}
    />
  );
}
