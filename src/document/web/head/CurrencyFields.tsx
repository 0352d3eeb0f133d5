import type { ReactNode } from 'react';
import { AmountField } from '../../../platform/web/kit/AmountField.tsx';
import { DayField } from '../../../platform/web/kit/DayField.tsx';
import { SearchSelect } from '../../../platform/web/kit/SearchSelect.tsx';
import { type CurrencyHead, inCurrency } from './company-head.ts';
import { type EditedHead, useHeadField } from './use-head-field.ts';

/** Offered beside the company's own; others stay when a document has them. */
const currencies = ['EUR', 'CHF', 'CZK', 'GBP', 'PLN', 'USD'];

export interface CurrencyFieldsProps extends EditedHead<CurrencyHead> {
  /** The company's. */
  readonly own: string;
}

/** Another currency than the company's needs its rate (PRICE-04). */
export function CurrencyFields({ own, ...edited }: CurrencyFieldsProps): ReactNode {
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
      {head.currency === own ? null : (
        <>
          <AmountField {...field('exchange_rate')} required decimals={6} />
          <DayField {...field('rate_date')} />
        </>
      )}
    </>
  );
}
