import { Button, Skeleton } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { EmptyState, ErrorState } from '../../../platform/web/kit/EmptyState.tsx';
import { PageTitleRow } from '../../../platform/web/kit/PageTitleRow.tsx';
import { SearchSelect, type SelectOption } from '../../../platform/web/kit/SearchSelect.tsx';
import { useFormat } from '../../../platform/web/use-format.ts';
import { downloadSecurityLog } from './download-log.ts';
import { LogFilter } from './LogFilter.tsx';
import { aboutText, whereText, whoText } from './row-text.ts';
import classes from './SecurityLog.module.css';
import {
  findPeople,
  type SecurityFilter,
  type SecurityRow,
  securityLogOptions,
} from './security-log-data.ts';

const everything: SecurityFilter = { kind: null, personId: null, from: null, to: null };

/** `/admin/security-log`: logins, refusals, and what changed about rights and controls (AUTH-35). */
export function SecurityLogPage(): ReactNode {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [filter, setFilter] = useState(everything);
  return (
    <>
      <PageTitleRow title={t('security_log.title')} onBack={() => void navigate({ to: '/admin' })} />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard. */}
      <div className={classes.scroll} tabIndex={0}>
        <p className={classes.about}>{t('security_log.about')}</p>
        <Filter filter={filter} onChange={setFilter} />
        <Rows filter={filter} />
      </div>
    </>
  );
}

interface FilterProps {
  readonly filter: SecurityFilter;
  readonly onChange: (filter: SecurityFilter) => void;
}

function Filter({ filter, onChange }: FilterProps): ReactNode {
  const { t } = useTranslation();
  const [person, setPerson] = useState<SelectOption | null>(null);
  return (
    <LogFilter
      filter={filter}
      onChange={(changed) => onChange({ ...filter, ...changed })}
      onDownload={() => downloadSecurityLog(filter, t)}
    >
      <SearchSelect
        label={t('security_log.column.person')}
        value={person}
        searchKey={['security-log-people']}
        search={findPeople}
        onChange={(chosen) => {
          setPerson(chosen);
          onChange({ ...filter, personId: chosen?.id ?? null });
        }}
      />
    </LogFilter>
  );
}

function Rows({ filter }: { readonly filter: SecurityFilter }): ReactNode {
  const { t } = useTranslation();
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(
    securityLogOptions(filter),
  );
  if (data === undefined)
    return error ? <ErrorState failure={error} onRetry={() => void refetch()} /> : <Skeleton height={120} />;
  const rows = data.pages.flatMap((page) => page.rows);
  const names = new Map(data.pages.flatMap((page) => [...page.names]));
  if (rows.length === 0)
    return <EmptyState title={t('security_log.none')}>{t('security_log.none_about')}</EmptyState>;
  const columns = ['time', 'kind', 'person', 'about', 'where'] as const;
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
          {rows.map((row) => (
            <LogRow key={row.id} row={row} names={names} />
          ))}
        </tbody>
      </table>
      {hasNextPage ? (
        <div className={classes.more}>
          <Button variant="default" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {t('security_log.more')}
          </Button>
        </div>
      ) : null}
    </>
  );
}

interface LogRowProps {
  readonly row: SecurityRow;
  readonly names: ReadonlyMap<number, string>;
}

function LogRow({ row, names }: LogRowProps): ReactNode {
  const { t } = useTranslation();
  const format = useFormat();
  return (
    <tr>
      <td className={classes.time}>{format.instant(row.created_at)}</td>
      <td>{t(`security_log.kind.${row.kind}`)}</td>
      <td>{whoText(row, names, t)}</td>
      <td>{aboutText(row, t)}</td>
      <td className={classes.quiet}>{whereText(row, t)}</td>
    </tr>
  );
}
