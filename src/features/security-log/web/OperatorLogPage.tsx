import { Button, NativeSelect, Skeleton } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { EmptyState, ErrorState } from '../../../platform/web/kit/EmptyState.tsx';
import { PageTitleRow } from '../../../platform/web/kit/PageTitleRow.tsx';
import { useFormat } from '../../../platform/web/use-format.ts';
import type { OperatorEvent } from '../operator-log.ts';
import { LogFilter } from './LogFilter.tsx';
import {
  downloadOperatorLog,
  eventTexts,
  type OperatorFilter,
  operatorLogColumns,
  operatorLogOptions,
} from './operator-log-data.ts';
import classes from './SecurityLog.module.css';

const everything: OperatorFilter = { kind: null, tenantId: null, from: null, to: null };

/** `/operator/security-log`: what happened in all tenants, and the logins of the operators themselves (AUTH-35, TECH-04). */
export function OperatorLogPage(): ReactNode {
  const { t } = useTranslation();
  const [filter, setFilter] = useState(everything);
  const log = useInfiniteQuery(operatorLogOptions(filter));
  const { data, error, refetch } = log;
  return (
    <>
      <PageTitleRow title={t('security_log.title')} />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard. */}
      <div className={classes.scroll} tabIndex={0}>
        <p className={classes.about}>{t('security_log.about_operator')}</p>
        <LogFilter
          filter={filter}
          onChange={(changed) => setFilter({ ...filter, ...changed })}
          onDownload={() => downloadOperatorLog(filter, t)}
        >
          <NativeSelect
            label={t('security_log.column.tenant')}
            value={filter.tenantId ?? ''}
            onChange={({ currentTarget }) =>
              setFilter({ ...filter, tenantId: Number(currentTarget.value) || null })
            }
            data={[
              { value: '', label: t('security_log.all_tenants') },
              ...(data?.pages[0]?.tenants ?? []).map(({ id, name }) => ({ value: String(id), label: name })),
            ]}
          />
        </LogFilter>
        {data === undefined && error ? (
          <ErrorState failure={error} onRetry={() => void refetch()} />
        ) : data === undefined ? (
          <Skeleton height={120} />
        ) : (
          <Events events={data.pages.flatMap(({ events }) => events)} />
        )}
        {log.hasNextPage ? (
          <div className={classes.more}>
            <Button
              variant="default"
              loading={log.isFetchingNextPage}
              onClick={() => void log.fetchNextPage()}
            >
              {t('security_log.more')}
            </Button>
          </div>
        ) : null}
      </div>
    </>
  );
}

function Events({ events }: { readonly events: readonly OperatorEvent[] }): ReactNode {
  const { t } = useTranslation();
  const format = useFormat();
  if (events.length === 0)
    return <EmptyState title={t('security_log.none')}>{t('security_log.none_about')}</EmptyState>;
  return (
    <table className={classes.table} aria-label={t('security_log.title')}>
      <thead>
        <tr>
          {operatorLogColumns.map((name) => (
            <th key={name} scope="col">
              {t(`security_log.column.${name}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {events.map((event) => {
          const texts = eventTexts(event, t);
          return (
            <tr key={`${event.created_at} ${event.id}`}>
              {operatorLogColumns.map((name) => (
                <td key={name} className={name === 'time' ? classes.time : undefined}>
                  {name === 'time' ? format.instant(event.created_at) : texts[name]}
                </td>
              ))}
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
