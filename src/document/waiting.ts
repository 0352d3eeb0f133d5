import type { DocumentKind } from '../timeline/kinds.ts';

/** Open documents of one kind that hold master data, or go by settings, which are to be deactivated or changed (PROC-43). */
export interface WaitingKind {
  readonly kind: DocumentKind;
  /** In these statuses a document of the kind is no draft and not over. */
  readonly statuses: readonly string[];
  readonly count: number;
  /** By what columns they hold which rows, as `relation.column.id`; empty where all that are open wait. */
  readonly held: readonly string[];
  /** The newest few of them. */
  readonly documents: readonly {
    readonly id: number;
    readonly number: string | null;
    readonly name: string | null;
  }[];
}
