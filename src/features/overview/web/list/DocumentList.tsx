import { Button, Skeleton } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconChecks, IconFileText, IconFilterOff } from '@tabler/icons-react';
import { type ReactNode, type Ref, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { sum } from '../../../../base/money.ts';
import { EmptyState, ErrorState } from '../../../../platform/web/kit/EmptyState.tsx';
import { useHasRole } from '../../../../platform/web/profile.ts';
import { useFormat } from '../../../../platform/web/use-format.ts';
import { countedAtMost } from '../../documents-query.ts';
import type { OverviewTab, Sort, SortKey } from '../../filter.ts';
import { nextSort } from '../../overview-search.ts';
import classes from './DocumentList.module.css';
import { DocumentRow, type DocumentRowProps } from './DocumentRow.tsx';
import type { ListedDocument } from './listed-document.ts';
import { SeveralApprovalsBar, SeveralApprovalsResult } from './SeveralApprovals.tsx';
import type { SeveralApprovals } from './use-several-approvals.ts';

export interface ListGroup {
  readonly key: string;
  readonly title: string | null;
  readonly documents: readonly ListedDocument[];
}

export interface DocumentListProps {
  readonly tab: OverviewTab;
  readonly groups: readonly ListGroup[];
  readonly isLoading: boolean;
  /** Of all hits, up to `countedAtMost`; null while unknown, which the rows do not wait for. */
  readonly count: number | null;
  readonly failure: unknown;
  readonly selected: ListedDocument | null;
  readonly onSelect: (document: ListedDocument) => void;
  readonly onOpen: (document: ListedDocument) => void;
  readonly onRetry: () => void;
  readonly onMore?: (() => void) | undefined;
  readonly isLoadingMore?: boolean;
  /** The chosen order; null is the list's own. */
  readonly sort: Sort | null;
  readonly onSort: (sort: Sort | null) => void;
  /** Stands at the right of the number of hits. */
  readonly toolbar: ReactNode;
  /** What stands below the toolbar while rows are picked. */
  readonly approvals?: SeveralApprovals | undefined;
  /** Set while filters narrow the list. */
  readonly onReset: (() => void) | undefined;
}

/** One line per document: number, name, step or status, age, amount, one action. */
export function DocumentList(props: DocumentListProps): ReactNode {
  const { tab, count, failure, selected, isLoading, onRetry } = props;
  const { t } = useTranslation();
  const selectedRow = useRef<HTMLTableRowElement>(null);
  const selectedKey = selected?.key;
  useEffect(() => {
    if (selectedKey !== undefined) selectedRow.current?.scrollIntoView({ block: 'nearest' });
  }, [selectedKey]);

  const isBroken = Boolean(failure) && isLoading;
  const isEmpty = !isLoading && count === 0;
  return (
    <section className={classes.section} aria-label={t(`overview.tab.${tab}`)}>
      <div className={classes.bar}>
        <Summary
          {...props}
          loaded={props.groups.reduce((total, group) => total + group.documents.length, 0)}
        />
        {props.toolbar}
      </div>
      {props.approvals === undefined ? null : (
        <>
          <SeveralApprovalsBar
            approvals={props.approvals}
            documents={props.groups.flatMap((group) => group.documents)}
          />
          <SeveralApprovalsResult approvals={props.approvals} />
        </>
      )}
      {isBroken ? <ErrorState failure={failure} onRetry={onRetry} /> : null}
      {isEmpty ? <NothingThere tab={tab} onReset={props.onReset} /> : null}
      {isBroken || isEmpty ? null : <Rows {...props} selectedRow={selectedRow} />}
    </section>
  );
}

function pickOf(document: ListedDocument, approvals: SeveralApprovals | undefined): DocumentRowProps['pick'] {
  if (!approvals?.isPickable(document)) return undefined;
  return { isPicked: approvals.picked.has(document.key), onToggle: () => approvals.toggle(document) };
}

function Rows(props: DocumentListProps & { readonly selectedRow: Ref<HTMLTableRowElement> }): ReactNode {
  const { tab, groups, count, isLoading, selected, selectedRow } = props;
  const { t } = useTranslation();
  return (
    <div className={classes.scroll}>
      <table
        className={classes.table}
        aria-label={t(`overview.tab.${tab}`)}
        aria-rowcount={count === null || count > countedAtMost ? -1 : count}
      >
        <Head tab={tab} currency={currencyOf(groups)} sort={props.sort} onSort={props.onSort} />
        {isLoading ? <Loading /> : null}
        {groups.map((group) => (
          <tbody key={group.key}>
            {group.title === null ? null : (
              <tr className={classes.groupRow}>
                <td>
                  <strong>{group.title}</strong>{' '}
                  {props.onMore === undefined ? (
                    <span className={classes.groupCount}>{group.documents.length}</span>
                  ) : null}
                </td>
              </tr>
            )}
            {group.documents.map((document) => (
              <DocumentRow
                key={document.key}
                ref={document === selected ? selectedRow : null}
                document={document}
                tab={tab}
                isSelected={document === selected}
                onSelect={props.onSelect}
                onOpen={props.onOpen}
                pick={pickOf(document, props.approvals)}
              />
            ))}
          </tbody>
        ))}
      </table>
      {props.onMore === undefined ? null : (
        <div className={classes.more}>
          <Button variant="default" loading={props.isLoadingMore ?? false} onClick={props.onMore}>
            {t('overview.more')}
          </Button>
        </div>
      )}
    </div>
  );
}

interface SummaryProps extends Pick<DocumentListProps, 'tab' | 'groups' | 'count'> {
  /** How many of them are in view. */
  readonly loaded: number;
}

/** The number of hits, always in view, and what the loaded ones amount to. */
export function Summary({ tab, groups, count, loaded }: SummaryProps): ReactNode {
  const { t } = useTranslation();
  const format = useFormat();
  const documents = groups.flatMap((group) => group.documents);
  const currency = currencyOf(groups);
  const amounts = documents.flatMap((document) => document.totalNetto ?? []);
  const what = tab === 'tasks' ? 'tasks' : 'documents';
  const isMore = count !== null && count > countedAtMost;
  const countText = isMore
    ? t(`overview.count.more_${what}`, { count: format.quantity(countedAtMost) })
    : t(`overview.count.${what}`, { count: count ?? 0 });
  const total = amounts.length > 0 && currency !== null ? sum(amounts.map(String)) : null;
  return (
    <div className={classes.summary} aria-live="polite">
      {count === null ? (
        <Skeleton width={160} height={14} />
      ) : (
        <>
          <strong>{countText}</strong>
          {total !== null && documents.length === count ? (
            <span className={classes.total}>
              {t('overview.net_total', { amount: format.amount(total, { currency: currency ?? '' }) })}
            </span>
          ) : null}
          {loaded < count ? (
            <span className={classes.total}>
              {isMore
                ? t('overview.shown', { shown: loaded })
                : t('overview.shown_of', { shown: loaded, count })}
            </span>
          ) : null}
        </>
      )}
    </div>
  );
}

interface HeadProps extends Pick<DocumentListProps, 'tab' | 'sort' | 'onSort'> {
  readonly currency: string | null;
}

function Head({ tab, currency, sort, onSort }: HeadProps): ReactNode {
  const { t } = useTranslation();
  const seesPrices = useHasRole('user-price');
  const isTasks = tab === 'tasks';
  const sign = currency === 'EUR' ? '€' : (currency ?? '');
  const net = t('overview.column.net', { currency: sign });
  const sorting = { sort, onSort };
  return (
    <thead>
      <tr className={classes.head}>
        <SortHead {...sorting} sortKey="number" label={t('overview.column.number')} />
        <SortHead {...sorting} sortKey="name" label={t('overview.column.name')} />
        <SortHead
          {...sorting}
          sortKey="status"
          label={t(isTasks ? 'overview.column.step' : 'overview.column.status')}
        />
        <SortHead {...sorting} sortKey="delivery" label={t('overview.column.delivery')} />
        {isTasks ? (
          <SortHead {...sorting} sortKey="age" label={t('overview.column.age')} />
        ) : (
          <SortHead {...sorting} sortKey="created" label={t('overview.column.created')} />
        )}
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

interface SortHeadProps extends Pick<DocumentListProps, 'sort' | 'onSort'> {
  readonly sortKey: SortKey;
  readonly label: string;
  readonly isEnd?: boolean;
}

/** Sorts up with the first click, down with the second, and as before with the third. */
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

export function NothingThere({ tab, onReset }: Pick<DocumentListProps, 'tab' | 'onReset'>): ReactNode {
  const { t } = useTranslation();
  if (onReset !== undefined) {
    return (
      <EmptyState
        icon={<IconFilterOff size={24} stroke={1.6} aria-hidden />}
        title={t('overview.no_hits.title')}
        action={
          <Button variant="default" onClick={onReset}>
            {t('overview.filter.reset')}
          </Button>
        }
      >
        {t('overview.no_hits.text')}
      </EmptyState>
    );
  }
  const Icon = tab === 'tasks' ? IconChecks : IconFileText;
  return (
    <EmptyState icon={<Icon size={24} stroke={1.6} aria-hidden />} title={t(`overview.empty.${tab}.title`)}>
      {t(`overview.empty.${tab}.text`)}
    </EmptyState>
  );
}

/** The one currency of all these documents, or null when they differ. */
function currencyOf(groups: readonly ListGroup[]): string | null {
  const currencies = new Set(groups.flatMap((group) => group.documents.map((document) => document.currency)));
  return currencies.size === 1 ? ([...currencies][0] ?? null) : null;
}
