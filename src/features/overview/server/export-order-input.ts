import { z } from 'zod';
import { languages } from '../../../base/language.ts';
import { type ExportOrder, exportFormats } from '../export-order.ts';

/**
 * An order as the browser sends it. Filter and order of the rows are checked by the API that reads them, kind and
 * columns by the route.
 */
export const exportOrder: z.ZodType<ExportOrder> = z.object({
  format: z.enum(exportFormats),
  kind: z.string().max(60).nullable().default(null),
  columns: z.array(z.string().max(60)).min(1).max(50),
  where: z.record(z.string(), z.unknown()),
  order_by: z.array(z.record(z.string(), z.string())).max(10),
  language: z.enum(languages),
});
