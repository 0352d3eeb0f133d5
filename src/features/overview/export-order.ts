import type { Language } from '../../base/language.ts';

export const exportFormats = ['csv', 'xlsx'] as const;
export type ExportFormat = (typeof exportFormats)[number];

/** Documents, columns and format of an export (OVW-09). */
export interface ExportOrder {
  readonly format: ExportFormat;
  /** Kind of the columns; null for the common ones. */
  readonly kind: string | null;
  readonly columns: readonly string[];
  /** A row per line, with all its columns after those of the document; needs a kind. */
  readonly isPerLine: boolean;
  readonly where: Readonly<Record<string, unknown>>;
  readonly order_by: readonly Readonly<Record<string, string>>[];
  /** Language of titles and translated names. */
  readonly language: Language;
}
