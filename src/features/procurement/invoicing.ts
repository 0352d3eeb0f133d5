import { type Refusal, refuse } from '../../base/refusal.ts';
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

/** Closes or reopens invoicing by hand; the timeline records the person (TL-21). */
export function closeInvoicing(
  situation: ProcurementSituation,
  isCompletelyInvoiced: boolean,
): ProcurementOutcome | Refusal {
  const permission = mayCloseInvoicing(situation);
  if (permission !== true) return permission;
  const note = { code: 'document_edited', values: { fields: 'completely_invoiced' }, amounts: {} };
  const timeline = change(
    situation.document.timeline,
    occasionOf(situation),
    remark({ type: 'comment', status: 'auditLog', note }),
  );
  return outcome(timeline, { head: { completely_invoiced: isCompletelyInvoiced } });
}
