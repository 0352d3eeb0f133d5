import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { ErrorState, NoPermission } from '../../../platform/web/kit/EmptyState.tsx';
import { usePageTitle } from '../../../platform/web/kit/PageTitleRow.tsx';
import { useSession } from '../../../platform/web/session.ts';
import { useFormat, useNow } from '../../../platform/web/use-format.ts';
import { seesDashboard } from '../access.ts';
import { questionOf } from '../dashboard-links.ts';
import { currenciesOf } from '../shares.ts';
import { BudgetPanel } from './BudgetPanel.tsx';
import { ContractPanel } from './ContractPanel.tsx';
import classes from './DashboardPage.module.css';
import { dashboardOptions } from './dashboard-data.ts';
import { FigurePanel } from './FigurePanel.tsx';
import { Head } from './Head.tsx';
import { KeyFigures } from './KeyFigures.tsx';
import { ProductPanel } from './ProductPanel.tsx';
import { ReminderPanel } from './ReminderPanel.tsx';
import { TurnAroundPanel } from './TurnAroundPanel.tsx';
import { useDashboardView, useShownKinds } from './use-dashboard-view.ts';

/** `/dashboard`: orders, invoices, contracts, remaining budgets, and upcoming deadlines (DASH-01 to DASH-06). */
export function DashboardPage(): ReactNode {
  const { t } = useTranslation();
  const session = useSession();
  usePageTitle(t('dashboard.title'));
  if (session !== null && seesDashboard(session)) return <Dashboard />;
  return (
    <NoPermission isPage title={t('dashboard.no_permission_title')}>
      {t('dashboard.no_permission_text')}
    </NoPermission>
  );
}

function Dashboard(): ReactNode {
  const view = useDashboardView();
  const today = useFormat().dayOf(useNow());
  const { range, references } = view;
  const question = useMemo(() => questionOf({ range, references }, today), [range, references, today]);
  const figures = useQuery(dashboardOptions('dashboard_figures', question));
  const kinds = useShownKinds();
  const currencies = useMemo(() => currenciesOf(figures.data ?? []), [figures.data]);
  const currency = currencies.find((each) => each === view.currency) ?? currencies[0] ?? 'EUR';
  const hasModule = (name: string): boolean => kinds.some((kind) => kind.name === name);
  const parts = { view, question, currency, figures: figures.data ?? null };
  return (
    <div className={classes.page} data-outdated={figures.isPlaceholderData || undefined}>
      <Head
        view={view}
        question={question}
        currencies={currencies}
        currency={currency}
        figures={figures.data}
      />
      {figures.error && !figures.data ? (
        <ErrorState failure={figures.error} onRetry={() => void figures.refetch()} />
      ) : (
        <>
          <KeyFigures {...parts} kinds={kinds} />
          <div className={classes.panels}>
            <div className={classes.wide}>
              <BudgetPanel {...parts} />
              <div className={classes.pair}>
                <FigurePanel {...parts} kinds={kinds} dimension="department" />
                <FigurePanel {...parts} kinds={kinds} dimension="ledger_account" />
                <FigurePanel {...parts} kinds={kinds} dimension="cost_center" />
                <TurnAroundPanel question={question} />
              </div>
            </div>
            <div>
              {kinds.map((kind) => (
                <FigurePanel key={kind.name} {...parts} kinds={[kind]} dimension="status" />
              ))}
              {hasModule('contract') ? <ContractPanel {...parts} /> : null}
              {hasModule('contract') ? <ReminderPanel {...parts} /> : null}
              {hasModule('procurement') ? <ProductPanel {...parts} /> : null}
            </div>
          </div>
        </>
      )}
    </div>
  );
}
