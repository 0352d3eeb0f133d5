import { z } from 'zod';
import { type Day, isDay } from '../../../base/day.ts';
import { languages } from '../../../base/language.ts';
import { type MonthEndOrder, monthEndFormats } from '../model.ts';
import { monthEndLists } from '../search.ts';

const id = z.number().int().positive().nullable().default(null);

/** A list as it is asked for: without a day the last one of last month. */
export const monthEndQuery = z.object({
  list: z.enum(monthEndLists),
  day: z
    .custom<Day>((value) => typeof value === 'string' && isDay(value))
    .nullable()
    .default(null),
  client: id,
  department: id,
  cost_center: id,
});

/** The file of a list as it is ordered. */
export const monthEndOrder = monthEndQuery.extend({
  day: z.custom<Day>((value) => typeof value === 'string' && isDay(value)),
  format: z.enum(monthEndFormats),
  language: z.enum(languages),
}) satisfies z.ZodType<MonthEndOrder>;
