import { isRefusal, type Refusal } from '../../../../base/refusal.ts';
import type { Context } from '../../../../platform/context.ts';
import type { Tx } from '../../../../platform/server/database.ts';
import { invoiceApprovalProblem } from '../../../invoice/approval.ts';
import {
  type CheckedInvoices,
  checkedInvoices,
  loadWithSettings,
  type WithSettings,
} from '../../../invoice/server/store.ts';
import type { BookingPreview } from '../../../invoice/shown-booking.ts';
import { problemsBeforeForwarding } from '../../../invoice/steps.ts';
import { type Conflicts, conflictProblem } from '../../exporting.ts';
import { loadCompany } from '../content/load-company.ts';
import { loadConflicts } from '../exporting/export-entry.ts';
import { servedTargets } from '../targets.ts';

type ConflictsOf = (invoiceId: number) => Conflicts;

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
  const [{ contents, values }, conflictsOf] = await Promise.all([
    loadWithSettings(tx, context, invoiceIds),
    loadConflicts(tx, invoiceIds),
  ]);
  const dated = [...contents].filter(([, { head }]) => head.invoice_date !== null);
  const companies = Map.groupBy(dated, ([, { head }]) => head.client_id);
  companies.delete(null);
  const previews = await Promise.all(
    [...companies].map(([companyId, invoices]) =>
      previewOfCompany(tx, companyId ?? 0, new Map(invoices), { values, conflictsOf }),
    ),
  );
  return new Map(previews.flatMap((ofCompany) => [...ofCompany]));
}
/** The same for invoices of one company. */
async function previewOfCompany(
  tx: Tx,
  companyId: number,
  invoices: CheckedInvoices['contents'],
  { values, conflictsOf }: Pick<WithSettings, 'values'> & { readonly conflictsOf: ConflictsOf },
): Promise<ReadonlyMap<number, BookingPreview>> {
  const [{ factsOf }, company] = await Promise.all([
    checkedInvoices(tx, companyId, invoices, values),
    loadCompany(tx, companyId),
  ]);
  const ids = [...invoices.keys()];
  const target = factsOf(ids[0] ?? 0).settings.exportTarget;
  const booked = await servedTargets[target].preview(tx, company, ids);
  const previews = new Map<number, BookingPreview>();
  for (const [id, document] of invoices) {
    const outcome = booked.get(id);
    if (outcome === undefined) continue;
    const situation = { document, facts: factsOf(id) };
    const problem =
      conflictProblem(situation, conflictsOf(id)) ??
      // Before its release an invoice may still get its approval.
      (document.head.status === 'export' ? invoiceApprovalProblem(situation) : null) ??
      problemsBeforeForwarding(situation) ??
      (isRefusal(outcome) ? outcome : null);
    const shown = isRefusal(outcome) ? { day: null, bookings: [] } : outcome;
    previews.set(id, { target, problem: problem && reported(problem), ...shown });
  }
  return previews;
}

function reported({ code, field, values, problems }: Refusal): NonNullable<BookingPreview['problem']> {
  return { code, ...(field && { field }), ...(values && { values }), ...(problems && { problems }) };
}
