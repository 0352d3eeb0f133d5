import { isDay } from '../../base/day.ts';
import { formatMonthDay } from '../../base/typed-day.ts';
import { unreadable } from '../../base/typed-number.ts';
import type { Field, FieldOptions } from '../field.ts';
import type { Kind } from '../kind.ts';

/** A day of every year as `MM-DD`, such as the start of a fiscal year; typed as `01.01.` or, in English, `01/01`. */
export function monthDay(options: FieldOptions<string> = {}): Field<string> {
  const kind: Kind<string> = {
    input: 'text',
    read(typed) {
      if (typed.trim() === '') return null;
      const [, day, month] = /^(\d{1,2})[./]\s?(\d{1,2})\.?$/.exec(typed.trim()) ?? [];
      return day && month ? `${month.padStart(2, '0')}-${day.padStart(2, '0')}` : unreadable;
    },
    write: (value, { language }) => formatMonthDay(value, language),
    csv: (value) => value.split('-').reverse().join('.').concat('.'),
    normal: (value) => value || null,
    // Checked in a year without a leap day, so that every year has the day.
    problem: (value) =>
      isDay(`2001-${value}`) ? undefined : { code: 'validation_failed', values: { rule: 'month_day' } },
  };
  return { ...options, kind };
}
