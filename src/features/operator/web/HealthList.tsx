import { Button } from '@mantine/core';
import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import { type ReactNode, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { ErrorState } from '../../../platform/web/kit/EmptyState.tsx';
import classes from './Health.module.css';
import { HealthSection } from './HealthTable.tsx';

export interface HealthListProps {
  readonly title: string;
  /** Shown instead of an empty list. */
  readonly empty: string;
  readonly query: MoreQuery;
  readonly isEmpty: boolean;
  /** `onDone` focuses the heading, because the row or button of an action may be gone afterwards. */
  readonly tools?: (onDone: () => void) => ReactNode;
  readonly table: (onDone: () => void) => ReactNode;
}

type MoreQuery = Pick<
  UseInfiniteQueryResult,
  'error' | 'data' | 'refetch' | 'hasNextPage' | 'isFetchingNextPage' | 'fetchNextPage'
>;

/** A section with rows that are loaded page by page. */
export function HealthList({ title, empty, query, isEmpty, tools, table }: HealthListProps): ReactNode {
  const heading = useRef<HTMLHeadingElement>(null);
  const onDone = (): void => heading.current?.focus();
  return (
    <HealthSection title={title} focus={heading} tools={tools?.(onDone)}>
      {query.error !== null && query.data === undefined ? (
        <ErrorState failure={query.error} onRetry={() => void query.refetch()} />
      ) : query.data !== undefined && isEmpty ? (
        <p className={classes.empty}>{empty}</p>
      ) : (
        table(onDone)
      )}
      <More query={query} className={classes.more} />
    </HealthSection>
  );
}

export interface MoreProps {
  readonly query: Pick<MoreQuery, 'hasNextPage' | 'isFetchingNextPage' | 'fetchNextPage'>;
  readonly className: string | undefined;
}

/** Loads the next page of a list, if there is one. */
export function More({ query, className }: MoreProps): ReactNode {
  const { t } = useTranslation();
  if (!query.hasNextPage) return null;
  return (
    <div className={className}>
      <Button variant="default" loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
        {t('overview.more')}
      </Button>
    </div>
  );
}
