import { z } from 'zod';
import type { RetiredRows } from './draft.ts';
import { csvNumbers } from './sheet/csv-columns.ts';

/** How a file is to be imported; the same in the form that brings it, and in the job. */
export const importSettings = z.object({
  /** The field of each column, null for columns that are left out; by default what the head of the file says. */
  columns: z.array(z.string().max(60).nullable()).min(1).max(200).optional(),
  /** By default what parts the head of the file. */
  separator: z.enum([';', ',', '\t']).optional(),
  /** By default as the product itself writes files (SHEET-14). */
  numbers: z.enum(csvNumbers).default('comma'),
  /** Lines that are wrong are left out; by default nothing is imported while there is one. */
  right_only: z.boolean().default(false),
  /**
   * Somebody knows which open documents use what the file changes, and in how many rows it changes what they are booked by; by default
   * nothing is imported before (PROC-43, API-41).
   */
  waiting_told: z.boolean().default(false),
});
export type ImportSettings = z.infer<typeof importSettings>;
/** The same as a form sends it, without what is by default. */
export type SentSettings = z.input<typeof importSettings>;

export const importOrder = importSettings.extend({
  entity: z.string().max(60),
  file_id: z.uuid(),
});
export type ImportOrder = z.infer<typeof importOrder>;

/** What is answered to an import that asks. */
export const importAnswer = importSettings.pick({ right_only: true, waiting_told: true });
export type ImportAnswer = z.infer<typeof importAnswer>;

/** What an import has done; one that asks has done nothing, and says what it would do. */
export interface ImportResult {
  /** The lines that can be imported by themselves, where the import asks whether to. */
  readonly right_lines?: number;
  /** The database has refused so many lines that the others were not looked at; these are the first. */
  readonly is_cut?: true;
  /** What open documents use of what would be changed, where the import asks about it. */
  readonly reached?: readonly RetiredRows[];
  /** In how many rows it would change what documents are booked by, where the import asks about it. */
  readonly many_rows?: number;
  /** What is wrong with the first lines. */
  readonly first_problems?: readonly string[];
  readonly added: number;
  readonly changed: number;
  readonly unchanged: number;
  readonly problems: number;
  /** Changes that wait for somebody to confirm them, if any does. */
  readonly waiting?: number;
  /** Open documents that use what is deactivated or changed, if any does (PROC-43). */
  readonly documents_waiting?: number;
  /** Suppliers who share with another one what names a supplier, if any does (ADM-22). */
  readonly twins?: number;
  /** The first of them. */
  readonly twin_names?: readonly string[];
  /** A CSV file that tells each problem. */
  readonly report_file_id: string | null;
}
