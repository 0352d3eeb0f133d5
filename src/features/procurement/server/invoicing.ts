import { orRefuse } from '../../../base/refusal.ts';
import { notifyOfChange } from '../../../document/server/notify.ts';
import type { Context } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/server/database.ts';
import { closeInvoicing } from '../invoicing.ts';
import type { CloseInvoicingInput } from './input.ts';
import { loadSituation } from './load-facts.ts';
import { saveOutcome } from './outcome-store.ts';
import { lockProcurement } from './store.ts';

/** Writes down by hand whether further invoices of an order are expected (PROC-21). */
export async function saveInvoicing(
  tx: Tx,
  context: Context,
  input: CloseInvoicingInput,
): Promise<{ id: number }> {
  const document = await lockProcurement(tx, context, input.id, input.expected_version);
  const situation = await loadSituation(tx, context, document);
  const outcome = orRefuse(closeInvoicing(situation, input.completely_invoiced));
  await saveOutcome(tx, context, situation, outcome);
  await notifyOfChange(tx, context, document.storedTimeline, outcome.timeline);
  return { id: document.id };
}
