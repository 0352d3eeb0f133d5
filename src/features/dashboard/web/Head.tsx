import { ActionIcon, NativeSelect, Popover, SegmentedControl } from '@mantine/core';
import { IconChevronDown, IconDownload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../platform/web/use-format.ts';
import { dashboardRanges, isNamedRange, rangeIn } from '../../overview/time-range.ts';
import type { DashboardQuestion } from '../dashboard-links.ts';
import { measures, overviewFilter } from '../dashboard-search.ts';
import type { Figure } from '../model.ts';
import { dashboardReferences } from '../references.ts';
import { dashboardOptions } from './dashboard-data.ts';
import { downloadFigures } from './download-figures.ts';
import classes from './Head.module.css';
import { useHandedIn } from './handed-in.ts';
import { type ShownDashboard, useShownKinds } from './use-dashboard-view.ts';

export interface HeadProps {
  readonly view: ShownDashboard;
  readonly question: DashboardQuestion;
  readonly currencies: readonly string[];
  readonly currency: string;
  readonly figures: readonly Figure[] | undefined;
}

/** Choice of days, filters and measure (DASH-02, DASH-03). */
export function Head(props: HeadProps): ReactNode {
  const { t } = useTranslation();
  const format = useFormat();
  const { from, to } = props.question;
  return (
    <header className={classes.head}>
      <div className={classes.row}>
        <h1 className={classes.title}>
          {t('dashboard.title')}{' '}
          <span className={classes.days}>
            {t('dashboard.days', { from: format.day(from), to: format.day(to) })}
          </span>
        </h1>
        <Ranges {...props} />
      </div>
      <div className={classes.row}>
        <Filters {...props} />
        <div className={classes.tools}>
          <Link to="/dashboard/month-end" search={monthEndSearch(props.view)} className={classes.monthEnd}>
            {t('month_end.title')}
          </Link>
          <Currencies {...props} />
          <SegmentedControl
            size="xs"
            aria-label={t('dashboard.measure.label')}
            value={props.view.measure}
            onChange={(value) => props.view.show({ measure: value === 'count' ? 'count' : 'value' })}
            data={measures.map((value) => ({ value, label: t(`dashboard.measure.${value}`) }))}
          />
          <Download {...props} />
        </div>
      </div>
    </header>
  );
}

/** Downloads the shown figures once all are loaded. */
function Download({ figures, question }: HeadProps): ReactNode {
  const { t } = useTranslation();
  const hasContracts = useShownKinds().some(({ name }) => name === 'contract');
  const { data: contracts } = useQuery(
    dashboardOptions('dashboard_contracts', hasContracts ? question : null),
  );
  const { data: budgets } = useQuery(dashboardOptions('dashboard_budgets', question));
  const { data: products } = useQuery(dashboardOptions('dashboard_products', question));
  const read =
    figures && budgets && products && (contracts || !hasContracts)
      ? { figures, budgets, products, contracts: contracts ?? null }
      : null;
  return (
    <ActionIcon
      aria-label={t('dashboard.download')}
      disabled={read === null}
      onClick={() => read && downloadFigures(read, question, t)}
    >
      <IconDownload size={16} stroke={1.6} aria-hidden />
    </ActionIcon>
  );
}

/** Address of the month-end lists with the same filters. */
function monthEndSearch({ references: { client, department, cost_center } }: ShownDashboard) {
  const one = (ids: readonly number[]) => (ids.length === 1 ? ids[0] : undefined);
  return Object.fromEntries(
    Object.entries({
      client: one(client),
      department: one(department),
      cost_center: one(cost_center),
    }).filter(([, id]) => id !== undefined),
  );
}

/** Named ranges, and custom days. */
function Ranges({ view, question }: HeadProps): ReactNode {
  const { t } = useTranslation();
  const shown = dashboardRanges.find((range) => range === view.range);
  const data = dashboardRanges.map((value) => ({ value, label: t(`overview.range.${value}`) }));
  const choose = (value: string): void => {
    const range = rangeIn(value);
    if (range !== null) view.show({ range });
  };
  return (
    <div className={classes.ranges} data-tour="range">
      <SegmentedControl
        size="xs"
        className={classes.shortcuts}
        aria-label={t('overview.filter.range')}
        value={shown ?? ''}
        onChange={choose}
        data={data}
      />
      <NativeSelect
        className={classes.shortcutList}
        aria-label={t('overview.filter.range')}
        value={shown ?? ''}
        onChange={(event) => choose(event.currentTarget.value)}
        data={shown === undefined ? [{ value: '', label: t('dashboard.own_days') }, ...data] : data}
      />
      <Days view={view} question={question} />
    </div>
  );
}

function Days({ view, question }: Pick<HeadProps, 'view' | 'question'>): ReactNode {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  const { DaysEditor } = useHandedIn();
  return (
    <Popover opened={isOpen} onChange={setOpen} position="bottom-end" trapFocus returnFocus>
      <Popover.Target>
        <button
          type="button"
          className={classes.daysButton}
          data-active={!isNamedRange(view.range) || undefined}
          onClick={() => setOpen(!isOpen)}
        >
          {t('dashboard.own_days')}
          <IconChevronDown size={14} stroke={1.6} aria-hidden />
        </button>
      </Popover.Target>
      <Popover.Dropdown p={12} aria-label={t('dashboard.own_days')}>
        <DaysEditor days={question} onChange={(range) => view.show({ range })} />
      </Popover.Dropdown>
    </Popover>
  );
}

function Filters({ view }: HeadProps): ReactNode {
  const filter = overviewFilter(view);
  const { ReferenceChip } = useHandedIn();
  return (
    <div className={classes.filters}>
      {dashboardReferences.map((part) => (
        <ReferenceChip
          key={part}
          part={part}
          filter={filter}
          onChange={({ references }) => {
            if (references === undefined) return;
            const { client, department, cost_center } = references;
            view.show({ references: { client, department, cost_center } });
          }}
          onRemove={() => view.show({ references: { ...view.references, [part]: [] } })}
        />
      ))}
    </div>
  );
}

/** Switches between currencies, since their amounts are never added. */
function Currencies({ view, currencies, currency }: HeadProps): ReactNode {
  const { t } = useTranslation();
  if (currencies.length < 2) return null;
  return (
    <SegmentedControl
      size="xs"
      aria-label={t('dashboard.currency')}
      value={currency}
      onChange={(value) => view.show({ currency: value })}
      data={[...currencies]}
    />
  );
}
