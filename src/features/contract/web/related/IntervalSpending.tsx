import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { agreedValue, excessOver, spendingPerInterval } from '../../../../document/agreed.ts';
import { countWithoutRate, spendingOf } from '../../../../document/under-contract.ts';
import { DayText } from '../../../../platform/web/kit/DayText.tsx';
import { useHasRole } from '../../../../platform/web/profile.ts';
import { useFormat } from '../../../../platform/web/use-format.ts';
import type { ContractForm } from '../use-contract-form.ts';
import classes from './IntervalSpending.module.css';
import type { RelatedRow } from './related.ts';

/** Number of intervals shown. */
const maxShown = 4;

interface IntervalSpendingProps {
  readonly form: ContractForm;
  readonly rows: readonly RelatedRow[];
}

/** The invoiced amounts of the last intervals, beside the agreed amount per interval (INV-14). */
export function IntervalSpending({ form, rows }: IntervalSpendingProps): ReactNode {
  const { t } = useTranslation();
  const format = useFormat();
  const seesPrices = useHasRole('user-price');
  const { head, lines } = form.situation.document;
  const agreed = agreedValue(lines, head.usage_type);
  if (!seesPrices || agreed === null) return null;
  const invoices = rows.filter(({ kind }) => kind === 'invoice');
  const today = format.today();
  const intervals = spendingPerInterval(
    spendingOf(invoices, head, format.dayOf),
    agreed,
    head.start_date,
    today,
  );
  const withoutRate = countWithoutRate(invoices, head);
  if (intervals.length === 0) return null;
  const money = (amount: string): string => format.amount(amount, { currency: head.currency, decimals: 2 });
  return (
    <section aria-label={t('contract.spending.title')} className={classes.section}>
      <h3 className={classes.title}>
        {t('contract.spending.agreed', {
          interval: t(`procurement.usage.${agreed.interval}`),
          amount: money(agreed.total),
        })}
        {withoutRate === 0 ? null : ` (${t('overview.without_rate', { count: withoutRate })})`}
      </h3>
      <dl className={classes.list}>
        {intervals.slice(0, maxShown).map(({ from, to, spent }) => {
          const excess = excessOver(agreed, spent);
          return (
            <div key={to} className={classes.interval}>
              <dt>
                <DayText day={from} /> – <DayText day={to} />
              </dt>
              <dd className="tabular">{money(spent)}</dd>
              <dd className={classes.excess}>
                {excess === null ? null : t('contract.spending.exceeded', { amount: money(excess) })}
              </dd>
            </div>
          );
        })}
      </dl>
    </section>
  );
}
