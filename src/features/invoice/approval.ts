import { type Refusal, refuse } from '../../base/refusal.ts';
import { chosenApprovers, needsNoApproval } from '../../document/approval/choice.ts';
import { approvalProblem } from '../../document/approval/holds.ts';
import type { DocumentSituation } from '../../document/facts.ts';
import { type Received, receivedDifferences } from './as-received.ts';
import { coversInvoice } from './covered.ts';
import { type Ordered, orderStands } from './matching/order-stands.ts';
import type { Invoice, InvoiceFacts } from './model.ts';

type Situation = DocumentSituation<Invoice, InvoiceFacts>;

/**
 * The setting of the tenant leaves the approval out: never one, or none of what was ordered (APPR-14). An order stands for an
 * invoice only as far as it was approved itself (INV-29), and for none that says something else than the e-invoice that came
 * (INV-25), or that is in doubt under its contract (CON-40).
 */
export function isApprovalLeftOut({
  document,
  facts,
}: Received & Ordered & Pick<Situation, 'facts'>): boolean {
  const { approval } = facts.settings;
  if (approval !== 'if-no-order') return approval === 'never';
  if (facts.contractExcess !== null || facts.contractMismatches.length > 0) return false;
  return orderStands({ document, facts }) && receivedDifferences({ document, facts }).length === 0;
}

/** Why nobody has to approve, as it is kept (APPR-18): an order stands for it, or nobody is to be found or wanted. */
export function unneededBy(situation: Situation): true | 'order' {
  const isByOrder = situation.facts.settings.approval === 'if-no-order' && isApprovalLeftOut(situation);
  return isByOrder ? 'order' : true;
}

/** What decides whether the approval of an invoice still stands. */
export type ApprovedInvoice = Ordered & {
  readonly document: Pick<Invoice, 'kind' | 'head' | 'lines' | 'approvals' | 'attachments'>;
  readonly facts: Ordered['facts'] & Pick<InvoiceFacts, 'company' | 'settings'>;
};

/**
 * Why an invoice does not count as approved (APPR-18, INV-25): it is no longer what was approved, or the order that stood for
 * its approval stands for it no more, because it was cancelled, used up, or its goods went back (INV-29).
 */
export function invoiceApprovalProblem({ document, facts }: ApprovedInvoice): Refusal | null {
  const isByOrder = document.approvals.approved?.by_order === true && facts.settings.approval !== 'never';
  if (isByOrder && !orderStands({ document, facts })) return refuse('order_stands_no_more');
  return approvalProblem({ document, facts }, coversInvoice(document));
}

/** Nobody has to approve: by the setting, or because nobody is to be found (APPR-10, APPR-14). */
export function goesUnapproved(situation: Situation): boolean {
  return isApprovalLeftOut(situation) || needsNoApproval(situation);
}

/** Who approves the invoice, in order; nobody where the setting leaves the approval out (APPR-14). */
export function invoiceApprovers(situation: Situation): readonly number[] | Refusal {
  return isApprovalLeftOut(situation) ? [] : chosenApprovers(situation);
}
