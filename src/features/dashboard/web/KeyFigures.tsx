import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { compareAmounts, sum } from '../../../base/money.ts';
import type { ShownKind } from '../../../document/web/listed-kind.ts';
import { useFormat } from '../../../platform/web/use-format.ts';
import type { OverviewSearch } from '../../overview/overview-search.ts';
import {
  budgetRowsOf,
  contractsWithoutRate,
  overviewOf,
  type RowsAddress,
  runningContractsOf,
  withoutRate,
} from '../dashboard-links.ts';
import { effectiveStatuses, effectiveTotal, freeOf } from '../shares.ts';
import { dashboardOptions } from './dashboard-data.ts';
import classes from './KeyFigures.module.css';
import type { PanelProps } from './use-dashboard-view.ts';

export interface KeyFiguresProps extends PanelProps {
  readonly kinds: readonly ShownKind[];
}

/** Totals of each kind and the remaining budgets in one line. */
export function KeyFigures({ kinds, ...props }: KeyFiguresProps): ReactNode {
  return (
    <div className={classes.figures} data-tour="figures">
      {kinds.map((kind) => (
        <KindFigure key={kind.name} kind={kind} {...props} />
      ))}
      <ContractFigure {...props} hasContracts={kinds.some(({ name }) => name === 'contract')} />
      <BudgetFigures {...props} />
    </div>
  );
}

interface KeyFigureProps {
  readonly label: ReactNode;
  readonly value: string;
  readonly note: ReactNode;
  readonly isBad?: boolean;
}

function KeyFigure({ label, value, note, isBad = false }: KeyFigureProps): ReactNode {
  return (
    <div className={classes.figure}>
      <p className={classes.label}>{label}</p>
      <p className={classes.value} data-bad={isBad || undefined}>
        {value}
      </p>
      <p className={classes.note}>{note}</p>
    </div>
  );
}

function KindFigure({ kind, figures, view, currency }: PanelProps & { readonly kind: ShownKind }): ReactNode {
  const { t } = useTranslation();
  const format = useFormat();
  const { count, net, without_rate } = effectiveTotal(figures ?? [], kind.name, currency);
  const statuses = effectiveStatuses(kind.name);
  return (
    <KeyFigure
      label={
        <Link to="/overview" search={overviewOf(view, kind.name, { statuses })} className={classes.link}>
          {t(`overview.tab.${kind.name}`)}
        </Link>
      }
      value={figures === null ? '…' : format.amount(net, { currency })}
      note={
        figures === null ? null : (
          <>
            {t('overview.count.documents', { count })}
            <WithoutRate count={without_rate} search={withoutRate(view, kind.name, statuses)} />
          </>
        )
      }
    />
  );
}

/** The documents that a figure leaves out, with a link to them (PRICE-07). */
function WithoutRate({
  count,
  search,
}: {
  readonly count: number;
  readonly search: OverviewSearch;
}): ReactNode {
  const { t } = useTranslation();
  if (count === 0) return null;
  return (
    <>
      {', '}
      <Link to="/overview" search={search} className={classes.link}>
        {t('overview.without_rate', { count })}
      </Link>
    </>
  );
}

function ContractFigure({
  view,
  question,
  currency,
  hasContracts,
}: PanelProps & { readonly hasContracts: boolean }): ReactNode {
  const { t } = useTranslation();
  const format = useFormat();
  const { data } = useQuery(dashboardOptions('dashboard_contracts', hasContracts ? question : null));
  if (!hasContracts) return null;
  const active = data?.active.find((each) => each.currency === currency);
  return (
    <KeyFigure
      label={
        <Link to="/overview" search={runningContractsOf(view)} className={classes.link}>
          {t('dashboard.contracts.yearly')}
        </Link>
      }
      value={data === undefined ? '…' : format.amount(active?.yearly ?? '0', { currency })}
      note={
        <>
          {t('dashboard.contracts.active', { active: active?.count ?? 0, near: data?.near_count ?? 0 })}
          <WithoutRate count={active?.without_rate ?? 0} search={contractsWithoutRate(view)} />
        </>
      }
    />
  );
}

function BudgetFigures({ view, question, currency }: PanelProps): ReactNode {
  const { t } = useTranslation();
  const format = useFormat();
  const { data } = useQuery(dashboardOptions('dashboard_budgets', question));
  const own = (data?.cost_centers ?? []).filter((each) => each.currency === currency);
  const total = {
    value: sum(own.map(({ value }) => value)),
    invoiced: sum(own.map(({ invoiced }) => invoiced)),
    committed: sum(own.map(({ committed }) => committed)),
  };
  const free = freeOf(total);
  const rows = data === undefined ? null : budgetRowsOf(view, data.day);
  const count = data?.without_rate.find((each) => each.currency === currency)?.count ?? 0;
  const missing = count > 0 && t('overview.without_rate', { count });
  return (
    <>
      <KeyFigure
        label={<Rows rows={rows}>{t('dashboard.budget.committed_in')}</Rows>}
        value={data === undefined ? '…' : format.amount(total.committed, { currency })}
        note={[t('dashboard.budget.not_invoiced'), missing].filter(Boolean).join(', ')}
      />
      <KeyFigure
        label={<Rows rows={rows}>{t('dashboard.budget.free_of')}</Rows>}
        value={data === undefined ? '…' : format.amount(free, { currency })}
        isBad={compareAmounts(free, '0') < 0}
        note={t('dashboard.budget.of', { value: format.amount(total.value, { currency, decimals: 0 }) })}
      />
    </>
  );
}

interface RowsProps {
  /** Null where no list shows exactly the rows of the figure. */
  readonly rows: RowsAddress | null;
  readonly children: string;
}

function Rows({ rows, children }: RowsProps): ReactNode {
  if (rows === null) return children;
  return (
    <Link to="/dashboard/month-end" search={rows} className={classes.link}>
      {children}
    </Link>
  );
}
