import type { Confirmations } from '../../base/confirmation.ts';
import { isRefusal, type Refusal, refuse } from '../../base/refusal.ts';
import { budgetDoubts, confirmedRemarks } from '../../document/outcome.ts';
import { hasRole } from '../../platform/context.ts';
import { isAssignee, occasionOf } from '../../timeline/flow.ts';
import { change, remark } from '../../timeline/operations.ts';
import type { ProcurementSituation } from './facts.ts';
import { outcome, type ProcurementOutcome } from './outcome.ts';

/** The statuses in which invoices are possible. */
const invoiced = ['approved', 'ordered', 'clearing', 'completed'];

/** The roles that may close invoicing, beside the assignee (PROC-21). */
const closingRoles = ['user-change-order', 'user-can-change-invoices'];

/** Whether this person may close or reopen invoicing now. */
export function mayCloseInvoicing(situation: ProcurementSituation): true | Refusal {
  const { actor, document } = situation;
  if (!invoiced.includes(document.head.status)) return refuse('step_not_possible');
  const isAllowed = isAssignee(situation) || closingRoles.some((role) => hasRole(actor, role));
  return isAllowed ? true : refuse('permission_denied');
}

/**
 * Closes or reopens invoicing by hand; the timeline records the person (TL-21). A reopened order takes back what it
 * gave to its budgets, so these are checked as at the first time (BUD-06, APPR-16).
 */
export function closeInvoicing(
  situation: ProcurementSituation,
  isCompletelyInvoiced: boolean,
  confirmations?: Confirmations | null,
): ProcurementOutcome | Refusal {
  const permission = mayCloseInvoicing(situation);
  if (permission !== true) return permission;
  const isReopened = situation.document.head.completely_invoiced && !isCompletelyInvoiced;
  const doubts = isReopened ? budgetDoubts(situation, true) : [];
  const remarks = confirmedRemarks(situation, 'close_invoicing', doubts, confirmations);
  if (isRefusal(remarks)) return remarks;
  const note = { code: 'document_edited', values: { fields: 'completely_invoiced' }, amounts: {} };
  const timeline = change(
    situation.document.timeline,
    occasionOf(situation),
    ...remarks.map((one) => remark(one)),
    remark({ type: 'comment', status: 'auditLog', note }),
  );
  return outcome(timeline, { head: { completely_invoiced: isCompletelyInvoiced } });
}
