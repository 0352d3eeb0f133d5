import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { sum } from '../../../base/money.ts';
import { Amount } from '../../../platform/web/kit/Amount.tsx';
import type { Worth } from './export-data.ts';

interface SelectedSumProps {
  readonly worths: readonly Worth[];
  /** More invoices exist than are shown, and the sum lacks them. */
  readonly isPart: boolean;
}

/**
 * The sum of the selected invoices by the currency of their companies; hidden from people who see no prices
 * (ROLE-07).
 */
export function SelectedSum({ worths, isPart }: SelectedSumProps): ReactNode {
  const { t } = useTranslation();
  const byCurrency = Map.groupBy(
    worths.flatMap(({ amount, currency }) => (amount === null ? [] : [{ amount, currency }])),
    ({ currency }) => currency,
  );
  if (worths.length === 0 || worths.some(({ amount }) => amount === null)) return null;
  return (
    <p className="quiet">
      {t(isPart ? 'invoice_export.sum_of_shown' : 'invoice_export.sum')}{' '}
      {[...byCurrency].map(([currency, some]) => (
        <strong key={currency}>
          <Amount value={sum(some.map(({ amount }) => amount))} currency={currency} decimals={2} />{' '}
        </strong>
      ))}
    </p>
  );
}
