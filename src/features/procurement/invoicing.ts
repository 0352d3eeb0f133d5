import { type Refusal, refuse } from '../../base/refusal.ts';
import { hasRole } from '../../platform/context.ts';
import { isAssignee, occasionOf } from '../../timeline/flow.ts';
import { change, remark } from '../../timeline/operations.ts';
import type { ProcurementSituation } from './facts.ts';
import { outcome, type ProcurementOutcome } from './outcome.ts';

/** From here on something can be invoiced. */
const invoiced = ['approved', 'ordered', 'clearing', 'completed'];

/** Who says by hand that nothing more will be invoiced (PROC-21): whoever has the task, or changes orders or invoices. */
const closingRoles = ['user-change-order', 'user-can-change-invoices'];

/** Whether this person may say so now. */
export function mayCloseInvoicing(situation: ProcurementSituation): true | Refusal {
  const { actor, document } = situation;
  if (!invoiced.includes(document.head.status)) return refuse('step_not_possible');
  const isAllowed = isAssignee(situation) || closingRoles.some((role) => hasRole(actor, role));
  return isAllowed ? true : refuse('permission_denied');
}

/** Says that no further invoice is expected, or that one is after all; the timeline tells who said it (TL-21). */
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
