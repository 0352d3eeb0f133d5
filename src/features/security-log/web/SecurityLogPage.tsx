import { useInfiniteQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PageTitleRow } from '../../../platform/web/kit/PageTitleRow.tsx';
import { SearchSelect, type SelectOption } from '../../../platform/web/kit/SearchSelect.tsx';
import { useFormat } from '../../../platform/web/use-format.ts';
import { downloadSecurityLog } from './download-log.ts';
import { LogFilter } from './LogFilter.tsx';
import { LogTable } from './LogTable.tsx';
import { aboutText, whereText, whoText } from './row-text.ts';
import classes from './SecurityLog.module.css';
import { findPeople, type SecurityFilter, securityLogOptions } from './security-log-data.ts';

const everything: SecurityFilter = { kind: null, personId: null, from: null, to: null };

/** `/admin/security-log`: logins, refusals, and changes of rights and controls (AUTH-35). */
export function SecurityLogPage(): ReactNode {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [filter, setFilter] = useState(everything);
  return (
    <>
      <PageTitleRow title={t('security_log.title')} onBack={() => void navigate({ to: '/admin' })} />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard. */}
      <div className="scroll" tabIndex={0}>
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

const columns = ['time', 'kind', 'person', 'about', 'where'] as const;

function Rows({ filter }: { readonly filter: SecurityFilter }): ReactNode {
  const { t } = useTranslation();
  const format = useFormat();
  const log = useInfiniteQuery(securityLogOptions(filter));
  const names = new Map(log.data?.pages.flatMap((page) => [...page.names]));
  const rows = log.data?.pages.flatMap((page) =>
    page.rows.map((row) => ({
      id: row.id,
      texts: {
        time: format.instant(row.created_at),
        kind: t(`security_log.kind.${row.kind}`),
        person: whoText(row, names, t),
        about: aboutText(row, t),
        where: whereText(row, t),
      },
    })),
  );
  return <LogTable columns={columns} rows={rows} log={log} />;
}
