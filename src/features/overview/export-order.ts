import { z } from 'zod';
import { languages } from '../../base/language.ts';
import { type ExportColumnKey, exportColumnKeys } from './export-columns.ts';

export const exportFormats = ['csv', 'xlsx'] as const;
export type ExportFormat = (typeof exportFormats)[number];

/** What is exported, in which columns and how (OVW-09). Filter and order are checked by the API that reads them. */
export const exportOrder = z.object({
  format: z.enum(exportFormats),
  columns: z
    .array(z.enum(exportColumnKeys as [ExportColumnKey, ...ExportColumnKey[]]))
    .min(1)
    .max(50),
  where: z.record(z.string(), z.unknown()),
  order_by: z.array(z.record(z.string(), z.string())).max(10),
  /** Of the titles and of what has a name in every language. */
  language: z.enum(languages),
});
export type ExportOrder = z.output<typeof exportOrder>;

/** What a finished job answers. */
export interface ExportResult {
  readonly file_id: string;
  readonly rows: number;
}
