import type { DocumentKind } from '../timeline/kinds.ts';

/** Open documents of one kind that prevent deactivating master data or changing settings (PROC-43). */
export interface WaitingKind {
  readonly kind: DocumentKind;
  /** The statuses of open documents of the kind: no drafts, not finished. */
  readonly statuses: readonly string[];
  readonly count: number;
  /** The companies whose documents are affected; empty where all are. */
  readonly clients: readonly number[];
  /** The columns through which they hold the rows, as `relation.column.id`; empty where all open documents count. */
  readonly held: readonly string[];
  /** The newest ones. */
  readonly documents: readonly {
    readonly id: number;
    readonly number: string | null;
    readonly name: string | null;
  }[];
}
