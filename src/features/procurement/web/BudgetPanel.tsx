import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { compareAmounts } from '../../../base/money.ts';
import { Amount } from '../../../platform/web/kit/Amount.tsx';
import { optionLabel } from '../../../platform/web/kit/SearchSelect.tsx';
import { useFormat, useNow } from '../../../platform/web/use-format.ts';
import classes from './BudgetPanel.module.css';
import { type BudgetFigures, type BudgetRow, budgetBar, budgetFigures } from './budget-figures.ts';
import { countedAmounts, plannedAmounts, rateOf } from './budgeted-amounts.ts';
import { budgetsQuery, type ListedBudget } from './cost-center-budgets.ts';
import type { ProcurementForm } from './use-procurement-form.ts';

/** What the budgets of the cost center have left after this request, moving with each key (PROC-15, BUD-05). */
export function BudgetPanel({ form }: { readonly form: ProcurementForm }): ReactNode {
  const { t } = useTranslation();
  const format = useFormat();
  const today = format.dayOf(useNow());
  const { document, editor } = form;
  const { cost_center: costCenter, client } = editor.draft.head;
  const { data: budgets = [] } = useQuery({
    ...budgetsQuery(costCenter?.id ?? 0, today, document?.timeline.updated_at ?? null),
    enabled: costCenter !== null,
  });
  if (costCenter === null || budgets.length === 0) return null;

  const title = t('procurement.budget.title', { cost_center: optionLabel(costCenter) });
  const known = budgets.filter(isKnown);
  const submittedAt = document?.submitted_at ?? null;
  const figures = budgetFigures(known, {
    costCenterId: costCenter.id,
    day: submittedAt === null ? today : format.dayOf(submittedAt),
    ...amountsOf(form),
  });
  return (
    <section className={classes.panel} aria-label={title}>
      <h2 className={classes.title}>{title}</h2>
      {known.length < budgets.length ? (
        <p className={classes.hidden}>{t('shell.price_hidden')}</p>
      ) : (
        figures.map((budget) => (
          <Budget key={budget.id} budget={budget} currency={client?.currency ?? 'EUR'} />
        ))
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
  return { counted, planned: isSettled ? counted : plannedAmounts(editor.draft, rateOf(document)) };
}
