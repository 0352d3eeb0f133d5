import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Day } from '../../../base/day.ts';
import type { Amount } from '../../../base/money.ts';
import { rest } from '../../../platform/web/api.ts';
import { AmountField } from '../../../platform/web/kit/AmountField.tsx';
import { DayField } from '../../../platform/web/kit/DayField.tsx';
import { SearchSelect } from '../../../platform/web/kit/SearchSelect.tsx';
import { useFormat } from '../../../platform/web/use-format.ts';
import { type CurrencyHead, inCurrency } from './company-head.ts';
import { type EditedHead, useHeadField } from './use-head-field.ts';

/** Offered besides the company's own; a document's current currency is always offered. */
const currencies = ['EUR', 'CHF', 'CZK', 'GBP', 'PLN', 'USD'];

export interface CurrencyFieldsProps extends EditedHead<CurrencyHead> {
  /** The company's currency. */
  readonly own: string;
  /** The day of the rate; null is today. */
  readonly day: Day | null;
}

/** A currency other than the company's requires a rate (PRICE-04). */
export function CurrencyFields({ own, day, ...edited }: CurrencyFieldsProps): ReactNode {
  const { head, onChange } = edited;
  const field = useHeadField(edited);
  const choices = [...new Set([own, head.currency, ...currencies])].map((id) => ({ id, name: id }));
  return (
    <>
      <SearchSelect
        {...field('currency')}
        required
        value={{ id: head.currency, name: head.currency }}
        options={choices}
        onChange={(option) =>
          onChange(
            (present) => ({ ...present, ...inCurrency(present, option?.id ?? own) }),
            ['currency', 'exchange_rate'],
          )
        }
      />
      {head.currency === own ? null : <RateFields {...edited} own={own} day={day} />}
    </>
  );
}

/** The rate, with the ECB reference rate that is used by default (PRICE-07). */
function RateFields({ own, day, ...edited }: CurrencyFieldsProps): ReactNode {
  const { t } = useTranslation();
  const format = useFormat();
  const field = useHeadField(edited);
  const { currency } = edited.head;
  const { data: known } = useQuery({
    queryKey: ['reference-rate', own, currency, day],
    queryFn: async ({ signal }) => {
      const asked = new URLSearchParams({ own, currency, ...(day !== null && { day }) });
      const path = `/api/reference-rate?${asked}`;
      return await rest<{ found: { rate: Amount; day: Day } | null }>(path, { signal });
    },
  });
  const found = known?.found ?? null;
  const reported =
    found === null
      ? t('document.rate.unknown')
      : t('document.rate.proposed', { rate: format.quantity(found.rate), day: format.day(found.day) });
  return (
    <>
      <AmountField
        {...field('exchange_rate')}
        required={found === null}
        decimals={6}
        {...(known && { hint: reported })}
      />
      <DayField {...field('rate_date')} />
    </>
  );
}
