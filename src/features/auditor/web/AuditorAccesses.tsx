import { Button } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { entityLabelKey } from '../../../entity/labels.ts';
import type { HandPartProps } from '../../../entity/web/entity-catalog.tsx';
import { ErrorState } from '../../../platform/web/kit/EmptyState.tsx';
import { useFormat } from '../../../platform/web/use-format.ts';
import { isDocumentTable } from '../../../timeline/kinds.ts';
import classes from './Auditor.module.css';
import { accessesOptions, type ShownAccess } from './auditor-data.ts';

/** Requests of a present or former auditor, on the person's page (ARC-04). */
export function AuditorAccesses({ id, draft }: HandPartProps): ReactNode {
  const { t } = useTranslation();
  const person = id ?? 0;
  const { roles } = draft.values;
  const isOne = Array.isArray(roles) && roles.includes('user-auditor');
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery({
    ...accessesOptions(person),
    enabled: id !== null,
  });
  const rows = data?.pages.flat() ?? [];
  if (id === null || (!isOne && rows.length === 0)) return null;
  return (
    <section className={classes.accesses} aria-labelledby="auditor-accesses">
      <h2 id="auditor-accesses" className={classes.title}>
        {t('auditor.accesses')}
      </h2>
      <p className={classes.about}>{t('auditor.accesses_about')}</p>
      {error !== null ? <ErrorState failure={error} onRetry={() => void refetch()} /> : null}
      {data !== undefined && rows.length === 0 ? <p>{t('auditor.none')}</p> : null}
      {rows.length === 0 ? null : (
        <ul className={classes.list} aria-labelledby="auditor-accesses">
          {rows.map((row) => (
            <Access key={row.id} row={row} />
          ))}
        </ul>
      )}
      {hasNextPage ? (
        <Button variant="default" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t('auditor.more')}
        </Button>
      ) : null}
    </section>
  );
}

function Access({ row }: { readonly row: ShownAccess }): ReactNode {
  const { t } = useTranslation();
  const format = useFormat();
  const { target_table: table, target_id: key, number } = row;
  const known = table === null ? '' : tableName(table, t);
  return (
    <li className={classes.access}>
      <span className="quiet">{format.instant(row.created_at)}</span>
      <span>{t(`auditor.kind.${row.kind}`)}</span>
      <span>
        {[known, number ?? key].filter(Boolean).join(' ')} <span className="quiet">{row.operation}</span>
      </span>
    </li>
  );
}

/** Tables without a translation are shown by API name. */
function tableName(table: string, t: TFunction): string {
  if (table === 'document') return t('overview.tab.all');
  if (isDocumentTable(table)) return t(`overview.kind.${table}`);
  return t([entityLabelKey(table, 'one'), `audit.table.${table}`], { defaultValue: table });
}
