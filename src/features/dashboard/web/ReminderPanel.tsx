import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Day } from '../../../base/day.ts';
import { useFormat } from '../../../platform/web/use-format.ts';
import classes from './ContractPanel.module.css';
import { dashboardOptions } from './dashboard-data.ts';
import { Panel } from './Panel.tsx';
import rowLink from './RowLink.module.css';
import type { PanelProps } from './use-dashboard-view.ts';

/** Due reminders of contracts without a decision (CON-25), independent of the dashboard's days. */
export function ReminderPanel({ question }: PanelProps): ReactNode {
  const { t } = useTranslation();
  const format = useFormat();
  const { data } = useQuery(dashboardOptions('dashboard_contracts', question));
  const reminders = data?.reminders ?? [];
  const more = (data?.reminder_count ?? 0) - reminders.length;
  const shown = (day: Day | null): string => (day === null ? '' : format.day(day));
  return (
    <Panel
      title={t('dashboard.contracts.reminders')}
      note={t('dashboard.contracts.undecided')}
      isLoading={data === undefined}
      isEmpty={reminders.length === 0}
      empty={t('dashboard.contracts.no_reminders')}
    >
      <ul className={classes.list}>
        {reminders.map(({ id, type, day, until, interval_from, interval_to, note, ...contract }) => (
          <li key={id} className={classes.reminder}>
            <Link to="/contract/form" search={{ id: contract.contract_id }} className={rowLink.link}>
              <span className={classes.name}>{contract.name ?? contract.number}</span>
            </Link>
            <span className={classes.supplier}>{contract.supplier}</span>
            <span className={classes.reported}>
              {t(`contract.due.${type}`, {
                day: shown(day),
                until: shown(until),
                from: shown(interval_from),
                to: shown(interval_to),
              })}
              {note ? `: ${note}` : null}
            </span>
          </li>
        ))}
      </ul>
      {more > 0 ? <p className={classes.more}>{t('dashboard.contracts.more_reminders', { more })}</p> : null}
    </Panel>
  );
}
