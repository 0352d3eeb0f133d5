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

/** Allows deciding about a supplier's account (role 17). */
const role = 'user-can-insert-supplier';

function doubtOf({ document: { head }, facts: { bank } }: Situation): BankDoubt | null {
  return bankDoubt(head, bank.supplier);
}

/** Whether the invoice waits until a second person confirms its account (INV-21). */
export function awaitsSecondPerson(situation: Situation): boolean {
  return situation.facts.bank.needsSecondPerson && doubtOf(situation) !== null;
}

/**
 * Whether the actor sees that the account waits: true for all with the role, even if another person must confirm it.
 */
export function mayBeConfirmed(situation: Situation): boolean {
  return awaitsSecondPerson(situation) && hasRole(situation.actor, role);
}

/**
 * The person who typed the account; for one that was read, who brought the invoice or had it read; and who proposed it
 * at the supplier without a confirmation by others (INV-33).
 */
function proposersOf({ document: { head }, facts: { bank } }: Situation): readonly (number | null)[] {
  const here = head.iban_by_id === null ? [head.creator_id, head.read_by_id] : [head.iban_by_id];
  return [...here, ...bank.proposers];
}

/** Whether the actor has the task, proposed the account, or changed the invoice while acting as another person. */
function isFirstPerson(situation: Situation): boolean {
  const { actor, facts } = situation;
  return (
    isAssignee(situation) ||
    proposersOf(situation).includes(actor.id) ||
    facts.approval.actors.includes(actor.id)
  );
}

/** The second person differs from the first, unless only one person can confirm accounts (AUTH-37). */
export function isSecondPerson(situation: Situation): true | Refusal {
  return isFirstPerson(situation) && !situation.facts.bank.isAlone ? refuse('second_person_required') : true;
}

/** Confirms the account of the invoice and writes it to the supplier's record (INV-21). */
export function confirmBankData(situation: Situation, { comment }: TaskInput): InvoiceOutcome | Refusal {
  const { document } = situation;
  const doubt = doubtOf(situation);
  if (doubt === null) return refuse('step_not_possible');
  const problems = bankProblems(document.head);
  if (problems.length > 0) return refuse('validation_failed', { problems });
  const by = isFirstPerson(situation) ? 'alone' : 'second';
  const note = systemRemark({ code: confirmedCode, values: { ...valuesOf(doubt), by } });
  const confirmed = remark({ ...note, comment: comment ?? null });
  const timeline = change(document.timeline, occasionOf(situation), confirmed);
  const answered = questionsTo(situation);
  return outcome(situation, timeline, {
    head: {},
    answered,
    bankData: newBankData(situation, doubt, by),
  });
}

const confirmedCode = 'bank_data_confirmed';
const checks = ['invoice-manual-check', 'invoice-clearing'] as const;

/**
 * Who confirmed an account that nobody typed does not also take the invoice out of the same check: passing the task on
 * and back would make one person the first and the second (INV-21).
 */
function confirmerProblem({ actor, document: { head, timeline }, facts }: Situation): Refusal | null {
  if (head.iban_by_id !== null && head.iban_by_id !== actor.id) return null;
  const humans = actor.isImpersonated ? facts.approval.actors : [actor.id];
  const left = timeline.entries.findLastIndex(
    ({ type, status }) => status === 'approved' && checks.some((check) => check === type),
  );
  const isOwn = timeline.entries
    .slice(left + 1)
    .some(
      ({ note, createdBy }) =>
        note?.code === confirmedCode &&
        note.values.iban === head.iban &&
        note.values.by !== 'alone' &&
        humans.some((human) => human === createdBy),
    );
  return isOwn ? refuse('second_person_required', { field: 'iban' }) : null;
}

/** The people that the dialog proposes: all with the right, except first persons. */
export function secondPersons(situation: Situation): readonly number[] {
  const { actor, facts } = situation;
  const first = [actor.id, ...proposersOf(situation), ...facts.approval.actors];
  return facts.bank.secondPersons.filter((id) => !first.includes(id));
}

/** Asks a person to confirm the account; the invoice stays in that person's task list until answered (TASK-23). */
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

/**
 * What the account needs before the invoice goes on: nothing, a confirmation by the actor, or one by a second person
 * who does not take the invoice on as well.
 */
export function bankRemarks(
  situation: Situation,
  action: string,
  confirmations: Confirmations | null | undefined,
): readonly SystemRemark[] | Refusal {
  const doubt = doubtOf(situation);
  if (doubt === null) return confirmerProblem(situation) ?? [];
  if (situation.facts.bank.needsSecondPerson) return refuse('bank_data_unconfirmed', { field: 'iban' });
  const noted = { code: doubt.code, values: valuesOf(doubt) };
  return confirmedRemarks(situation, action, [noted], confirmations);
}

/**
 * The account to write to the supplier's record because a person with the role went on with it, in companies that
 * require no second person. Never while acting as another person (AUTH-29).
 */
export function takenBankData(situation: Situation): Pick<InvoiceOutcome, 'bankData'> {
  const { actor } = situation;
  const doubt = doubtOf(situation);
  const maySay = hasRole(actor, role) && !actor.isImpersonated;
  return doubt !== null && maySay ? { bankData: newBankData(situation, doubt, null) } : {};
}

/** Whether VAT id or payment method differ from the supplier's record, and the actor may change that (INV-05). */
export function mayChangeSupplier(situation: Situation): boolean {
  return hasRole(situation.actor, role) && Object.keys(supplierChange(situation)).length > 0;
}

function supplierChange({ document: { head }, facts: { seller } }: Situation) {
  return seller === null ? {} : differingSellerData(head, seller);
}

/** Writes VAT id and payment method of the invoice to its supplier's record (INV-05). */
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
