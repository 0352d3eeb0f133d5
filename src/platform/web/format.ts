import { type Day, dayOfInstant } from '../../base/day.ts';
import { formatTag, type Language } from '../../base/language.ts';
import { type Amount, amountOf } from '../../base/money.ts';
import { formatDay, formatMonthDay } from '../../base/typed-day.ts';
import { formatNumber } from '../../base/typed-number.ts';
import { serverNow } from './server-clock.ts';

/** Formats values for a language, with the tenant's decimals and time zone (I18N-05). */
export interface Format {
  /** `1.234,56`; with `currency` followed by its symbol. */
  readonly amount: (value: Amount | number, options?: AmountOptions) => string;
  /** As many places as needed: `2`, `0,5`. */
  readonly quantity: (value: Amount | number) => string;
  /** `01.03.2025` */
  readonly day: (day: Day) => string;
  /** `01.03.2025, 08:12` in the tenant's time zone. */
  readonly instant: (instant: string) => string;
  /** `19.05. 08:12`; in another year the date with the year instead of the time. */
  readonly shortInstant: (instant: string, now: Date) => string;
  /** The calendar day of an instant in the tenant's time zone. */
  readonly dayOf: (instant: string | Date) => Day;
  /** Today in the tenant's time zone, by the clock of the server. */
  readonly today: () => Day;
  /** `12 Tage`, `4 Std.`, `40 Min.` */
  readonly age: (instant: string, now: Date) => string;
}

export interface AmountOptions {
  readonly currency?: string;
  readonly decimals?: number;
}

/** An amount with its currency symbol, `1.234,56 €`. */
export function formatMoney(
  value: Amount | number,
  language: Language,
  currency: string,
  decimals: number,
): string {
  return new Intl.NumberFormat(formatTag(language), {
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
    useGrouping: 'always',
    style: 'currency',
    currency,
  }).format(value as Intl.StringNumericLiteral);
}

export function formatOf(language: Language, decimals: number, timeZone: string): Format {
  const tag = formatTag(language);
  const dayOf = (instant: string | Date): Day => dayOfInstant(new Date(instant), timeZone);
  const time = new Intl.DateTimeFormat(tag, {
    timeZone,
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });
  const timeOf = (instant: string): string => time.format(new Date(instant));
  return {
    amount: (value, { currency, decimals: own = decimals } = {}) =>
      currency === undefined
        ? formatNumber(amountOf(value), language, own)
        : formatMoney(value, language, currency, own),
    quantity: (value) => formatNumber(amountOf(value), language),
    day: (day) => formatDay(day, language),
    instant: (instant) => `${formatDay(dayOf(instant), language)}, ${timeOf(instant)}`,
    shortInstant: (instant, now) => {
      const day = dayOf(instant);
      const isThisYear = day.slice(0, 4) === dayOf(now).slice(0, 4);
      return isThisYear
        ? `${formatMonthDay(day.slice(5), language)} ${timeOf(instant)}`
        : formatDay(day, language);
    },
    dayOf,
    today: () => dayOf(serverNow()),
    age: (instant, now) => {
      const { count, unit } = ageOf(instant, now);
      const unitDisplay = unit === 'day' ? 'long' : 'short';
      return new Intl.NumberFormat(tag, { style: 'unit', unit, unitDisplay }).format(count);
    },
  };
}

export interface Age {
  readonly count: number;
  readonly unit: 'minute' | 'hour' | 'day';
}

/** The age in the largest unit that fits; at least one minute, never negative. */
export function ageOf(instant: string, now: Date): Age {
  const minutes = Math.max(1, Math.floor((now.getTime() - Date.parse(instant)) / 60_000));
  if (minutes < 60) return { count: minutes, unit: 'minute' };
  if (minutes < 24 * 60) return { count: Math.floor(minutes / 60), unit: 'hour' };
  return { count: Math.floor(minutes / (24 * 60)), unit: 'day' };
}
