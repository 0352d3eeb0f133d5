import { z } from 'zod';
import type { Question } from '../base/refusal.ts';
import type { RetiredRows } from './draft.ts';
import { csvDays, csvNumbers } from './sheet/csv-columns.ts';
import type { Differences } from './sheet/differences.ts';
import type { LostZeros } from './sheet/lost-zeros.ts';

/** How a file is imported; shared by the upload form and the job. */
export const importSettings = z.object({
  /** The field of each column, null for skipped columns; defaults to the header of the file. */
  columns: z.array(z.string().max(60).nullable()).min(1).max(200).optional(),
  /** The line of the header; defaults to the one with the most known titles, with `columns` to the first row. */
  head_line: z.number().int().positive().optional(),
  /** Defaults to the separator found in the header. */
  separator: z.enum([';', ',', '\t']).optional(),
  /** Defaults to the format in which the most numbers of the file can be read (SHEET-19). */
  numbers: z.enum(csvNumbers).optional(),
  /** Defaults to the order that the file shows, else to the day first. */
  days: z.enum(csvDays).optional(),
  /** Creates the groups, accounts and other rows that the file names and that do not exist yet (SHEET-19). */
  create_missing: z.boolean().default(false),
  /** Imports nothing yet, and returns each cell of stored rows that would change (SHEET-19). */
  show_differences: z.boolean().default(false),
  /** Skips wrong lines; by default one wrong line prevents the import. */
  right_only: z.boolean().default(false),
  /**
   * The person has seen which open documents use the changed rows, and in how many rows booking fields change; without
   * it nothing is imported (PROC-43, API-41).
   */
  waiting_told: z.boolean().default(false),
});
export type ImportSettings = z.infer<typeof importSettings>;
/** The settings as a form sends them, without defaults. */
export type SentSettings = z.input<typeof importSettings>;

export const importOrder = importSettings.extend({
  entity: z.string().max(60),
  file_id: z.uuid(),
});
export type ImportOrder = z.infer<typeof importOrder>;

/** The answer to an import that asked for confirmation. */
export const importAnswer = importSettings.pick({ right_only: true, waiting_told: true });
export type ImportAnswer = z.infer<typeof importAnswer>;

/** The result of an import. An import that asks has changed nothing; its counts say what it would change. */
export interface ImportResult {
  /** The number of importable lines, where the import asks whether to import them alone. */
  readonly right_lines?: number;
  /** The database refused so many lines that the import stopped; these are the first problems. */
  readonly is_cut?: true;
  /** The open documents' use of the rows to change, where the import asks about it. */
  readonly reached?: readonly RetiredRows[];
  /** The question about the changed rows, where the import asks one (API-41). */
  readonly question?: Pick<Question, 'code' | 'values'>;
  /** The cells that would change, where the import shows them first. */
  readonly differences?: Differences;
  /** The number of created groups, accounts and other rows, by table. */
  readonly created?: Readonly<Record<string, number>>;
  /** Columns that a spreadsheet program seems to have read as numbers. */
  readonly lost_zeros?: readonly LostZeros[];
  /** The problems of the first lines. */
  readonly first_problems?: readonly string[];
  readonly added: number;
  readonly changed: number;
  readonly unchanged: number;
  readonly problems: number;
  /** Changes that wait for confirmation, if any. */
  readonly waiting?: number;
  /** Open documents that use deactivated or changed rows, if any (PROC-43). */
  readonly documents_waiting?: number;
  /** Suppliers that share an identifying value with another one, if any (ADM-22). */
  readonly twins?: number;
  /** The first of them. */
  readonly twin_names?: readonly string[];
  /** A CSV file that lists each problem. */
  readonly report_file_id: string | null;
}
