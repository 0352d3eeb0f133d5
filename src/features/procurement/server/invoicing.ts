import { orRefuse } from '../../../base/refusal.ts';
import { loadSituation } from '../../../document/server/load-facts.ts';
import { notifyOfChange } from '../../../document/server/notify.ts';
import { saveOutcome } from '../../../document/server/outcome-store.ts';
import { lockDocument } from '../../../document/server/store.ts';
import type { Context } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/server/database.ts';
import { closeInvoicing } from '../invoicing.ts';
import type { CloseInvoicingInput } from './input.ts';
import { servedProcurement } from './served.ts';

/** Stores by hand whether further invoices of an order are expected (PROC-21). */
export async function saveInvoicing(
  tx: Tx,
  context: Context,
  input: CloseInvoicingInput,
): Promise<{ id: number }> {
  const document = await lockDocument(tx, context, servedProcurement, input.id, input.expected_version);
  const writer = tx.as('writer');
  const situation = await loadSituation(writer, context, servedProcurement, document);
  const outcome = orRefuse(closeInvoicing(situation, input.completely_invoiced, input.confirmations));
  const { timeline } = await saveOutcome(writer, context, servedProcurement, situation, outcome);
  notifyOfChange(writer, context, document.storedTimeline, timeline);
  return { id: document.id };
}
