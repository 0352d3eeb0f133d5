import type { Language } from '../../base/language.ts';

export const exportFormats = ['csv', 'xlsx'] as const;
export type ExportFormat = (typeof exportFormats)[number];

/** What is exported, in which columns and how (OVW-09). */
export interface ExportOrder {
  readonly format: ExportFormat;
  /** Whose columns they are; null for those of all documents. */
  readonly kind: string | null;
  readonly columns: readonly string[];
  readonly where: Readonly<Record<string, unknown>>;
  readonly order_by: readonly Readonly<Record<string, string>>[];
  /** Of the titles and of what has a name in every language. */
  readonly language: Language;
}
