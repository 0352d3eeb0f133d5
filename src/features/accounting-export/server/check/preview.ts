import { isRefusal, type Refusal } from '../../../../base/refusal.ts';
import type { Context } from '../../../../platform/context.ts';
import type { Tx } from '../../../../platform/server/database.ts';
import { invoiceApprovalProblem } from '../../../invoice/approval.ts';
import { loadCheckedInvoices } from '../../../invoice/server/store.ts';
import type { BookingPreview } from '../../../invoice/shown-booking.ts';
import { problemsBeforeForwarding } from '../../../invoice/steps.ts';
import { conflictProblem } from '../../exporting.ts';
import { loadCompany } from '../content/load-company.ts';
import { loadConflicts } from '../exporting/export-entry.ts';
import { servedTargets } from '../targets.ts';

/**
 * The bookings of invoices as the tenant's target exports them, and the problems, computed by the functions of a run
 * (EXP-27, EXP-28). Facts that only the target knows (that it is reachable, its order of dimensions) are not
 * included. Locks nothing; runs as writer.
 */
export async function previewOf(
  tx: Tx,
  context: Context,
  invoiceIds: readonly number[],
): Promise<ReadonlyMap<number, BookingPreview>> {
  const found = await tx.fixed<{ id: number; client_id: number; status: string }>(
    'select id, client_id, status from invoice where id = any ($1) and client_id is not null and invoice_date is not null',
    [invoiceIds],
  );
  const others = await loadConflicts(tx, invoiceIds);
  const previews = new Map<number, BookingPreview>();
  for (const [clientId, rows] of Map.groupBy(found, ({ client_id }) => client_id)) {
    const ids = rows.map(({ id }) => id);
    const { contents, factsOf } = await loadCheckedInvoices(tx, context, clientId, ids);
    const [first] = ids;
    if (first === undefined) continue;
    const target = factsOf(first).settings.exportTarget;
    const booked = await (await servedTargets[target].preview(tx, await loadCompany(tx, clientId)))(tx, ids);
    for (const { id, status } of rows) {
      const document = contents.get(id);
      const outcome = booked.get(id);
      if (document === undefined || outcome === undefined) continue;
      const situation = { document, facts: factsOf(id) };
      const problem =
        conflictProblem(situation, others(id)) ??
        // Before its release an invoice may still get its approval.
        (status === 'export' ? invoiceApprovalProblem(situation) : null) ??
        problemsBeforeForwarding(situation) ??
        (isRefusal(outcome) ? outcome : null);
      const shown = isRefusal(outcome) ? { day: null, bookings: [] } : outcome;
      previews.set(id, { target, problem: problem && reported(problem), ...shown });
    }
  }
  return previews;
}

function reported({ code, field, values, problems }: Refusal): NonNullable<BookingPreview['problem']> {
  return { code, ...(field && { field }), ...(values && { values }), ...(problems && { problems }) };
}
