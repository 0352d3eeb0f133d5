import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Amount as AmountValue } from '../../../base/money.ts';
import { useHasRole } from '../profile.ts';
import { useFormat } from '../use-format.ts';
import classes from './Amount.module.css';

export interface AmountProps {
  /** Null is an amount not set yet, or one that the person may not see. */
  readonly value: AmountValue | number | null | undefined;
  /** Shown after the number; leave it out if the column head names the currency. */
  readonly currency?: string;
  readonly decimals?: number;
  /** Shown for an amount not set yet; nothing by default. */
  readonly unset?: string;
}

/** An amount in the format of the language; people without prices see a notice instead (ROLE-07). */
export function Amount({ value, currency, decimals, unset = '' }: AmountProps): ReactNode {
  const { t } = useTranslation();
  const format = useFormat();
  const seesPrices = useHasRole('user-price');
  if (value !== null && value !== undefined) {
    const options = { ...(currency ? { currency } : {}), ...(decimals === undefined ? {} : { decimals }) };
    return <span className={classes.amount}>{format.amount(value, options)}</span>;
  }
  return seesPrices ? (
    <span className={classes.unset}>{unset}</span>
  ) : (
    <span className={classes.hidden} title={t('shell.price_hidden')}>
      {t('shell.price_hidden')}
    </span>
  );
}
