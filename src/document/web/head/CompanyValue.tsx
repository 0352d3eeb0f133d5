import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { type Amount, round, times } from '../../../base/money.ts';
import type { Format } from '../../../platform/web/format.ts';
import type { BriefRate } from '../../brief.ts';

export interface CompanyValueProps {
  /** Of the document, in its own currency. */
  readonly amount: Amount;
  readonly rate: BriefRate;
  readonly format: Format;
}

/** What an amount is worth in the currency of the company, at which rate, of which day and source (PRICE-07). */
export function CompanyValue({ amount, rate, format }: CompanyValueProps): ReactNode {
  const { t } = useTranslation();
  return t('document.rate.full', {
    amount: format.amount(round(times(amount, rate.rate), 2), { currency: rate.currency, decimals: 2 }),
    rate: format.quantity(rate.rate),
    source: t(`document.rate.${rate.source}`),
    day: rate.day === null ? t('document.rate.undated') : format.day(rate.day),
  });
}
