import type { Refusal } from '../../base/refusal.ts';
import { chosenApprovers, needsNoApproval } from '../../document/approval/choice.ts';
import type { DocumentSituation } from '../../document/facts.ts';
import { type Received, receivedDifferences } from './as-received.ts';
import type { Invoice, InvoiceFacts } from './model.ts';

type Situation = DocumentSituation<Invoice, InvoiceFacts>;

/**
 * The setting of the tenant leaves the approval out: never one, or none of what was ordered (APPR-14). An order stands for an
 * invoice only where it was approved itself, of the same company and supplier (INV-29), and for none that says something else
 * than the e-invoice that came (INV-25), or that is in doubt under its contract (CON-40).
 */
export function isApprovalLeftOut({ document, facts }: Received & Pick<Situation, 'facts'>): boolean {
  const { approval } = facts.settings;
  if (approval !== 'if-no-order') return approval === 'never';
  if (facts.contractExcess !== null || facts.contractMismatches.length > 0) return false;
  return facts.hasApprovedOrder && receivedDifferences({ document, facts }).length === 0;
}

/** Nobody has to approve: by the setting, or because nobody is to be found (APPR-10, APPR-14). */
export function goesUnapproved(situation: Situation): boolean {
  return isApprovalLeftOut(situation) || needsNoApproval(situation);
}

/** Who approves the invoice, in order; nobody where the setting leaves the approval out (APPR-14). */
export function invoiceApprovers(situation: Situation): readonly number[] | Refusal {
  return isApprovalLeftOut(situation) ? [] : chosenApprovers(situation);
}
