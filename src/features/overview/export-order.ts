import type { Language } from '../../base/language.ts';
import type { ExportColumnKey } from './export-columns.ts';

export const exportFormats = ['csv', 'xlsx'] as const;
export type ExportFormat = (typeof exportFormats)[number];

/** What is exported, in which columns and how (OVW-09). */
export interface ExportOrder {
  readonly format: ExportFormat;
  readonly columns: readonly ExportColumnKey[];
  readonly where: Readonly<Record<string, unknown>>;
  readonly order_by: readonly Readonly<Record<string, string>>[];
  /** Of the titles and of what has a name in every language. */
  readonly language: Language;
}

/** What a finished job answers. */
export interface ExportResult {
  readonly file_id: string;
  readonly rows: number;
}
