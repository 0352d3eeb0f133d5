import type { Day } from '../../base/day.ts';
import type { TenantStatus } from '../../platform/tenant-status.ts';

/** What can be permanently deleted: a whole tenant (OP-02), or its orders or invoices of certain days (OP-04). */
export const deletionKinds = ['tenant', 'procurement', 'invoice'] as const;
export type DeletionKind = (typeof deletionKinds)[number];

/** Extent of a deletion (OP-04). */
export interface DeletionCounts {
  readonly documents: number;
  /** Under legal hold, therefore never deleted. */
  readonly held: number;
  /**
   * Orders and invoices referenced by invoices that stay; they can be deleted after these or with them (INV-22,
   * INV-29, INV-31).
   */
  readonly needed: number;
  /** Within retention: deleted only after a handover (ARC-03). */
  readonly kept: number;
  /** Of these, created or changed after the handed-over archive was made. */
  readonly uncovered: number;
  /** Documents that can be deleted now. */
  readonly deletable: number;
  readonly lines: number;
  readonly timelines: number;
  readonly files: number;
  readonly receipts: number;
  /** Only for a whole tenant. */
  readonly people: number;
}

/** Answer to `DELETE` with `dry_run`. */
export interface DeletionPreview {
  readonly tenant: { readonly id: number; readonly name: string; readonly status: TenantStatus };
  readonly counts: DeletionCounts;
  /** Whether a deletion requires the handover of an archive. */
  readonly needs_handover: boolean;
  /** The given archive, if it was downloaded. */
  readonly archive: { readonly sha256: string; readonly made_at: string } | null;
}

/** A month of a deleted tenant, for the operator's accounts. */
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

/** An entry of the deletion log, with the progress while running. */
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
  /** The last attempt failed and will be repeated. */
  readonly has_problem: boolean;
  readonly done: number;
  /** Null before counting. */
  readonly total: number | null;
  readonly removed: Partial<Record<RemovedKey, number>>;
  /** Only for a tenant: its charged months and invoices. */
  readonly books: {
    readonly customer: string | null;
    readonly months: readonly DeletedMonth[];
    readonly bills: readonly DeletedBill[];
  } | null;
  /** Only for a tenant: the end of its audit chain (AUD-09). */
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

/** Progress in whole percent; 100 only when done. */
export function percentOf({ state, done, total }: Pick<Deletion, 'state' | 'done' | 'total'>): number {
  if (state === 'done') return 100;
  return total === null || total === 0 ? 0 : Math.min(99, Math.floor((done / total) * 100));
}
