import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { amountOf, sum } from '../../../base/money.ts';
import { Amount } from '../../../platform/web/kit/Amount.tsx';
import classes from './ExportPage.module.css';
import type { WaitingInvoice } from './export-data.ts';

interface SelectedSumProps {
  readonly invoices: readonly Pick<WaitingInvoice, 'currency' | 'total_brutto'>[];
  /** There are more than are shown, which the sum does not know. */
  readonly isPart: boolean;
}

/** What the chosen invoices come to, by currency; nothing for people who see no prices (ROLE-07). */
export function SelectedSum({ invoices, isPart }: SelectedSumProps): ReactNode {
  const { t } = useTranslation();
  const byCurrency = [...Map.groupBy(invoices, ({ currency }) => currency)];
  if (invoices.some(({ total_brutto }) => total_brutto === null)) return null;
  return (
    <p className={classes.sum}>
      {t(isPart ? 'invoice_export.sum_of_shown' : 'invoice_export.sum')}{' '}
      {byCurrency.map(([currency, some]) => (
        <strong key={currency}>
          <Amount
            value={sum(some.map(({ total_brutto }) => amountOf(total_brutto ?? 0)))}
            currency={currency}
            decimals={2}
          />{' '}
        </strong>
      ))}
    </p>
  );
}
