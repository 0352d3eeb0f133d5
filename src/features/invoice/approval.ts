import type { Confirmations } from '../../base/confirmation.ts';
import { isRefusal, type Refusal, refuse } from '../../base/refusal.ts';
import { approvalDoubts, chosenApprovers, needsNoApproval } from '../../document/approval/choice.ts';
import { approvalProblem } from '../../document/approval/holds.ts';
import { isDeclined } from '../../document/approval/round.ts';
import type { DocumentSituation } from '../../document/facts.ts';
import { budgetDoubts, confirmedRemarks, type SystemRemark } from '../../document/outcome.ts';
import { receivedDifferences } from './as-received.ts';
import { coversInvoice } from './covered.ts';
import { type Ordered, orderStands } from './matching/order-stands.ts';
import type { Invoice, InvoiceFacts } from './model.ts';

type Situation = DocumentSituation<Invoice, InvoiceFacts>;

/**
 * Whether the tenant's setting skips the approval: always, or for ordered invoices (APPR-14). The approval of an
 * order replaces that of the invoice only as far as it goes (INV-29), and not if the invoice differs from its
 * received e-invoice (INV-25), is in doubt under its contract (CON-40), or has the file or number of another one
 * (INV-20). An approver who declined the invoice is bypassed neither by a link nor by the setting (TASK-06).
 */
export function isApprovalLeftOut({ document, facts }: Situation): boolean {
  if (isDeclined(document.timeline, document.kind.entries.approval)) return false;
  const { approval } = facts.settings;
  if (approval !== 'if-no-order') return approval === 'never';
  if (facts.contractExcess !== null || facts.contractMismatches.length > 0) return false;
  if (facts.duplicates.some(({ why }) => why !== 'amount')) return false;
  return orderStands({ document, facts }) && receivedDifferences({ document, facts }).length === 0;
}

/** The people who changed its money, as the database notes them in every state (INV-32). */
export function handsOf({ document: { head } }: Situation): readonly number[] {
  return head.money_by_ids;
}

/** The stored reason for no approval (APPR-18): an approved order, or (`true`) no approver found or required. */
export function unneededBy(situation: Situation): true | 'order' {
  const isByOrder = situation.facts.settings.approval === 'if-no-order' && isApprovalLeftOut(situation);
  return isByOrder ? 'order' : true;
}

/** The data that decides whether the approval of an invoice is still valid. */
export type ApprovedInvoice = Ordered & {
  readonly document: Pick<Invoice, 'kind' | 'head' | 'lines' | 'approvals' | 'attachments'>;
  readonly facts: Ordered['facts'] & Pick<InvoiceFacts, 'company' | 'settings' | 'isOrderVoid'>;
};

/**
 * Why an invoice does not count as approved (APPR-18, INV-25): it changed after its approval, a doubt arose that its
 * approvers did not know, or the order that replaced its approval no longer does, because it was cancelled, used up,
 * or its goods were returned (INV-29).
 */
export function invoiceApprovalProblem({ document, facts }: ApprovedInvoice): Refusal | null {
  const isByOrder = document.approvals.approved?.by_order === true && facts.settings.approval !== 'never';
  if (isByOrder && !orderStands({ document, facts })) return refuse('order_stands_no_more');
  return approvalProblem({ document, facts }, coversInvoice(document, facts));
}

/** Whether no approval is needed: by the setting, or because no approver is found (APPR-10, APPR-14). */
export function goesUnapproved(situation: Situation): boolean {
  return isApprovalLeftOut(situation) || needsNoApproval(situation);
}

/** The approvers of the invoice, in order; empty if the setting skips the approval (APPR-14). */
export function invoiceApprovers(situation: Situation): readonly number[] | Refusal {
  return isApprovalLeftOut(situation) ? [] : orCostCenter(situation, chosenApprovers(situation));
}

/** As `approvalDoubts`; where no approval follows, only the budgets are asked about (BUD-06). */
export function invoiceApprovalDoubts(
  situation: Situation,
  action: string,
  confirmations: Confirmations | null | undefined,
): readonly SystemRemark[] | Refusal {
  return isApprovalLeftOut(situation)
    ? confirmedRemarks(situation, action, budgetDoubts(situation, true), confirmations)
    : orCostCenter(situation, approvalDoubts(situation, action, confirmations));
}

/** Names a missing cost center as the reason for too few approvers, since they come from it. */
function orCostCenter<Answer>({ document }: Situation, answer: Answer | Refusal): Answer | Refusal {
  const hasCostCenter = [document.head, ...document.lines].some(({ cost_center_id: id }) => id !== null);
  const areTooFew = isRefusal(answer) && answer.code === 'needs_min_approval';
  return areTooFew && !hasCostCenter
    ? refuse('approvers_need_cost_center', { field: 'cost_center_id' })
    : answer;
}
