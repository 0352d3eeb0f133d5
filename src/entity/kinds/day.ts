import { type Day, isDay } from '../../base/day.ts';
import { dayBeforeMonth, formatDay, typedDay } from '../../base/typed-day.ts';
import type { Field, FieldOptions } from '../field.ts';

/** A calendar day (VAL-04). */
export function day(options: FieldOptions<Day> = {}): Field<Day> {
  return {
    ...options,
    kind: {
      input: 'day',
      read: (typed, { today, isMonthFirst }) => typedDay(isMonthFirst ? dayBeforeMonth(typed) : typed, today),
      write: (value, { language }) => formatDay(value, language),
      csv: (value) => ({ day: value }),
      normal: (value) => value,
      problem: (value) => (isDay(value) ? undefined : { code: 'invalid_type' }),
    },
  };
}
