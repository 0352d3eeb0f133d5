import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../platform/web/use-format.ts';
import type { DashboardQuestion } from '../dashboard-links.ts';
import { barLengths } from '../shares.ts';
import { BarTable } from './BarTable.tsx';
import { dashboardOptions } from './dashboard-data.ts';
import { Panel } from './Panel.tsx';

const hoursOfDay = 24;

/** Waiting time of the person's own finished steps; not shown to other people. */
export function TurnAroundPanel({ question }: { readonly question: DashboardQuestion }): ReactNode {
  const { t } = useTranslation();
  const format = useFormat();
  const { data } = useQuery(dashboardOptions('dashboard_turn_around', question));
  const rows = data ?? [];
  const lengths = barLengths(rows.map(({ median_hours }) => String(median_hours)));
  const time = (hours: number): string =>
    hours < 2 * hoursOfDay
      ? t('dashboard.own.hours', { value: format.quantity(hours) })
      : t('dashboard.own.days', {
          value: format.quantity(Math.round((hours / hoursOfDay) * 10) / 10),
        });
  const title = t('dashboard.own.title');
  return (
    <Panel
      title={title}
      note={t('dashboard.own.note')}
      isLoading={data === undefined}
      isEmpty={rows.length === 0}
    >
      <BarTable
        caption={title}
        nameTitle={t('overview.column.step')}
        valueTitle={t('dashboard.own.note')}
        bars={rows.map(({ step, count, median_hours }, place) => ({
          key: step,
          name: t(`step.${step}`),
          length: lengths[place] ?? '0',
          value: time(median_hours),
          hint: t('dashboard.own.steps', { steps: count }),
          search: null,
        }))}
      />
    </Panel>
  );
}
