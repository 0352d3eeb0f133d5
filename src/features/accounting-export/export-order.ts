import { z } from 'zod';
import { isDay } from '../../base/day.ts';
import { closedPeriods } from './booking-day.ts';

const day = z.string().refine(isDay).meta({ scalar: 'date' });
const id = z.number().int().positive().meta({ scalar: 'bigint' });

/** An export order (EXP-03, API-31): without invoice ids all waiting invoices, filtered by company and days. */
export const exportOrder = z.object({
  invoice_ids: z.array(id).min(1).max(10_000).nullish(),
  client_id: id.nullish(),
  from: day.nullish(),
  to: day.nullish(),
  include_exported: z.boolean().nullish(),
  closed_period: z.enum(closedPeriods).nullish(),
});

export type ExportOrder = z.infer<typeof exportOrder>;
