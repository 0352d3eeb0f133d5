import { type Day, isDay } from '../../base/day.ts';
import { compareAmounts } from '../../base/money.ts';
import { isBlank } from '../../base/plain-line.ts';
import { type FieldProblem, isRefusal, type Refusal, type RefusalValue, refuse } from '../../base/refusal.ts';
import {
  type DocumentSituation,
  type PersonInput,
  personsFor,
  type TaskInput,
} from '../../document/facts.ts';
import { outcome } from '../../document/outcome.ts';
import { hasRole } from '../../platform/context.ts';
import { occasionOf } from '../../timeline/flow.ts';
import { change, endAtRest, type Operation, remark, undoEnd } from '../../timeline/operations.ts';
import { chosenPerson, systemRemark } from '../../timeline/task-actions.ts';
import { currentEntry, isCancelled, isEnding } from '../../timeline/timeline.ts';
import { commitmentOf } from './commitment.ts';
import { areDaysTyped, contractDates, followingColumns } from './contract-dates.ts';
import type { Decision } from './due-reminder.ts';
import type { NoticeForm } from './enumerations.ts';
import { budgetRemarks } from './forwarding.ts';
import { contractKind } from './kind.ts';
import type { Contract, ContractFacts } from './model.ts';
import { type LetterInput, letterOf } from './notice.ts';
import type { ContractOutcome } from './outcome.ts';
import { receiptOf } from './safe-days.ts';

type Situation = DocumentSituation<Contract, ContractFacts>;

/** The input of a notice (CON-10, CON-28). */
export interface TerminationInput extends TaskInput {
  /** The day of the letter; defaults to today. */
  readonly notice_sent_on?: Day | null | undefined;
  /** The day of receipt; by default the day of the letter, for posted ones plus the transit days of the company. */
  readonly terminated_on?: Day | null | undefined;
  readonly notice_form?: NoticeForm | null | undefined;
  /** Another end than the computed one; needs a special right and a reason. */
  readonly agreed_end?: Day | null | undefined;
  /** The letter to generate; null if the notice is sent outside the product. */
  readonly letter?: LetterInput | null | undefined;
}

/** The input of a corrected day of receipt (CON-28). */
export interface ReceiptInput extends TaskInput {
  readonly terminated_on?: Day | null | undefined;
  /** A new letter to the end that follows; null if none is sent (CON-32). */
  readonly letter?: LetterInput | null | undefined;
}

export interface ConfirmationInput extends TaskInput {
  readonly termination_confirmed_on?: Day | null | undefined;
}

/** Whether a contract has no open task and is not cancelled. Amendments never count. */
export function isAtRest({ document: { head, timeline } }: Situation): boolean {
  return currentEntry(timeline) === null && !isCancelled(timeline) && head.amends_id === null;
}

/** Whether the actor is responsible for the contract or may change contracts. */
export function isResponsible({ actor, document: { head } }: Situation): boolean {
  return head.responsible_id === actor.id || hasRole(actor, 'user-change-contract');
}

/** Whether the actor may give notice: the contract is signed and has not expired. */
export function mayTerminate(situation: Situation): boolean {
  return isRunning(situation) && isResponsible(situation);
}

/** Whether the actor may amend the contract: it is signed and has not expired (CON-38). */
export function mayAmend(situation: Situation): true | Refusal {
  if (!isResponsible(situation)) return refuse('permission_denied');
  return isRunning(situation) || refuse('contract_not_running');
}

/** Whether the contract is signed and neither expired nor terminated; an inactive one also ends by its dates. */
export function isRunning(situation: Situation): boolean {
  const { status, end_date } = situation.document.head;
  const isOver = status === 'expired' || (end_date !== null && end_date < situation.facts.today);
  return isAtRest(situation) && !isOver;
}

/** The form of a notice: a letter that the product sends decides, otherwise what was typed (CON-28). */
export function noticeFormOf({
  letter,
  notice_form = null,
}: Pick<TerminationInput, 'letter' | 'notice_form'>): NoticeForm {
  if (letter?.channel === 'email') return 'email';
  if (letter?.channel === 'post') return notice_form === 'registered_letter' ? notice_form : 'letter';
  return notice_form ?? 'letter';
}

/** The days a notice would have; given ones are kept, the others are computed (CON-21, CON-28). */
export function proposedTermination(
  head: Parameters<typeof contractDates>[0],
  { today, ofCompany }: Pick<ContractFacts, 'today' | 'ofCompany'>,
  input: TerminationInput,
) {
  const notice_sent_on = input.notice_sent_on ?? today;
  const sent = isDay(notice_sent_on) ? notice_sent_on : today;
  const transit = { notice_transit_days: ofCompany?.notice_transit_days ?? 0 };
  const terminated_on = input.terminated_on ?? receiptOf(sent, noticeFormOf(input), transit);
  const received = isDay(terminated_on) ? terminated_on : today;
  const state = ofCompany?.federal_state ?? null;
  const dates = contractDates({ ...head, terminated_on: received, agreed_end: null }, today, state);
  return {
    notice_sent_on,
    terminated_on,
    end: dates.next_possible_contract_end ?? dates.end_date,
    /** The last day of receipt for that end. */
    deadline: dates.termination_deadline,
  };
}

/**
 * Records the notice: the contract is cancelled and ends on the agreed or computed day (CON-10, CON-21).
 *
 * @param before operations on the timeline that come first
 */
export function terminate(
  situation: Situation,
  input: TerminationInput,
  before: readonly Operation[] = [],
): ContractOutcome | Refusal {
  const { document, facts } = situation;
  const { notice_sent_on, terminated_on, end, deadline } = proposedTermination(document.head, facts, input);
  const agreed = input.agreed_end ?? null;
  const isOther = agreed !== null && agreed !== end;
  const problems = [
    ...dayProblems({ notice_sent_on, terminated_on, agreed_end: agreed }),
    ...(isOther && isBlank(document.head.termination_special_right)
      ? [{ field: 'agreed_end', code: 'no_edit_permission' as const }]
      : []),
    ...(end === null && agreed === null ? [required('agreed_end')] : []),
  ];
  if (problems.length > 0) return refuse('validation_failed', { problems });
  const reason = input.comment ?? null;
  if (isOther && reason === null) return refuse('comment_required', { field: 'comment' });
  if (isOther && end !== null && bindsLonger(situation, end, agreed))
    return refuse('contract_signed', { field: 'agreed_end' });
  const agreed_end = isOther || end === null ? agreed : null;
  const ends_on = agreed_end ?? end;
  const letter =
    input.letter && ends_on !== null
      ? letterOf(input.letter, facts, {
          written_on: notice_sent_on,
          receipt_by: agreed_end === null ? deadline : null,
          ends_on,
        })
      : null;
  if (isRefusal(letter)) return letter;
  const terms = { ...document.head, terminated_on, agreed_end };
  const note = { code: 'notice_given', values: { day: ends_on, ...typedDays(document.head) }, amounts: {} };
  const ending = endAtRest({ comment: reason, note });
  const timeline = change(document.timeline, occasionOf(situation), ...before, ending);
  return outcome(situation, timeline, {
    head: {
      notice_sent_on,
      terminated_on,
      agreed_end,
      notice_form: noticeFormOf(input),
      termination_confirmed_on: null,
      ...following(terms, facts, document.head.is_reminder_typed),
      // The letter names this end, also where the days of the contract are typed (CON-32).
      ...(ends_on === null ? {} : { end_date: ends_on, next_possible_contract_end: ends_on }),
    },
    ...decidedReminders(document, 'terminate'),
    ...(letter === null ? {} : { letter }),
  });
}

/** The typed days that a notice replaces; none where days are computed (CON-20). */
function typedDays(head: Contract['head']) {
  const { end_date, next_possible_contract_end } = head;
  return areDaysTyped(head) ? { end_date, next_possible_contract_end } : {};
}

/** The head of a contract without its notice, with the typed days that the entry of the notice keeps (CON-10, CON-20). */
export function withoutNotice<Head extends Contract['head']>({
  head,
  timeline,
}: Pick<Contract, 'timeline'> & { readonly head: Head }): Head {
  const { end_date, next_possible_contract_end: next } = timeline.entries.find(isEnding)?.note?.values ?? {};
  const dayOf = (value: RefusalValue | undefined): Day | null => (typeof value === 'string' ? value : null);
  const former =
    end_date === undefined ? {} : { end_date: dayOf(end_date), next_possible_contract_end: dayOf(next) };
  return { ...head, ...former, terminated_on: null, agreed_end: null };
}

/** Whether an agreed end commits to more than the notice would, which requires an amendment (CON-38, CON-39). */
function bindsLonger({ document, facts }: Situation, end: Day, agreed: Day): boolean {
  const { head, lines } = document;
  const until = (day: Day) => ({ ...head, term_type: 'none' as const, next_possible_contract_end: day });
  const [ordinary, longer] = [end, agreed].map(
    (day) => commitmentOf({ head: until(day), lines }, facts.today, null).total_netto,
  );
  return agreed > end && compareAmounts(longer ?? '0', ordinary ?? '0') > 0;
}

/** Clearing and people responsible for the contract can revoke a notice until the contract has ended (CON-10). */
export function mayRevoke(situation: Situation): boolean {
  const isClearer = personsFor(situation, contractKind.clearer).includes(situation.actor.id);
  return isNoticeOpen(situation) && (isClearer || isResponsible(situation));
}

/** Whether notice was given and the contract has not ended yet. */
function isNoticeOpen({ document: { head, timeline }, facts }: Situation): boolean {
  const isOver = head.end_date !== null && head.end_date < facts.today;
  return head.terminated_on !== null && isCancelled(timeline) && currentEntry(timeline) === null && !isOver;
}

/** The day of receipt can be corrected until the contract has ended (CON-28). */
export function mayCorrectReceipt(situation: Situation): boolean {
  return isNoticeOpen(situation) && isResponsible(situation);
}

/** Corrects the day of receipt and recomputes the end, unless it was agreed (CON-21, CON-28). */
export function correctReceipt(situation: Situation, input: ReceiptInput): ContractOutcome | Refusal {
  const { document, facts } = situation;
  const { head } = document;
  const terminated_on = input.terminated_on ?? null;
  if (terminated_on === null) return refuse('validation_failed', { problems: [required('terminated_on')] });
  const problems = dayProblems({ notice_sent_on: head.notice_sent_on, terminated_on });
  if (problems.length > 0) return refuse('validation_failed', { problems });
  if (terminated_on === head.terminated_on) return outcome(situation, document.timeline);
  const noted = systemRemark({
    code: 'receipt_corrected',
    values: { day: terminated_on, former_day: head.terminated_on },
  });
  const timeline = change(
    document.timeline,
    occasionOf(situation),
    remark({ ...noted, comment: input.comment ?? null }),
  );
  const { agreed_end } = head;
  const columns = following({ ...head, terminated_on }, facts, head.is_reminder_typed);
  const ends_on = agreed_end ?? columns.end_date;
  const letter =
    input.letter && ends_on !== null
      ? letterOf(input.letter, facts, {
          written_on: facts.today,
          receipt_by: agreed_end === null ? columns.termination_deadline : null,
          ends_on,
        })
      : null;
  if (isRefusal(letter)) return letter;
  return outcome(situation, timeline, {
    head: {
      terminated_on,
      ...columns,
      ...(agreed_end === null ? {} : { end_date: agreed_end, next_possible_contract_end: agreed_end }),
    },
    ...(letter === null ? {} : { letter }),
  });
}

/** Revokes the notice and sends the contract to clearing (CON-10). */
export function revoke(situation: Situation, input: PersonInput): ContractOutcome | Refusal {
  const { document, facts } = situation;
  const { head } = document;
  const lbUserId = chosenPerson(facts, input.person_id, revokers(situation), 'person_id');
  if (isRefusal(lbUserId)) return lbUserId;
  const remarks = budgetRemarks(situation, 'revoke_termination', input);
  if (isRefusal(remarks)) return remarks;
  const noted = systemRemark({ code: 'notice_withdrawn', values: { day: head.terminated_on } });
  const timeline = change(
    document.timeline,
    occasionOf(situation),
    ...remarks.map((one) => remark(one)),
    undoEnd({ ...noted, comment: input.comment ?? null }, { type: contractKind.entries.clearing, lbUserId }),
  );
  const terms = withoutNotice(document);
  return outcome(situation, timeline, {
    head: {
      notice_sent_on: null,
      terminated_on: null,
      termination_confirmed_on: null,
      notice_form: null,
      agreed_end: null,
      ...following(terms, facts, head.is_reminder_typed),
    },
    ...decidedReminders(document, 'noted'),
  });
}

/** Giving, revoking or confirming a notice also decides about due reminders. */
function decidedReminders(
  { dueReminders }: Contract,
  decision: Decision,
): Pick<ContractOutcome, 'acknowledged'> {
  const ids = dueReminders.map(({ id }) => id);
  return ids.length === 0 ? {} : { acknowledged: { ids, decision } };
}

export function revokers(situation: Situation): readonly number[] {
  return [...new Set([...personsFor(situation, contractKind.clearer), situation.actor.id])];
}

/** Whether the confirmation of the partner is missing and the actor may record it (CON-28). */
export function awaitsConfirmation(situation: Situation): boolean {
  const { terminated_on, termination_confirmed_on } = situation.document.head;
  return terminated_on !== null && termination_confirmed_on === null && isResponsible(situation);
}

export function confirmTermination(
  situation: Situation,
  input: ConfirmationInput,
): ContractOutcome | Refusal {
  const { document, facts } = situation;
  const day = input.termination_confirmed_on ?? facts.today;
  const problems = dayProblems({ termination_confirmed_on: day });
  if (problems.length > 0) return refuse('validation_failed', { problems });
  const noted = systemRemark({ code: 'notice_confirmed', values: { day } });
  const timeline = change(
    document.timeline,
    occasionOf(situation),
    remark({ ...noted, comment: input.comment ?? null }),
  );
  const unconfirmed = document.dueReminders.filter(({ type }) => type === 'termination_unconfirmed');
  return outcome(situation, timeline, {
    head: { termination_confirmed_on: day },
    ...decidedReminders({ ...document, dueReminders: unconfirmed }, 'noted'),
  });
}

function following(
  terms: Parameters<typeof followingColumns>[0],
  { today, ofCompany }: ContractFacts,
  isReminderTyped: boolean,
) {
  return followingColumns(terms, {
    today,
    federalState: ofCompany?.federal_state ?? null,
    leadDays: ofCompany?.internal_lead_days ?? 0,
    isReminderTyped,
  });
}

/** Problems of malformed days, and of a receipt before the day of the letter. */
function dayProblems(days: Readonly<Record<string, Day | null>>): readonly FieldProblem[] {
  const malformed = Object.entries(days).flatMap(([field, day]): readonly FieldProblem[] =>
    day === null || isDay(day) ? [] : [{ field, code: 'invalid_type', values: { type: 'date' } }],
  );
  const { notice_sent_on: sent, terminated_on: received } = days;
  const isBefore = sent && received && isDay(sent) && isDay(received) && received < sent;
  return isBefore ? [...malformed, { field: 'terminated_on', code: 'notice_before_letter' }] : malformed;
}

function required(field: string): FieldProblem {
  return { field, code: 'specific_field_required', values: { field } };
}
