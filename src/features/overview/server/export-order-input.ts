import { z } from 'zod';
import { languages } from '../../../base/language.ts';
import { type ExportColumnKey, exportColumnKeys } from '../export-columns.ts';
import { type ExportOrder, exportFormats } from '../export-order.ts';

/** An order as the browser sends it. Filter and order of the rows are checked by the API that reads them. */
export const exportOrder: z.ZodType<ExportOrder> = z.object({
  format: z.enum(exportFormats),
  columns: z
    .array(z.enum(exportColumnKeys as [ExportColumnKey, ...ExportColumnKey[]]))
    .min(1)
    .max(50),
  where: z.record(z.string(), z.unknown()),
  order_by: z.array(z.record(z.string(), z.string())).max(10),
  language: z.enum(languages),
});
