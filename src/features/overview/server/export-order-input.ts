import { z } from 'zod';
import { languages } from '../../../base/language.ts';
import { type ExportOrder, exportFormats } from '../export-order.ts';

/**
 * An export order from the browser. The API checks filter and order when reading the rows; the route checks kind and
 * columns.
 */
export const exportOrder: z.ZodType<ExportOrder> = z.object({
  format: z.enum(exportFormats),
  kind: z.string().max(60).nullable().default(null),
  columns: z.array(z.string().max(60)).min(1).max(50),
  isPerLine: z.boolean().default(false),
  where: z.record(z.string(), z.unknown()),
  order_by: z.array(z.record(z.string(), z.string())).max(10),
  language: z.enum(languages),
});
