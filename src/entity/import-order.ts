import { z } from 'zod';
import { csvNumbers } from './sheet/csv-columns.ts';

/** How a file is to be imported; the same in the form that brings it, and in the job. */
export const importSettings = z.object({
  /** The field of each column, null for columns that are left out; by default what the head of the file says. */
  columns: z.array(z.string().max(60).nullable()).min(1).max(200).optional(),
  /** By default what parts the head of the file. */
  separator: z.enum([';', ',', '\t']).optional(),
  /** By default as the product itself writes files (SHEET-14). */
  numbers: z.enum(csvNumbers).default('comma'),
});
export type ImportSettings = z.infer<typeof importSettings>;

export const importOrder = importSettings.extend({
  entity: z.string().max(60),
  file_id: z.uuid(),
});
export type ImportOrder = z.infer<typeof importOrder>;

/** What an import has done; with problems it has done nothing. */
export interface ImportResult {
  readonly added: number;
  readonly changed: number;
  readonly unchanged: number;
  readonly problems: number;
  /** Changes that wait for somebody to confirm them, if any does. */
  readonly waiting?: number;
  /** Open documents that hold what was deactivated, if any does (PROC-43). */
  readonly documents_waiting?: number;
  /** Suppliers who share with another one what names a supplier, if any does (ADM-22). */
  readonly twins?: number;
  /** The first of them. */
  readonly twin_names?: readonly string[];
  /** A CSV file that tells each problem. */
  readonly report_file_id: string | null;
}
