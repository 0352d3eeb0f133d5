import type { Confirmations } from '../../base/confirmation.ts';
import { isRefusal, type Refusal, refuse } from '../../base/refusal.ts';
import type { DocumentSituation, PersonInput, TaskInput } from '../../document/facts.ts';
import { confirmedRemarks, outcome, type SystemRemark } from '../../document/outcome.ts';
import { questionsTo } from '../../document/questions.ts';
import { hasRole } from '../../platform/context.ts';
import { isAssignee, isAvailable, occasionOf } from '../../timeline/flow.ts';
import { change, remark } from '../../timeline/operations.ts';
import { addComment, systemRemark } from '../../timeline/task-actions.ts';
import { type BankDoubt, bankDoubt, bankProblems, differingSellerData } from './bank-data.ts';
import type { Invoice, InvoiceFacts } from './model.ts';
import type { InvoiceOutcome, NewBankData } from './recognising.ts';

type Situation = DocumentSituation<Invoice, InvoiceFacts>;

/** Who may say what a supplier's account is (role 17). */
const role = 'user-can-insert-supplier';

function doubtOf({ document: { head }, facts: { bank } }: Situation): BankDoubt | null {
  return bankDoubt(head, bank.supplier);
}

/** The invoice goes no further before a second person has confirmed its account (INV-21). */
export function awaitsSecondPerson(situation: Situation): boolean {
  return situation.facts.bank.needsSecondPerson && doubtOf(situation) !== null;
}

/** Whoever may confirm accounts sees that this one waits, also where it is not for him to confirm it. */
export function mayBeConfirmed(situation: Situation): boolean {
  return awaitsSecondPerson(situation) && hasRole(situation.actor, role);
}

/** Whether it is his task, he typed the account or changed the invoice as another. */
function isFirstPerson(situation: Situation): boolean {
  const { actor, document, facts } = situation;
  return (
    isAssignee(situation) || document.head.iban_by_id === actor.id || facts.approval.actors.includes(actor.id)
  );
}

/** The second person is another than the first one; whoever is the only one who could confirm it does so himself (AUTH-37). */
export function isSecondPerson(situation: Situation): true | Refusal {
  return isFirstPerson(situation) && !situation.facts.bank.isAlone ? refuse('second_person_required') : true;
}

/** Confirms the account as it stands on the invoice; from then on it is the supplier's (INV-21). */
export function confirmBankData(situation: Situation, { comment }: TaskInput): InvoiceOutcome | Refusal {
  const { document } = situation;
  const doubt = doubtOf(situation);
  if (doubt === null) return refuse('step_not_possible');
  const problems = bankProblems(document.head);
  if (problems.length > 0) return refuse('validation_failed', { problems });
  const note = systemRemark({ code: 'bank_data_confirmed', values: valuesOf(doubt) });
  const confirmed = remark({ ...note, comment: comment ?? null });
  const timeline = change(document.timeline, occasionOf(situation), confirmed);
  const answered = questionsTo(situation);
  return outcome(situation, timeline, {
    head: {},
    answered,
    bankData: newBankData(situation, doubt, isFirstPerson(situation) ? 'alone' : 'second'),
  });
}

/** Whom the dialog proposes: everybody who may, but those who are not the second person. */
export function secondPersons({ actor, document, facts }: Situation): readonly number[] {
  const first = [actor.id, document.head.iban_by_id, ...facts.approval.actors];
  return facts.bank.secondPersons.filter((id) => !first.includes(id));
}

/** Asks a person to confirm the account; he finds the invoice among his tasks until he has answered (TASK-23). */
export function askSecondPerson(
  situation: Situation,
  { person_id, comment }: PersonInput,
): InvoiceOutcome | Refusal {
  const [first] = secondPersons(situation);
  const person = person_id ?? first;
  if (person === undefined) return refuse('person_required', { field: 'person_id' });
  if (!secondPersons(situation).includes(person) || !isAvailable(situation.facts, person))
    return refuse('not_second_person', { field: 'person_id' });
  const doubt = doubtOf(situation);
  const timeline = addComment(situation, comment ?? `IBAN ${doubt?.iban ?? ''}`);
  return outcome(situation, timeline, { head: {}, asked: [person] });
}

/** What the account wants to be known before the invoice goes on: nothing, one's word for it, or a second person's. */
export function bankRemarks(
  situation: Situation,
  action: string,
  confirmations: Confirmations | null | undefined,
): readonly SystemRemark[] | Refusal {
  const doubt = doubtOf(situation);
  if (doubt === null) return [];
  if (situation.facts.bank.needsSecondPerson) return refuse('bank_data_unconfirmed', { field: 'iban' });
  const told = { code: doubt.code, values: valuesOf(doubt) };
  return confirmedRemarks(situation, action, [told], confirmations);
}

/**
 * The account that becomes the supplier's because somebody who may say so went on with it, in companies that want no second
 * person. Nobody does so in the name of somebody else (AUTH-29).
 */
export function takenBankData(situation: Situation): Pick<InvoiceOutcome, 'bankData'> {
  const { actor } = situation;
  const doubt = doubtOf(situation);
  const maySay = hasRole(actor, role) && !actor.isImpersonated;
  return doubt !== null && maySay ? { bankData: newBankData(situation, doubt, null) } : {};
}

/** The supplier has another VAT id or way of payment than the invoice, and the person may change his (INV-05). */
export function mayChangeSupplier(situation: Situation): boolean {
  return hasRole(situation.actor, role) && Object.keys(supplierChange(situation)).length > 0;
}

function supplierChange({ document: { head }, facts: { seller } }: Situation) {
  return seller === null ? {} : differingSellerData(head, seller);
}

/** Writes what the invoice says into the record of its supplier (INV-05). */
export function changeSupplier(situation: Situation, { comment }: TaskInput): InvoiceOutcome | Refusal {
  const { document } = situation;
  const { supplier_id } = document.head;
  if (supplier_id === null) return refuse('step_not_possible');
  const columns = supplierChange(situation);
  const note = systemRemark({
    code: 'supplier_changed',
    values: { fields: Object.keys(columns).toSorted().join(' ') },
  });
  const timeline = change(
    document.timeline,
    occasionOf(situation),
    remark({ ...note, comment: comment ?? null }),
  );
  if (isRefusal(timeline)) return timeline;
  return outcome(situation, timeline, { head: {}, supplierData: { supplier_id, columns } });
}

function newBankData(
  { document: { head } }: Situation,
  { iban }: BankDoubt,
  confirmed: NewBankData['confirmed'],
): NewBankData {
  const { supplier_id, bic, iban_by_id: proposed_by_id } = head;
  return { supplier_id, iban, bic, proposed_by_id, confirmed };
}

function valuesOf({ iban, former }: BankDoubt): { readonly iban: string; readonly former: string } {
  return { iban, former: former ?? '–' };
}
