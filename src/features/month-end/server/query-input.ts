import { z } from 'zod';
import { type Day, isDay } from '../../../base/day.ts';
import { languages } from '../../../base/language.ts';
import { type MonthEndOrder, monthEndFormats } from '../model.ts';
import { isProductKey, isRowKey, monthEndLists } from '../search.ts';

const id = z.number().int().positive().nullable().default(null);
const day = z.custom<Day>((value) => typeof value === 'string' && isDay(value)).meta({ scalar: 'date' });

/** A requested list, by default as of the end of the previous month. */
export const monthEndQuery = z.object({
  list: z.enum(monthEndLists),
  day: day.nullable().default(null),
  client: id,
  department: id,
  cost_center: id,
  from: day.nullable().default(null),
  product: z.string().refine(isProductKey).nullable().default(null),
  row: z.string().refine(isRowKey).nullable().default(null),
});

/** A requested file of a list. */
export const monthEndOrder = monthEndQuery.extend({
  day,
  format: z.enum(monthEndFormats),
  language: z.enum(languages),
}) satisfies z.ZodType<MonthEndOrder>;

/** A month of a company, by its last day. */
export const closingQuestion = z.object({
  client: z.number().int().positive(),
  day,
});

/** A closing, with the language of its files. */
export const closingOrder = closingQuestion.extend({ language: z.enum(languages) });
