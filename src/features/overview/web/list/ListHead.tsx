import { Button, Skeleton } from '@mantine/core';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useHasRole } from '../../../../platform/web/profile.ts';
import type { OverviewTab, Sort, SortKey } from '../../filter.ts';
import { nextSort } from '../../overview-search.ts';
import classes from './DocumentList.module.css';
import type { ListGroup } from './list-layout.ts';

interface Sorting {
  /** The chosen order; null for the default. */
  readonly sort: Sort | null;
  readonly onSort: (sort: Sort | null) => void;
}

interface HeadProps extends Sorting {
  readonly tab: OverviewTab;
  readonly currency: string | null;
}

export function Head({ tab, currency, sort, onSort }: HeadProps): ReactNode {
  const { t } = useTranslation();
  const seesPrices = useHasRole('user-price');
  const isTasks = tab === 'tasks';
  const sign = currency === 'EUR' ? '€' : (currency ?? '');
  const net = t(tab === 'contract' ? 'overview.column.committed' : 'overview.column.net', { currency: sign });
  const sorting = { sort, onSort };
  return (
    <thead>
      <tr className={classes.head} aria-rowindex={1}>
        <SortHead {...sorting} sortKey="number" label={t('overview.column.number')} />
        <SortHead {...sorting} sortKey="name" label={t('overview.column.name')} />
        <SortHead
          {...sorting}
          sortKey="status"
          label={t(isTasks ? 'overview.column.step' : 'overview.column.status')}
        />
        <SortHead {...sorting} sortKey="delivery" label={t('overview.column.delivery')} />
        <DayHead {...sorting} tab={tab} />
        {seesPrices ? (
          <SortHead {...sorting} sortKey="amount" label={net} isEnd />
        ) : (
          <th scope="col" className={classes.end}>
            {net}
          </th>
        )}
        <th scope="col">
          <span className="visually-hidden">{t('overview.column.action')}</span>
        </th>
      </tr>
    </thead>
  );
}

/** The main date of a list; for contracts the notice deadline. */
function DayHead({ tab, ...sorting }: Sorting & { readonly tab: OverviewTab }): ReactNode {
  const { t } = useTranslation();
  if (tab === 'contract') return <th scope="col">{t('overview.column.deadline')}</th>;
  return tab === 'tasks' ? (
    <SortHead {...sorting} sortKey="age" label={t('overview.column.age')} />
  ) : (
    <SortHead {...sorting} sortKey="created" label={t('overview.column.created')} />
  );
}

interface SortHeadProps extends Sorting {
  readonly sortKey: SortKey;
  readonly label: string;
  readonly isEnd?: boolean;
}

/** Sorts ascending, descending, and by default with the third click. */
function SortHead({ sort, onSort, sortKey, label, isEnd = false }: SortHeadProps): ReactNode {
  const own = sort?.key === sortKey ? sort : null;
  const Arrow = own?.isDescending ? IconArrowDown : IconArrowUp;
  const direction = own?.isDescending ? 'descending' : 'ascending';
  return (
    <th
      scope="col"
      className={isEnd ? classes.end : undefined}
      data-key={sortKey}
      aria-sort={own === null ? undefined : direction}
    >
      <button type="button" className={classes.sortButton} onClick={() => onSort(nextSort(sort, sortKey))}>
        {label}
        {own === null ? null : <Arrow size={12} stroke={1.6} className={classes.sorted} aria-hidden />}
      </button>
    </th>
  );
}

export function Loading(): ReactNode {
  const { t } = useTranslation();
  return (
    <tbody aria-busy="true" aria-label={t('overview.loading')}>
      {[90, 84, 78, 72, 66, 60, 54, 48].map((width) => (
        <tr key={width} className={classes.skeleton}>
          <td>
            <Skeleton height={12} width={`${width}%`} />
          </td>
        </tr>
      ))}
    </tbody>
  );
}

/** The common company currency of all documents, or null. */
export function currencyOf(groups: readonly ListGroup[]): string | null {
  const currencies = new Set(
    groups.flatMap((group) => group.documents.map(({ companyCurrency }) => companyCurrency)),
  );
  return currencies.size === 1 ? ([...currencies][0] ?? null) : null;
}

interface MoreRowsProps {
  readonly onMore: () => void;
  readonly isLoading: boolean;
}

/** Loads more rows; needed only without scrolling or after a failure. */
export function MoreRows({ onMore, isLoading }: MoreRowsProps): ReactNode {
  const { t } = useTranslation();
  return (
    <div className={classes.more}>
      <Button variant="default" loading={isLoading} onClick={onMore}>
        {t('overview.more')}
      </Button>
    </div>
  );
}
