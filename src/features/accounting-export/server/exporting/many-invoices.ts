import { type Changes, updateHeads } from '../../../../document/server/store.ts';
import type { Context } from '../../../../platform/context.ts';
import type { Tx } from '../../../../platform/server/database.ts';
import { documentStatus } from '../../../../timeline/document-status.ts';
import { saveTimelines, type TimelineChange } from '../../../../timeline/server/store.ts';
import type { Occasion } from '../../../../timeline/timeline.ts';
import { invoiceFields } from '../../../invoice/fields.ts';
import { invoiceKind } from '../../../invoice/kind.ts';

/** The current time, person and groups for changing many timelines. Runs as writer. */
export async function occasionNow(tx: Tx, { userId }: Context): Promise<Occasion> {
  const [{ now }, groups] = await Promise.all([
    tx.one<{ now: string }>('select clock_timestamp() as now'),
    tx.fixed<{ id: number }>('select id from lb_user where is_group'),
  ]);
  const groupIds = new Set(groups.map(({ id }) => id));
  return { now, actorId: userId || null, isGroup: (id) => groupIds.has(id) };
}

/** The outcome for an invoice; its status follows from its timeline (TL-18). */
export interface InvoiceChange extends Omit<TimelineChange, 'isContentChange'> {
  readonly head: Changes;
}

/**
 * Saves the outcomes of many invoices in a few statements. Runs as writer, under the locks of their timelines.
 *
 * @param computed columns of all heads that are set by SQL expressions
 */
export function saveInvoices(
  tx: Tx,
  context: Context,
  changes: readonly InvoiceChange[],
  computed: Readonly<Record<string, string>> = {},
): void {
  saveTimelines(
    tx,
    context,
    invoiceKind.name,
    changes.map((change) => ({ ...change, isContentChange: true })),
  );
  const alike = Map.groupBy(changes, ({ changed, head }) =>
    JSON.stringify({ ...head, status: documentStatus(invoiceKind.name, changed) }),
  );
  for (const [head, some] of alike) {
    const ids = some.map(({ documentId }) => documentId);
    updateHeads(tx, invoiceKind, ids, JSON.parse(head) as Changes, { computed, filled: invoiceFields });
  }
  // Updates the list data of these invoices now instead of for all together at the end of the transaction.
  for (const time of ['immediate', 'deferred'] as const) tx.sendVaried(`set constraints all ${time}`);
}
