import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { clearedFilter, isClearedOnly } from '../../filter.ts';
import { type ShownView, useTabKinds } from '../use-overview-view.ts';
import { chosenWords, useTaskLists, withWords } from './filter-parts.ts';

/** Frequent filters as one-click buttons. */
export function QuickFilters({ view }: { readonly view: ShownView }): ReactNode {
  return (
    <>
      <LateDeliveries view={view} />
      <Cleared view={view} />
      <WithoutRate view={view} />
      <OwnLists view={view} />
    </>
  );
}

/** Overdue deliveries (PROC-35); tasks have a list of their own. */
function LateDeliveries({ view }: { readonly view: ShownView }): ReactNode {
  const { isOverdue } = view.filter;
  const owesGoods = useTabKinds(view.tab).some((kind) => kind.owesGoods);
  if (view.tab === 'tasks' || view.tab === 'drafts' || !owesGoods) return null;
  return (
    <QuickFilter
      name="late_deliveries"
      isOn={isOverdue}
      onToggle={() => view.narrow({ isOverdue: !isOverdue })}
    />
  );
}

/** Cleared documents, on tabs of kinds with cleared statuses (OVW-08, INV-13). */
function Cleared({ view }: { readonly view: ShownView }): ReactNode {
  const kind = useTabKinds(view.tab).find(({ name }) => name === view.tab);
  if (kind === undefined || kind.clearedStatuses.length === 0) return null;
  return (
    <QuickFilter
      name="cleared"
      isOn={isClearedOnly(view.filter, kind)}
      onToggle={() => view.narrow(clearedFilter(view.filter, kind))}
    />
  );
}

/** Documents whose rate is unknown, while a figure led to them (PRICE-07). */
function WithoutRate({ view }: { readonly view: ShownView }): ReactNode {
  if (!view.filter.isWithoutRate) return null;
  return <QuickFilter name="without_rate" isOn onToggle={() => view.narrow({ isWithoutRate: false })} />;
}

/** Task lists that also apply to the tab of their kind (OVW-10). */
function OwnLists({ view }: { readonly view: ShownView }): ReactNode {
  return useTaskLists()
    .filter(({ onlyOf }) => onlyOf === view.tab)
    .map(({ key, word }) => {
      const isOn = chosenWords(key, view.filter).includes(word);
      return (
        <QuickFilter
          key={key}
          name={key}
          isOn={isOn}
          onToggle={() => view.narrow(withWords(key, view.filter, isOn ? [] : [word]))}
        />
      );
    });
}

interface QuickFilterProps {
  readonly name: string;
  readonly isOn: boolean;
  readonly onToggle: () => void;
}

function QuickFilter({ name, isOn, onToggle }: QuickFilterProps): ReactNode {
  const { t } = useTranslation();
  return (
    <Button variant={isOn ? 'light' : 'subtle'} size="compact-sm" aria-pressed={isOn} onClick={onToggle}>
      {t(`overview.filter.${name}`)}
    </Button>
  );
}
