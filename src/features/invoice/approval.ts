import type { Refusal } from '../../base/refusal.ts';
import { chosenApprovers, needsNoApproval } from '../../document/approval/choice.ts';
import type { DocumentSituation } from '../../document/facts.ts';
import type { Invoice, InvoiceFacts } from './model.ts';

type Situation = DocumentSituation<Invoice, InvoiceFacts>;

/** The setting of the tenant leaves the approval out: never one, or none of what was ordered (APPR-14). */
export function isApprovalLeftOut({
  document: { head },
  facts: { settings },
}: {
  readonly document: { readonly head: Pick<Invoice['head'], 'procurement_id'> };
  readonly facts: Pick<InvoiceFacts, 'settings'>;
}): boolean {
  const isOrdered = head.procurement_id !== null;
  return settings.approval === 'never' || (settings.approval === 'if-no-order' && isOrdered);
}

/** Nobody has to approve: by the setting, or because nobody is to be found (APPR-10, APPR-14). */
export function goesUnapproved(situation: Situation): boolean {
  return isApprovalLeftOut(situation) || needsNoApproval(situation);
}

/** Who approves the invoice, in order; nobody where the setting leaves the approval out (APPR-14). */
export function invoiceApprovers(situation: Situation): readonly number[] | Refusal {
  return isApprovalLeftOut(situation) ? [] : chosenApprovers(situation);
}
