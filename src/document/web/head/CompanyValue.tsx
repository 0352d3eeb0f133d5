import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Day } from '../../../base/day.ts';
import { type Amount, amountOf, round, times } from '../../../base/money.ts';
import type { Format } from '../../../platform/web/format.ts';
import type { BriefRate, RateSource } from '../../brief.ts';

export interface CompanyValueProps {
  /** In the document's own currency. */
  readonly amount: Amount;
  readonly rate: BriefRate;
  readonly format: Format;
}

/** The API fields of a document's rate. */
export interface RatedDocument {
  readonly client: { readonly currency: string } | null;
  readonly currency: string;
  readonly exchange_rate: number | null;
  readonly rate_date: Day | null;
  readonly rate_source: RateSource | null;
}

/** The rate of a document; null in the company's currency or without a rate. */
export function shownRate(document: RatedDocument): BriefRate | null {
  const { client, currency, exchange_rate: rate, rate_date: day, rate_source } = document;
  if (client === null || client.currency === currency || rate === null) return null;
  return { currency: client.currency, rate: amountOf(rate), day, source: rate_source ?? 'typed' };
}

/** The value of an amount in the company's currency, with rate, day and source (PRICE-07). */
export function CompanyValue({ amount, rate, format }: CompanyValueProps): ReactNode {
  const { t } = useTranslation();
  return t('document.rate.full', {
    amount: format.amount(round(times(amount, rate.rate), 2), { currency: rate.currency, decimals: 2 }),
    rate: format.quantity(rate.rate),
    source: t(`document.rate.${rate.source}`),
    day: rate.day === null ? t('document.rate.undated') : format.day(rate.day),
  });
}
