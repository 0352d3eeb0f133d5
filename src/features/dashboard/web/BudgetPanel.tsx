import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { compareAmounts, larger } from '../../../base/money.ts';
import { useFormat } from '../../../platform/web/use-format.ts';
import { useIsPhone } from '../../../platform/web/use-is-phone.ts';
import type { BudgetedCostCenter } from '../model.ts';
import { type BudgetBar, budgetBarOf, budgetColumns, budgetParts, freeOf, lengthOf } from '../shares.ts';
import { BudgetCourse } from './BudgetCourse.tsx';
import classes from './BudgetPanel.module.css';
import { dashboardOptions } from './dashboard-data.ts';
import { Panel, WholeButton } from './Panel.tsx';
import rowLink from './RowLink.module.css';
import type { PanelProps } from './use-dashboard-view.ts';

const fewRows = 9;

/** Budgets against invoiced and committed amounts, per cost center and over the year (DASH-04, BUD-05). */
export function BudgetPanel({ question, currency }: PanelProps): ReactNode {
  const { t } = useTranslation();
  const format = useFormat();
  const [isWhole, setWhole] = useState(false);
  const { data } = useQuery(dashboardOptions('dashboard_budgets', question));
  const rows = useMemo(
    () => sorted((data?.cost_centers ?? []).filter((each) => each.currency === currency)),
    [data, currency],
  );
  const longest = rows.map(lengthOf).reduce((largest, each) => larger(each, largest), '0');
  const shown = isWhole ? rows : rows.slice(0, fewRows);
  return (
    <Panel
      title={t('dashboard.budget.title')}
      note={data && t('dashboard.budget.valid_on', { day: format.day(data.day), currency })}
      isLoading={data === undefined}
      isEmpty={rows.length === 0}
      tools={
        <>
          {rows.length > 0 ? <Legend /> : null}
          {rows.length > fewRows ? <WholeButton isWhole={isWhole} onWhole={setWhole} /> : null}
        </>
      }
    >
      <table className={classes.table}>
        <caption className="visually-hidden">{t('dashboard.budget.title')}</caption>
        <thead>
          <tr>
            <th scope="col" className={classes.name}>
              {t('overview.filter.cost_center')}
            </th>
            <td className={classes.bar} />
            {budgetColumns.map((key) => (
              <th key={key} scope="col" className={classes.number}>
                {t(`dashboard.budget.column.${key}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {shown.map((row) => (
            <BudgetRow key={row.id} row={row} bar={budgetBarOf(row, longest)} day={data?.day ?? ''} />
          ))}
        </tbody>
      </table>
      <BudgetCourse
        day={data?.day ?? ''}
        months={(data?.months ?? []).filter((each) => each.currency === currency)}
        rows={rows}
        currency={currency}
      />
    </Panel>
  );
}

/** Exceeded budgets first, then by size. */
function sorted(rows: readonly BudgetedCostCenter[]): readonly BudgetedCostCenter[] {
  const isOver = (row: BudgetedCostCenter): boolean => compareAmounts(freeOf(row), '0') < 0;
  return rows.toSorted(
    (a, b) =>
      Number(isOver(b)) - Number(isOver(a)) ||
      compareAmounts(b.value, a.value) ||
      a.number.localeCompare(b.number),
  );
}

function Legend(): ReactNode {
  const { t } = useTranslation();
  return (
    <span className={classes.legend} aria-hidden>
      {budgetParts.map((key) => (
        <span key={key} className={classes.entry}>
          <span className={classes.swatch} data-part={key} />
          {t(`dashboard.budget.legend.${key}`)}
        </span>
      ))}
    </span>
  );
}

interface BudgetRowProps {
  readonly row: BudgetedCostCenter;
  readonly bar: BudgetBar;
  /** The day on which the budgets are valid. */
  readonly day: string;
}

/**
 * A cost center links to the documents that use its budgets, with the same sums (DASH-10), and beside them those whose
 * rate is unknown (PRICE-07).
 */
function BudgetRow({ row, bar, day }: BudgetRowProps): ReactNode {
  const { t } = useTranslation();
  const format = useFormat();
  const isPhone = useIsPhone();
  const free = freeOf(row);
  const search = { list: 'budget_use', day, cost_center: row.id } as const;
  return (
    <tr className={classes.row}>
      <th scope="row" className={classes.name}>
        <Link
          to="/dashboard/month-end"
          search={search}
          className={rowLink.link}
          title={`${row.number} ${row.name}`}
        >
          <span className="quiet">{row.number}</span> {row.name}
        </Link>
        {row.without_rate === 0 ? null : (
          <span className="quiet"> ({t('overview.without_rate', { count: row.without_rate })})</span>
        )}
      </th>
      <td className={classes.bar} aria-hidden>
        <span className={classes.track} style={{ width: isPhone ? '100%' : `${bar.length}%` }}>
          {budgetParts.map((part) => (
            <span key={part} className={classes.part} data-part={part} style={{ width: `${bar[part]}%` }} />
          ))}
        </span>
      </td>
      {(['value', 'invoiced', 'committed'] as const).map((key) => (
        <td key={key} className={classes.number} title={format.amount(row[key])}>
          {format.amount(row[key], { decimals: 0 })}
        </td>
      ))}
      <td
        className={classes.free}
        data-bad={compareAmounts(free, '0') < 0 || undefined}
        title={format.amount(free)}
      >
        {format.amount(free, { decimals: 0 })}
      </td>
    </tr>
  );
}
