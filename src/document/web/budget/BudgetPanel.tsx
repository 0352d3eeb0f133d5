import { Skeleton } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { compareAmounts } from '../../../base/money.ts';
import { Amount } from '../../../platform/web/kit/Amount.tsx';
import { optionLabel } from '../../../platform/web/kit/SearchSelect.tsx';
import { useFormat } from '../../../platform/web/use-format.ts';
import { type BudgetFigures, budgetBar } from '../../budget/budget-figures.ts';
import classes from './BudgetPanel.module.css';
import { type BudgetedDocument, type CostCenterBudgets, useBudgets } from './use-budgets.ts';

/** The remaining budgets after a document, for each of its cost centers, updated while typing (PROC-15, BUD-05). */
export function BudgetPanel({ document }: { readonly document: BudgetedDocument }): ReactNode {
  const shown = useBudgets(document);
  const [hasStood, setHasStood] = useState(false);
  if (!hasStood && shown.some(({ figures }) => figures?.length !== 0)) setHasStood(true);
  return (
    <div className={classes.panels}>
      {shown.map((budgets) =>
        // A new cost center keeps the place of the previous one; a new page shows none, since there may be no
        // budgets.
        budgets.isPending && hasStood ? (
          <PendingPanel key={budgets.costCenter.id} costCenter={budgets.costCenter} />
        ) : (
          <CostCenterPanel
            key={budgets.costCenter.id}
            budgets={budgets}
            currency={document.currency}
            isRateMissing={document.planned === null}
          />
        ),
      )}
    </div>
  );
}

/** The skeleton of a panel. */
function PendingPanel({ costCenter }: Pick<CostCenterBudgets, 'costCenter'>): ReactNode {
  const { t } = useTranslation();
  const title = t('document.budget.title', { cost_center: optionLabel(costCenter) });
  return (
    <section className={classes.panel} aria-label={title} aria-busy="true">
      <h2 className={classes.title}>{title}</h2>
      <Skeleton height={72} mt={6} />
    </section>
  );
}

interface CostCenterPanelProps {
  readonly budgets: CostCenterBudgets;
  readonly currency: string;
  /** The exchange rate is missing, so that the figures exclude the document. */
  readonly isRateMissing: boolean;
}

function CostCenterPanel(props: CostCenterPanelProps): ReactNode {
  const {
    budgets: { costCenter, figures, withoutRate },
    currency,
    isRateMissing,
  } = props;
  const { t } = useTranslation();
  if (figures?.length === 0) return null;
  const title = t('document.budget.title', { cost_center: optionLabel(costCenter) });
  return (
    <section className={classes.panel} aria-label={title}>
      <h2 className={classes.title}>{title}</h2>
      {isRateMissing && figures !== null ? (
        <p className={classes.hidden}>{t('document.budget.rate_missing')}</p>
      ) : null}
      {figures === null ? (
        <p className={classes.hidden}>{t('shell.price_hidden')}</p>
      ) : (
        figures.map((budget) => <Budget key={budget.id} budget={budget} currency={currency} />)
      )}
      {figures === null || withoutRate === 0 ? null : (
        <p className={classes.hidden}>{t('overview.without_rate', { count: withoutRate })}</p>
      )}
    </section>
  );
}

function Budget({
  budget,
  currency,
}: {
  readonly budget: BudgetFigures;
  readonly currency: string;
}): ReactNode {
  const { t } = useTranslation();
  const format = useFormat();
  const { name, value, used, own, free } = budget;
  const bar = budgetBar(budget);
  const isOver = compareAmounts(free, '0') < 0;
  return (
    <div className={classes.budget}>
      <p className={classes.head}>
        <span className={classes.name}>{name}</span>
        <span className={classes.badge} data-over={isOver}>
          {t('document.budget.free', { amount: format.amount(free, { currency, decimals: 2 }) })}
        </span>
      </p>
      <div className={classes.bar} aria-hidden>
        <span className={classes.used} style={{ width: `${bar.used}%` }} />
        <span className={classes.own} style={{ width: `${bar.own}%` }} />
        <span className={classes.over} style={{ width: `${bar.over}%` }} />
      </div>
      <dl className={classes.figures}>
        <div>
          <dt>{t('document.budget.value')}</dt>
          <dd>
            <Amount value={value} decimals={2} />
          </dd>
        </div>
        <div>
          <dt data-part="used">{t('document.budget.used')}</dt>
          <dd>
            <Amount value={used} decimals={2} />
          </dd>
        </div>
        <div>
          <dt data-part="own">{t('document.budget.own')}</dt>
          <dd>
            <Amount value={own} decimals={2} />
          </dd>
        </div>
      </dl>
    </div>
  );
}
