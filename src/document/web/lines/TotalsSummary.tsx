import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { isZero } from '../../../base/money.ts';
import { Amount } from '../../../platform/web/kit/Amount.tsx';
import { useHasRole } from '../../../platform/web/profile.ts';
import { useFormat } from '../../../platform/web/use-format.ts';
import type { Totals } from '../../totals.ts';
import classes from './TotalsSummary.module.css';

/** Net, tax per rate and gross below the amount column. */
export function TotalsSummary({
  totals,
  isEditing,
}: {
  readonly totals: Totals;
  readonly isEditing: boolean;
}): ReactNode {
  const { t } = useTranslation();
  const format = useFormat();
  if (!useHasRole('user-price')) return <p className={classes.hidden}>{t('shell.price_hidden')}</p>;
  const taxes = totals.taxes.filter(({ total_netto }) => !isZero(total_netto));
  return (
    <dl className={classes.totals} data-editing={isEditing}>
      <dt>{t('document.line.net')}</dt>
      <dd>
        <Amount value={totals.total_netto} decimals={2} />
      </dd>
      {taxes.map(({ tax, total_tax }) => (
        <div key={tax} className={classes.tax}>
          <dt>{t('document.line.tax_at', { rate: format.quantity(tax) })}</dt>
          <dd>
            <Amount value={total_tax} decimals={2} />
          </dd>
        </div>
      ))}
      <dt className={classes.gross}>{t('document.line.gross')}</dt>
      <dd className={classes.gross}>
        <Amount value={totals.total_brutto} decimals={2} />
      </dd>
    </dl>
  );
}
