import { z } from 'zod';

/** The formats of files; must match the check of `scheduled_export.format`. */
export const fileFormats = ['csv', 'xlsx'] as const;
export type FileFormat = (typeof fileFormats)[number];

/** A list of documents. Its filter is kept as in the address, so that "last month" moves on. */
const listContent = z.strictObject({
  of: z.literal('list'),
  /** Tab, filter and order of the page. */
  search: z.record(z.string().max(60), z.union([z.string().max(2000), z.number()])),
  /** Kind of the columns; null for the common ones. */
  kind: z.string().max(60).nullable(),
  columns: z.array(z.string().max(60)).min(1).max(60),
  is_per_line: z.boolean(),
});

/** Master data of one kind, as its table view is downloaded. */
const tableContent = z.strictObject({
  of: z.literal('table'),
  entity: z.string().max(60),
  /** The text of the search; empty for all records. */
  text: z.string().max(200),
});

/** What the files of a scheduled export show. */
export const exportContent = z.discriminatedUnion('of', [listContent, tableContent]);

export type ListContent = z.output<typeof listContent>;
export type TableContent = z.output<typeof tableContent>;
export type ExportContent = z.output<typeof exportContent>;
