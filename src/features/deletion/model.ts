import type { Day } from '../../base/day.ts';

/** What is deleted for good: a whole tenant (OP-02), or its orders or invoices of some days (OP-04). */
export const deletionKinds = ['tenant', 'procurement', 'invoice'] as const;
export type DeletionKind = (typeof deletionKinds)[number];

/** What a deletion would take (OP-04). */
export interface DeletionCounts {
  readonly documents: number;
  /** Never deleted: a legal hold lies on them. */
  readonly held: number;
  /** Orders and invoices on which invoices hang that stay: they go after these or with them (INV-22, INV-29, INV-31). */
  readonly needed: number;
  /** Within their retention: deleted only after a handover (ARC-03). */
  readonly kept: number;
  /** Of these, created or changed after the archive was made that was handed over. */
  readonly uncovered: number;
  /** What may go now. */
  readonly deletable: number;
  readonly lines: number;
  readonly timelines: number;
  readonly files: number;
  readonly receipts: number;
  /** Of a whole tenant. */
  readonly people: number;
}

/** `DELETE` with `dry_run`. */
export interface DeletionPreview {
  readonly tenant: { readonly id: number; readonly name: string; readonly status: 'active' | 'archived' };
  readonly counts: DeletionCounts;
  /** Something can only go after its archive was handed over. */
  readonly needs_handover: boolean;
  /** The archive that was named and downloaded. */
  readonly archive: { readonly sha256: string; readonly made_at: string } | null;
}

/** A month of a deleted tenant, for the books of the operator. */
export interface DeletedMonth {
  readonly month: string;
  readonly document: number;
  readonly procurement: number;
  readonly invoice: number;
  readonly recognition: number;
}

export interface DeletedBill {
  readonly month: string;
  readonly state: string;
  readonly net: string;
  readonly gross: string;
  readonly document_number: string | null;
}

/** A row of the log of deletions, which is also the progress of one that runs. */
export interface Deletion {
  readonly id: number;
  readonly tenant_id: number;
  readonly kind: DeletionKind;
  readonly name: string;
  readonly first_day: Day | null;
  readonly last_day: Day | null;
  readonly operator_name: string;
  readonly archive_sha256: string | null;
  readonly state: 'running' | 'done';
  /** The last attempt failed; it is repeated. */
  readonly has_problem: boolean;
  readonly done: number;
  /** Null until it is counted. */
  readonly total: number | null;
  readonly removed: Partial<Record<RemovedKey, number>>;
  /** Of a tenant: its months and invoices as they were charged. */
  readonly books: {
    readonly customer: string | null;
    readonly months: readonly DeletedMonth[];
    readonly bills: readonly DeletedBill[];
  } | null;
  /** Of a tenant: where the chain of its audit ended (AUD-09). */
  readonly closing_position: number | null;
  readonly closing_link: string | null;
  readonly closing_unsealed: number | null;
  readonly started_at: string;
  readonly finished_at: string | null;
}

export const removedKeys = [
  'documents',
  'lines',
  'timelines',
  'receipts',
  'files',
  'people',
  'rows',
] as const;
export type RemovedKey = (typeof removedKeys)[number];

/** `GET /api/operator/deletion`. */
export interface DeletionLogAnswer {
  readonly deletions: readonly Deletion[];
}

/** How far a deletion is, in whole percent; 100 only once everything is gone. */
export function percentOf({ state, done, total }: Pick<Deletion, 'state' | 'done' | 'total'>): number {
  if (state === 'done') return 100;
  return total === null || total === 0 ? 0 : Math.min(99, Math.floor((done / total) * 100));
}
