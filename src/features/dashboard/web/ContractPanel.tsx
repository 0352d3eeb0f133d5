import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { daysBetween } from '../../../base/day.ts';
import { useFormat, useNow } from '../../../platform/web/use-format.ts';
import { nearDeadlinesOf } from '../dashboard-links.ts';
import { nearDays } from '../model.ts';
import classes from './ContractPanel.module.css';
import { dashboardOptions } from './dashboard-data.ts';
import { Panel } from './Panel.tsx';
import rowLink from './RowLink.module.css';
import type { PanelProps } from './use-dashboard-view.ts';

/** Contracts with near deadlines, independent of the dashboard's days. */
export function ContractPanel({ view, question }: PanelProps): ReactNode {
  const { t } = useTranslation();
  const format = useFormat();
  const today = format.dayOf(useNow());
  const { data } = useQuery(dashboardOptions('dashboard_contracts', question));
  const near = data?.near ?? [];
  const more = (data?.near_count ?? 0) - near.length;
  return (
    <Panel
      title={t('dashboard.contracts.deadlines')}
      note={t('dashboard.contracts.within', { days: nearDays })}
      isLoading={data === undefined}
      isEmpty={near.length === 0}
    >
      <ul className={classes.list}>
        {near.map((each) => (
          <li key={each.id} className={classes.row}>
            <Link to="/contract/form" search={{ id: each.id }} className={rowLink.link}>
              <span className={classes.name}>{each.name ?? each.number}</span>
            </Link>
            <span className={classes.supplier}>{each.supplier}</span>
            <span className={classes.deadline}>{format.day(each.deadline)}</span>
            <span className={classes.left}>
              {t('document.days_until', { count: daysBetween(today, each.deadline) })}
            </span>
          </li>
        ))}
      </ul>
      {more > 0 ? (
        <p className={classes.more}>
          <Link to="/overview" search={nearDeadlinesOf(view)}>
            {t('dashboard.contracts.more', { more })}
          </Link>
        </p>
      ) : null}
    </Panel>
  );
}
