import { isRefusal, type Refusal, refuse } from '../../base/refusal.ts';
import { hasRole } from '../../platform/context.ts';
import { occasionOf } from '../../timeline/flow.ts';
import type { EntryStatus } from '../../timeline/kinds.ts';
import { cancel, change } from '../../timeline/operations.ts';
import { chosenPerson, moveToClearing } from '../../timeline/task-actions.ts';
import { currentEntry } from '../../timeline/timeline.ts';
import { type ProcurementSituation, personsFor, type TaskInput } from './facts.ts';
import type { SupplierOrder } from './model.ts';
import { isPlaced } from './order-letters.ts';
import { supplierOrders, withLetterOnItsWay } from './ordering.ts';
import { type Outcome, outcome } from './outcome.ts';

export interface PersonInput extends TaskInput {
  readonly person_id?: number | null;
}

export interface CancelInput extends TaskInput {
  /** Suppliers already ordered from that get a cancellation mail (TASK-08). */
  readonly notify_supplier_ids?: readonly number[];
}

/** Declines an approval: the request goes to a person for clearing (TASK-06). */
export function decline(situation: ProcurementSituation, input: PersonInput): Outcome | Refusal {
  return interrupted(situation, input, 'declined');
}

/** Aborts the step: the request goes to a person for clearing (TASK-05). */
export function clear(situation: ProcurementSituation, input: PersonInput): Outcome | Refusal {
  return interrupted(situation, input, 'canceled');
}

/** Outside clearing only with the right to delete directly, by person or by company (TASK-08, TASK-10). */
export function mayCancel({ actor, document, facts }: ProcurementSituation): true | Refusal {
  const isAllowed =
    currentEntry(document.timeline)?.type === 'clearing' ||
    hasRole(actor, 'user-can-delete-document-directly') ||
    facts.company?.can_delete_document_directly === true;
  return isAllowed ? true : refuse('permission_denied');
}

/**
 * Ends the request for good; what has not reached its supplier yet is not ordered any more, and the suppliers
 * that shall know of it get a cancellation (TASK-08).
 */
export function cancelOrder(situation: ProcurementSituation, input: CancelInput): Outcome | Refusal {
  const { document } = situation;
  const notified = alreadyOrdered(situation).filter(
    ({ supplier_id }) => supplier_id !== null && input.notify_supplier_ids?.includes(supplier_id),
  );
  const isKnown = (supplier: number) => notified.some(({ supplier_id }) => supplier_id === supplier);
  const field = 'notify_supplier_ids';
  if (!(input.notify_supplier_ids ?? []).every(isKnown)) return refuse('not_found', { field });
  if (notified.some((order) => order.state === 'sending')) return refuse('still_sending', { field });
  const timeline = change(document.timeline, occasionOf(situation), cancel(input.comment ?? null));
  const withdrawn = document.orders
    .filter((order) => !isPlaced(order) && (order.state === 'open' || order.state === 'failed'))
    .map((order): SupplierOrder => ({ ...order, state: 'cancelled' }));
  const voided = notified.map((order) => withLetterOnItsWay(document, order, 'cancellation'));
  return outcome(timeline, { orders: [...withdrawn, ...voided] });
}

/** Orders that a cancellation no longer stops; the dialog warns of them (TASK-08). */
function alreadyOrdered({ document }: ProcurementSituation): readonly SupplierOrder[] {
  return supplierOrders(document).filter((order) => isPlaced(order) || order.state === 'uncertain');
}

function interrupted(
  situation: ProcurementSituation,
  input: PersonInput,
  status: EntryStatus,
): Outcome | Refusal {
  const choices = personsFor(situation, 'user_clearing_id');
  const personId = chosenPerson(situation.facts, input.person_id, choices, 'person_id');
  if (isRefusal(personId)) return personId;
  const comment = input.comment ?? '';
  return outcome(moveToClearing(situation, 'clearing', { status, comment, personId }));
}
