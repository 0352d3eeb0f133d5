import type { Day } from '../../../../base/day.ts';
import type { EntryType } from '../../../../timeline/kinds.ts';

/** One line of a list of documents. */
export interface ListedDocument {
  readonly id: number;
  readonly number: string;
  readonly name: string;
  readonly status: string;
  readonly supplier: string | null;
  readonly currency: string;
  readonly totalNetto: number | null;
  readonly createdAt: string;
  readonly deliveryDate: Day | null;
  readonly version: number;
  /** The step in progress; null when the document is done. */
  readonly step: EntryType | null;
  /** The task group that the current task waits for; null when it is a person's. */
  readonly group: string | null;
  /** Whose task it is, the task group's until somebody accepts; null when the document is done. */
  readonly assigneeId: number | null;
  /** Whom the assignee stands in for (APPR-15). */
  readonly represented: string | null;
  /** Who was asked something here and has not answered yet (TASK-23). */
  readonly askedIds: readonly number[];
  /** Since when the current task waits. */
  readonly since: string;
}

export interface ListedRow {
  readonly id: number;
  readonly name: string | null;
  readonly order_number_formatted: string | null;
  readonly draft_number_formatted: string | null;
  readonly status: string;
  readonly currency: string;
  readonly total_netto: number | null;
  readonly created_at: string;
  readonly delivery_date: Day | null;
  readonly waiting_since: string | null;
  readonly asked_ids: readonly number[];
  readonly timeline: { readonly content_version: number };
  readonly current: readonly {
    readonly type: EntryType;
    readonly text_type: string;
    readonly lb_user: { readonly id: number; readonly name: string } | null;
    readonly for_user: { readonly name: string } | null;
  }[];
  readonly procurement_lines: readonly { readonly supplier: { readonly name: string } | null }[];
}

export function listedDocument(row: ListedRow): ListedDocument {
  const current = row.current[0];
  return {
    id: row.id,
    number: row.order_number_formatted ?? row.draft_number_formatted ?? '',
    name: row.name ?? '',
    status: row.status,
    supplier: row.procurement_lines[0]?.supplier?.name ?? null,
    currency: row.currency,
    // Before the products are selected, nothing has a price yet.
    totalNetto: row.status === 'open' && row.total_netto === 0 ? null : row.total_netto,
    createdAt: row.created_at,
    deliveryDate: row.delivery_date,
    version: row.timeline.content_version,
    step: current?.type ?? null,
    group: current?.text_type === 'assignment' ? (current.lb_user?.name ?? '') : null,
    assigneeId: current?.lb_user?.id ?? null,
    represented: current?.for_user?.name ?? null,
    askedIds: row.asked_ids,
    since: row.waiting_since ?? row.created_at,
  };
}
