import { Button, Select, Skeleton } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { startExport } from '../../../platform/web/exports-under-way.ts';
import { useLanguage } from '../../../platform/web/i18n.ts';
import { DayField } from '../../../platform/web/kit/DayField.tsx';
import { ErrorState, NoPermission } from '../../../platform/web/kit/EmptyState.tsx';
import { PageTitleRow } from '../../../platform/web/kit/PageTitleRow.tsx';
import { SearchSelect } from '../../../platform/web/kit/SearchSelect.tsx';
import { useProfile } from '../../../platform/web/profile.ts';
import { useSession } from '../../../platform/web/session.ts';
import { toastFailure } from '../../../platform/web/toasts.tsx';
import { useFormat, useNow } from '../../../platform/web/use-format.ts';
import { seesDashboard } from '../../dashboard/access.ts';
import {
  documentsBehind,
  lastMonthEnd,
  type MonthEndAnswer,
  type MonthEndFormat,
  type MonthEndOrder,
  modulesOf,
  monthEndFormats,
} from '../model.ts';
import { isMonthEndList, type MonthEndSearch, monthEndLists, monthEndSearchOf } from '../search.ts';
import { Closing } from './Closing.tsx';
import classes from './MonthEndPage.module.css';
import { MonthEndTable } from './MonthEndTable.tsx';
import { findScope, listOptions, namedScope, type ScopeKey, scopeKeys } from './month-end-data.ts';

const route = getRouteApi('/shell/dashboard/month-end');

/** `/dashboard/month-end`: month-end lists as of a day, to view and download (DASH-07). */
export function MonthEndPage(): ReactNode {
  const { t } = useTranslation();
  const session = useSession();
  const mayOpen = session !== null && seesDashboard(session);
  const profile = useProfile();
  const today = useFormat().dayOf(useNow());
  const search = monthEndSearchOf({ ...route.useSearch() });
  if (profile === null) return null;
  const lists = monthEndLists.filter(
    (list) =>
      modulesOf[list].some((one) => profile.modules.includes(one)) &&
      (list !== 'product_lines' || search.product !== undefined) &&
      (!Object.values(documentsBehind).some((behind) => behind.list === list) || search.list === list) &&
      (list !== 'accruals_left_out' || search.client !== undefined),
  );
  const list = lists.find((one) => one === search.list) ?? lists[0];
  if (!mayOpen || list === undefined) {
    return (
      <NoPermission isPage title={t('dashboard.no_permission_title')}>
        {t('dashboard.no_permission_text')}
      </NoPermission>
    );
  }
  return <MonthEnd lists={lists} shown={{ ...search, list, day: search.day ?? lastMonthEnd(today) }} />;
}

type Shown = MonthEndSearch & Pick<MonthEndAnswer, 'list' | 'day'>;

interface MonthEndProps {
  readonly lists: readonly MonthEndAnswer['list'][];
  readonly shown: Shown;
}

function MonthEnd({ lists, shown }: MonthEndProps): ReactNode {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { data, error, refetch, isPlaceholderData } = useQuery(listOptions(shown));
  const show = (change: Partial<MonthEndSearch>): void =>
    void navigate({ to: '/dashboard/month-end', search: { ...shown, ...change }, replace: true });
  return (
    <div className={classes.page}>
      <PageTitleRow title={t('month_end.title')}>
        <Downloads shown={shown} />
      </PageTitleRow>
      <div className={classes.body}>
        <nav className={classes.lists} aria-label={t('month_end.lists')}>
          {lists.map((list) => (
            <Link
              key={list}
              to="/dashboard/month-end"
              search={{ ...shown, list }}
              className={classes.list}
              aria-current={list === shown.list ? 'page' : undefined}
              replace
            >
              {t(`month_end.list.${list}`)}
            </Link>
          ))}
        </nav>
        <Select
          className={classes.choice}
          label={t('month_end.lists')}
          data={lists.map((value) => ({ value, label: t(`month_end.list.${value}`) }))}
          value={shown.list}
          onChange={(value) => (isMonthEndList(value) ? show({ list: value }) : undefined)}
          allowDeselect={false}
        />
        <section className={classes.filter} aria-label={t('month_end.filter')}>
          <DayField
            label={t('month_end.day')}
            value={shown.day}
            onChange={(day) => (day === null ? undefined : show({ day }))}
          />
          {scopeKeys.map((key) => (
            <Scope key={key} scope={key} id={shown[key]} onChange={(id) => show({ [key]: id })} />
          ))}
        </section>
        <Closing client={shown.client} day={shown.day} />
        <p className={classes.about}>{t(`month_end.about.${shown.list}`)}</p>
        {error === null ? null : <ErrorState failure={error} onRetry={() => void refetch()} />}
        {error !== null ? null : data === undefined ? (
          <Loading />
        ) : (
          <div className={classes.answer} aria-busy={isPlaceholderData}>
            <MonthEndTable answer={data} shown={shown} />
          </div>
        )}
      </div>
    </div>
  );
}

/** Placeholder rows while loading. */
function Loading(): ReactNode {
  return (
    <div className={classes.loading} aria-hidden>
      {[100, 96, 98, 92, 97].map((width) => (
        <Skeleton key={width} height={12} width={`${width}%`} />
      ))}
    </div>
  );
}

interface ScopeProps {
  readonly scope: ScopeKey;
  readonly id: number | undefined;
  readonly onChange: (id: number | undefined) => void;
}

/** Filter by one record; empty for everything the person sees. */
function Scope({ scope, id, onChange }: ScopeProps): ReactNode {
  const { t } = useTranslation();
  const { data } = useQuery(namedScope(scope, id));
  return (
    <SearchSelect
      label={t(`month_end.column.${scope}`)}
      placeholder={t('month_end.all')}
      value={id === undefined ? null : (data ?? null)}
      search={(text, signal) => findScope(scope, text, signal)}
      searchKey={['month-end-scopes', scope]}
      onChange={(option) => onChange(option?.id)}
      clearable
    />
  );
}

/** Downloads of the whole list, made in the background. */
function Downloads({ shown }: Pick<MonthEndProps, 'shown'>): ReactNode {
  const { t } = useTranslation();
  const language = useLanguage();
  const order = (format: MonthEndFormat): MonthEndOrder => {
    const { list, day, client = null, department = null, cost_center = null } = shown;
    const { from = null, product = null, row = null } = shown;
    return { list, day, client, department, cost_center, from, product, row, format, language };
  };
  return monthEndFormats.map((format) => (
    <Button
      key={format}
      variant="default"
      leftSection={<IconDownload size={16} stroke={1.6} aria-hidden />}
      aria-label={t(`month_end.download.${format}`)}
      onClick={() => startExport('/api/month-end/file', order(format)).catch(toastFailure)}
    >
      {format.toUpperCase()}
    </Button>
  ));
}
