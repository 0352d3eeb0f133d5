import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { type Amount as AmountValue, compareAmounts, isZero, round, sum } from '../../../../base/money.ts';
import totals from '../../../../document/web/lines/TotalsSummary.module.css';
import { Amount } from '../../../../platform/web/kit/Amount.tsx';
import { AmountField } from '../../../../platform/web/kit/AmountField.tsx';
import { FieldError } from '../../../../platform/web/kit/FieldError.tsx';
import { MeaningBadge } from '../../../../platform/web/kit/MeaningBadge.tsx';
import { useHasRole } from '../../../../platform/web/profile.ts';
import { useFormat } from '../../../../platform/web/use-format.ts';
import type { Reading } from '../../../recognition/reading.ts';
import { isTaxDoubtful, openDifference, taxOf, taxRowKey } from '../../lines.ts';
import type { TaxRow } from '../../model.ts';
import { isOwed, owedTax } from '../../owed-tax.ts';
import classes from './Breakdown.module.css';

export interface BreakdownProps {
  /** The stated total. */
  readonly total: AmountValue;
  readonly currency: string;
  /** The rate of tax that the company owes, in percent. */
  readonly owedRate: AmountValue;
  readonly rows: readonly TaxRow[];
  /** The total tax in the accounting currency, as stated in an e-invoice (BT-111). */
  readonly accountedTax: Reading['accountedTax'];
  /** Allowed difference between stated and computed tax, in the currency of the invoice. */
  readonly tolerance: AmountValue;
  readonly problem: string | undefined;
  /** Sets the stated tax of a rate; null if read-only. */
  readonly onTax: ((row: TaxRow) => void) | null;
}

/** Net and tax per rate and, during input, the difference from the total (INV-11). */
export function Breakdown({
  total,
  currency,
  owedRate,
  rows,
  accountedTax,
  tolerance,
  problem,
  onTax,
}: BreakdownProps): ReactNode {
  const { t } = useTranslation();
  if (!useHasRole('user-price')) return <p className={totals.hidden}>{t('shell.price_hidden')}</p>;
  if (rows.length === 0) return null;
  const sumOfRows = round(sum(rows.flatMap(({ net, tax }) => [net, tax])), 2);
  return (
    <section className={classes.breakdown} aria-label={t('invoice.breakdown.title')}>
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">{t('invoice.breakdown.rate')}</th>
            <th scope="col" className={classes.number}>
              {t('document.line.net')}
            </th>
            <th scope="col" className={classes.number}>
              {t('invoice.breakdown.tax')}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <BreakdownRow
              key={taxRowKey(row)}
              row={row}
              owedRate={owedRate}
              tolerance={tolerance}
              onTax={onTax}
            />
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{t('invoice.breakdown.sum')}</th>
            <td colSpan={2} className={classes.number}>
              <Amount value={sumOfRows} currency={currency} decimals={2} />
            </td>
          </tr>
          {accountedTax === undefined ? null : (
            <tr>
              <th scope="row">{t('invoice.breakdown.accounted_tax', { currency: accountedTax.currency })}</th>
              <td colSpan={2} className={classes.number}>
                <Amount value={accountedTax.amount} currency={accountedTax.currency} decimals={2} />
              </td>
            </tr>
          )}
        </tfoot>
      </table>
      {problem === undefined ? null : <FieldError>{problem}</FieldError>}
      <Difference value={openDifference(total, rows)} currency={currency} />
    </section>
  );
}

interface DifferenceProps {
  readonly value: AmountValue;
  readonly currency: string;
}

function Difference({ value, currency }: DifferenceProps): ReactNode {
  const { t } = useTranslation();
  return (
    <p role="status">
      {isZero(value) ? (
        <MeaningBadge meaning="done" plain>
          {t('invoice.breakdown.agrees')}
        </MeaningBadge>
      ) : (
        <MeaningBadge meaning="declined" plain>
          {t('invoice.breakdown.differs')} <Amount value={value} currency={currency} decimals={2} />
        </MeaningBadge>
      )}
    </p>
  );
}

interface BreakdownRowProps {
  readonly row: TaxRow;
  readonly owedRate: AmountValue;
  readonly tolerance: AmountValue;
  readonly onTax: BreakdownProps['onTax'];
}

function BreakdownRow({ row, owedRate, tolerance, onTax }: BreakdownRowProps): ReactNode {
  const { t } = useTranslation();
  const format = useFormat();
  const { net, tax, tax_percentage: rate, tax_category: category } = row;
  const computed = taxOf(net, rate, category);
  const isRounded = compareAmounts(computed, tax) !== 0;
  const name =
    category === 'S'
      ? t('document.line.tax_at', { rate: format.quantity(rate) })
      : t(`invoice.tax_category.${category}`);
  return (
    <tr>
      <th scope="row">
        {name}
        {isOwed(category) ? (
          <span className={classes.hint}>
            {t('invoice.breakdown.owed', {
              rate: format.quantity(owedRate),
              amount: format.amount(owedTax(row, owedRate), { decimals: 2 }),
            })}
          </span>
        ) : null}
        {isRounded ? (
          <span className={isTaxDoubtful(row, tolerance) ? classes.doubtful : classes.hint}>
            {t('invoice.breakdown.computed', { amount: format.amount(computed, { decimals: 2 }) })}
          </span>
        ) : null}
      </th>
      <td className={classes.number}>
        <Amount value={net} decimals={2} />
      </td>
      <td className={classes.number}>
        {onTax === null ? (
          <Amount value={tax} decimals={2} />
        ) : (
          <AmountField
            label={t('invoice.breakdown.tax_of', { rate: name })}
            isLabelHidden
            decimals={2}
            value={tax}
            onChange={(typed) => (typed === null ? undefined : onTax({ ...row, tax: typed }))}
          />
        )}
      </td>
    </tr>
  );
}
