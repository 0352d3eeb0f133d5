import { Button, Skeleton } from '@mantine/core';
import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { EmptyState, ErrorState } from '../../../platform/web/kit/EmptyState.tsx';
import classes from './SecurityLog.module.css';

export interface LogRow<Column extends string> {
  readonly id: number | string;
  readonly texts: Readonly<Record<Column, string>>;
}

export interface LogTableProps<Column extends string> {
  /** Titles are `security_log.column.{name}`. */
  readonly columns: readonly Column[];
  /** Undefined until the first page is loaded. */
  readonly rows: readonly LogRow<Column>[] | undefined;
  readonly log: Pick<
    UseInfiniteQueryResult,
    'error' | 'refetch' | 'hasNextPage' | 'fetchNextPage' | 'isFetchingNextPage'
  >;
}

const looks: Readonly<Partial<Record<string, string | undefined>>> = {
  time: classes.time,
  where: 'quiet',
};

/** A log page by page, newest first. */
export function LogTable<Column extends string>({ columns, rows, log }: LogTableProps<Column>): ReactNode {
  const { t } = useTranslation();
  if (rows === undefined)
    return log.error ? (
      <ErrorState failure={log.error} onRetry={() => void log.refetch()} />
    ) : (
      <Skeleton height={120} />
    );
  if (rows.length === 0)
    return <EmptyState title={t('security_log.none')}>{t('security_log.none_about')}</EmptyState>;
  return (
    <>
      <table className={classes.table} aria-label={t('security_log.title')}>
        <thead>
          <tr>
            {columns.map((name) => (
              <th key={name} scope="col">
                {t(`security_log.column.${name}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ id, texts }) => (
            <tr key={id}>
              {columns.map((name) => (
                <td key={name} className={looks[name]}>
                  {texts[name]}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {log.hasNextPage ? (
        <div className={classes.more}>
          <Button variant="default" loading={log.isFetchingNextPage} onClick={() => void log.fetchNextPage()}>
            {t('security_log.more')}
          </Button>
        </div>
      ) : null}
    </>
  );
}
