import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { compareAmounts } from '../../../../base/money.ts';
import { defaultCurrency } from '../../../../platform/constants.ts';
import { Amount } from '../../../../platform/web/kit/Amount.tsx';
import { optionLabel } from '../../../../platform/web/kit/SearchSelect.tsx';
import { useFormat, useNow } from '../../../../platform/web/use-format.ts';
import type { Reference } from '../draft/draft.ts';
import type { ProcurementForm } from '../use-procurement-form.ts';
import classes from './BudgetPanel.module.css';
import { type BudgetFigures, type BudgetRow, budgetBar, budgetFigures } from './budget-figures.ts';
import { costCentersOf, countedAmounts, plannedAmounts } from './budgeted-amounts.ts';
import { budgetsQuery, type ListedBudget } from './cost-center-budgets.ts';

/** What the budgets have left after this request, for each cost center it uses, moving with each key (PROC-15, BUD-05). */
export function BudgetPanel({ form }: { readonly form: ProcurementForm }): ReactNode {
  const amounts = amountsOf(form);
  return (
    <div className={classes.panels}>
      {costCentersOf(form.editor.draft).map((costCenter) => (
        <CostCenterBudgets key={costCenter.id} costCenter={costCenter} form={form} amounts={amounts} />
      ))}
    </div>
  );
}

interface CostCenterBudgetsProps {
  readonly costCenter: Reference;
  readonly form: ProcurementForm;
  readonly amounts: ReturnType<typeof amountsOf>;
}

function CostCenterBudgets({ costCenter, form, amounts }: CostCenterBudgetsProps): ReactNode {
  const { t } = useTranslation();
  const format = useFormat();
  const today = format.dayOf(useNow());
  const { document, editor } = form;
  const { data: budgets = [] } = useQuery(
    budgetsQuery(costCenter.id, today, document?.timeline.updated_at ?? null),
  );
  if (budgets.length === 0) return null;

  const title = t('procurement.budget.title', { cost_center: optionLabel(costCenter) });
  const known = budgets.filter(isKnown);
  const submittedAt = document?.submitted_at ?? null;
  const figures = budgetFigures(known, {
    costCenterId: costCenter.id,
    day: submittedAt === null ? today : format.dayOf(submittedAt),
    ...amounts,
  });
  // Budgets count in the company's currency, whatever the request is typed in (BUD-03).
  const currency = editor.draft.head.client?.currency ?? defaultCurrency;
  return (
    <section className={classes.panel} aria-label={title}>
      <h2 className={classes.title}>{title}</h2>
      {known.length < budgets.length ? (
        <p className={classes.hidden}>{t('shell.price_hidden')}</p>
      ) : (
        figures.map((budget) => <Budget key={budget.id} budget={budget} currency={currency} />)
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
          {t('procurement.budget.free', { amount: format.amount(free, { currency, decimals: 2 }) })}
        </span>
      </p>
      <div className={classes.bar} aria-hidden>
        <span className={classes.used} style={{ width: `${bar.used}%` }} />
        <span className={classes.own} style={{ width: `${bar.own}%` }} />
        <span className={classes.over} style={{ width: `${bar.over}%` }} />
      </div>
      <dl className={classes.figures}>
        <div>
          <dt>{t('procurement.budget.value')}</dt>
          <dd>
            <Amount value={value} decimals={2} />
          </dd>
        </div>
        <div>
          <dt data-part="used">{t('procurement.budget.used')}</dt>
          <dd>
            <Amount value={used} decimals={2} />
          </dd>
        </div>
        <div>
          <dt data-part="own">{t('procurement.budget.own')}</dt>
          <dd>
            <Amount value={own} decimals={2} />
          </dd>
        </div>
      </dl>
    </div>
  );
}

function isKnown(budget: ListedBudget): budget is BudgetRow {
  return budget.consumed !== null;
}

/** A declined request takes nothing; a saved one takes what is counted until somebody types something else. */
function amountsOf({ document, editor }: ProcurementForm) {
  const counted = document === null ? [] : countedAmounts(document);
  const isSettled = document?.status === 'declined' || (counted.length > 0 && !editor.isDirty);
  return {
    counted,
    planned: isSettled ? counted : plannedAmounts(editor.draft, editor.draft.head.exchange_rate ?? '1'),
  };
}
