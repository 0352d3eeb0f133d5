import { NativeSelect } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PageTitleRow } from '../../../platform/web/kit/PageTitleRow.tsx';
import { useFormat } from '../../../platform/web/use-format.ts';
import { LogFilter } from './LogFilter.tsx';
import { LogTable } from './LogTable.tsx';
import {
  downloadOperatorLog,
  eventTexts,
  type OperatorFilter,
  operatorLogColumns,
  operatorLogOptions,
} from './operator-log-data.ts';
import classes from './SecurityLog.module.css';

const everything: OperatorFilter = { kind: null, tenantId: null, from: null, to: null };

/** `/operator/security-log`: events of all tenants, and logins of the operators (AUTH-35, TECH-04). */
export function OperatorLogPage(): ReactNode {
  const { t } = useTranslation();
  const [filter, setFilter] = useState(everything);
  const log = useInfiniteQuery(operatorLogOptions(filter));
  const format = useFormat();
  const rows = log.data?.pages.flatMap(({ events }) =>
    events.map((event) => ({
      id: `${event.created_at} ${event.id}`,
      texts: { time: format.instant(event.created_at), ...eventTexts(event, t) },
    })),
  );
  return (
    <>
      <PageTitleRow title={t('security_log.title')} />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard. */}
      <div className="scroll" tabIndex={0}>
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
              ...(log.data?.pages[0]?.tenants ?? []).map(({ id, name }) => ({
                value: String(id),
                label: name,
              })),
            ]}
          />
        </LogFilter>
        <LogTable columns={operatorLogColumns} rows={rows} log={log} />
      </div>
    </>
  );
}
