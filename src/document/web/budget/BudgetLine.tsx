import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { compareAmounts } from '../../../base/money.ts';
import { useFormat } from '../../../platform/web/use-format.ts';
import { budgetBar, tightest } from '../../budget/budget-figures.ts';
import classes from './BudgetLine.module.css';
import { type BudgetedDocument, useBudgets } from './use-budgets.ts';

/** The remainder of the tightest budget after a document, on one line (BUD-05); empty without a budget. */
export function BudgetLine({ document }: { readonly document: BudgetedDocument }): ReactNode {
  const { t } = useTranslation();
  const format = useFormat();
  const budget = tightest(useBudgets(document).flatMap(({ figures }) => figures ?? []));
  if (budget === null) return null;
  const bar = budgetBar(budget);
  const money = { currency: document.currency, decimals: 2 };
  return (
    <div className={classes.line} title={budget.name}>
      <div className={classes.bar} aria-hidden>
        <span className={classes.used} style={{ width: `${bar.used}%` }} />
        <span className={classes.own} style={{ width: `${bar.own}%` }} />
        <span className={classes.over} style={{ width: `${bar.over}%` }} />
      </div>
      <p className={classes.text}>
        {t('overview.budget_left')}{' '}
        <strong data-over={compareAmounts(budget.free, '0') < 0}>{format.amount(budget.free, money)}</strong>{' '}
        {t('overview.budget_of', { value: format.amount(budget.value, { ...money, decimals: 0 }) })}
      </p>
    </div>
  );
}
