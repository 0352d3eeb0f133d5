import { addDays, type Day, isDay } from '../../base/day.ts';
import { compareAmounts } from '../../base/money.ts';
import { type FieldProblem, isRefusal, type Refusal, refuse } from '../../base/refusal.ts';
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
import { currentEntry, isCancelled } from '../../timeline/timeline.ts';
import { commitmentOf } from './commitment.ts';
import { contractDates, followingColumns } from './contract-dates.ts';
import type { Decision } from './due-reminder.ts';
import type { NoticeForm } from './enumerations.ts';
import { contractKind } from './kind.ts';
import type { Contract, ContractFacts } from './model.ts';
import { type LetterInput, letterOf } from './notice.ts';
import type { ContractOutcome } from './outcome.ts';

type Situation = DocumentSituation<Contract, ContractFacts>;

/** What a person says of a notice (CON-10, CON-28). */
export interface TerminationInput extends TaskInput {
  /** The day of the letter; today where nothing is said. */
  readonly notice_sent_on?: Day | null | undefined;
  /** The day on which it arrives: so many days later as the company reckons for a letter. */
  readonly terminated_on?: Day | null | undefined;
  readonly notice_form?: NoticeForm | null | undefined;
  /** Another end than the one that follows; only with a special right, and with a reason. */
  readonly agreed_end?: Day | null | undefined;
  /** The letter that is written at once; without it somebody has written one himself. */
  readonly letter?: LetterInput | null | undefined;
}

/** Another day of receipt than was said at first (CON-28). */
export interface ReceiptInput extends TaskInput {
  readonly terminated_on?: Day | null | undefined;
}

export interface ConfirmationInput extends TaskInput {
  readonly termination_confirmed_on?: Day | null | undefined;
}

/** Nobody has anything to do with it, and nothing has ended it; an amendment that was signed is part of its contract. */
export function isAtRest({ document: { head, timeline } }: Situation): boolean {
  return currentEntry(timeline) === null && !isCancelled(timeline) && head.amends_id === null;
}

/** Whoever is responsible for it, or may change contracts. */
export function isKeeper({ actor, document: { head } }: Situation): boolean {
  return head.responsible_id === actor.id || hasRole(actor, 'user-change-contract');
}

/** A signed contract that runs, or is to run, may be given notice of. */
export function mayTerminate(situation: Situation): boolean {
  return isRunning(situation) && isKeeper(situation);
}

/** A signed contract that runs, or is to run, may be amended by whoever looks after it (CON-38). */
export function mayAmend(situation: Situation): true | Refusal {
  if (!isKeeper(situation)) return refuse('permission_denied');
  return isRunning(situation) || refuse('contract_not_running');
}

/** It is signed, and neither over nor given notice of; one that was put to rest ends by its days as well. */
export function isRunning(situation: Situation): boolean {
  const { status, end_date } = situation.document.head;
  const isOver = status === 'expired' || (end_date !== null && end_date < situation.facts.today);
  return isAtRest(situation) && !isOver;
}

/** What a notice comes to, before it is given; what a person says stands, the rest follows (CON-21, CON-28). */
export function proposedTermination(
  head: Parameters<typeof contractDates>[0],
  { today, ofCompany }: Pick<ContractFacts, 'today' | 'ofCompany'>,
  input: TerminationInput,
) {
  const notice_sent_on = input.notice_sent_on ?? today;
  const sent = isDay(notice_sent_on) ? notice_sent_on : today;
  const terminated_on = input.terminated_on ?? addDays(sent, ofCompany?.notice_transit_days ?? 0);
  const received = isDay(terminated_on) ? terminated_on : today;
  const state = ofCompany?.federal_state ?? null;
  const dates = contractDates({ ...head, terminated_on: received, agreed_end: null }, today, state);
  return {
    notice_sent_on,
    terminated_on,
    end: dates.next_possible_contract_end ?? dates.end_date,
    /** The last day on which it may arrive for that end. */
    deadline: dates.termination_deadline,
  };
}

/**
 * Records the notice: the contract is cancelled and ends when it leads it to (CON-10, CON-21).
 *
 * @param before what happens to the timeline first
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
  const timeline = change(document.timeline, occasionOf(situation), ...before, endAtRest(reason));
  return outcome(situation, timeline, {
    head: {
      notice_sent_on,
      terminated_on,
      agreed_end,
      notice_form: input.notice_form ?? (letter?.channel === 'email' ? 'email' : 'letter'),
      termination_confirmed_on: null,
      ...following(terms, facts, document.head.is_reminder_typed),
      ...(agreed_end === null ? {} : { end_date: agreed_end, next_possible_contract_end: agreed_end }),
    },
    ...settled(document, 'terminate'),
    ...(letter === null ? {} : { letter }),
  });
}

/** Whether an agreed end commits to more than the one to which the notice leads: that is no ending but an amendment (CON-38, CON-39). */
function bindsLonger({ document, facts }: Situation, end: Day, agreed: Day): boolean {
  const { head, lines } = document;
  const until = (day: Day) => ({ ...head, term_type: 'none' as const, next_possible_contract_end: day });
  const [ordinary, longer] = [end, agreed].map(
    (day) => commitmentOf({ head: until(day), lines }, facts.today, null).total_netto,
  );
  return agreed > end && compareAmounts(longer ?? '0', ordinary ?? '0') > 0;
}

/** A notice can be taken back until the contract has ended, by whoever clears or looks after it (CON-10). */
export function mayRevoke(situation: Situation): boolean {
  const isClearer = personsFor(situation, contractKind.clearer).includes(situation.actor.id);
  return isNoticeOpen(situation) && (isClearer || isKeeper(situation));
}

/** Notice has been given, and the contract has not ended yet. */
function isNoticeOpen({ document: { head, timeline }, facts }: Situation): boolean {
  const isOver = head.end_date !== null && head.end_date < facts.today;
  return head.terminated_on !== null && isCancelled(timeline) && currentEntry(timeline) === null && !isOver;
}

/** A notice may turn out to have arrived on another day, until the contract has ended (CON-28). */
export function mayCorrectReceipt(situation: Situation): boolean {
  return isNoticeOpen(situation) && isKeeper(situation);
}

/** Records the day on which the notice did arrive: the end follows from it anew, unless it was agreed (CON-21, CON-28). */
export function correctReceipt(situation: Situation, input: ReceiptInput): ContractOutcome | Refusal {
  const { document, facts } = situation;
  const { head } = document;
  const terminated_on = input.terminated_on ?? null;
  if (terminated_on === null) return refuse('validation_failed', { problems: [required('terminated_on')] });
  const problems = dayProblems({ notice_sent_on: head.notice_sent_on, terminated_on });
  if (problems.length > 0) return refuse('validation_failed', { problems });
  if (terminated_on === head.terminated_on) return outcome(situation, document.timeline);
  const told = systemRemark({
    code: 'receipt_corrected',
    values: { day: terminated_on, former_day: head.terminated_on },
  });
  const timeline = change(
    document.timeline,
    occasionOf(situation),
    remark({ ...told, comment: input.comment ?? null }),
  );
  const { agreed_end } = head;
  return outcome(situation, timeline, {
    head: {
      terminated_on,
      ...following({ ...head, terminated_on }, facts, head.is_reminder_typed),
      ...(agreed_end === null ? {} : { end_date: agreed_end, next_possible_contract_end: agreed_end }),
    },
  });
}

/** Takes the notice back; somebody clears how the contract goes on (CON-10). */
export function revoke(situation: Situation, input: PersonInput): ContractOutcome | Refusal {
  const { document, facts } = situation;
  const { head } = document;
  const lbUserId = chosenPerson(facts, input.person_id, revokers(situation), 'person_id');
  if (isRefusal(lbUserId)) return lbUserId;
  const told = systemRemark({ code: 'notice_withdrawn', values: { day: head.terminated_on } });
  const timeline = change(
    document.timeline,
    occasionOf(situation),
    undoEnd({ ...told, comment: input.comment ?? null }, { type: contractKind.entries.clearing, lbUserId }),
  );
  const terms = { ...head, terminated_on: null, agreed_end: null };
  return outcome(situation, timeline, {
    head: {
      notice_sent_on: null,
      terminated_on: null,
      termination_confirmed_on: null,
      notice_form: null,
      agreed_end: null,
      ...following(terms, facts, head.is_reminder_typed),
    },
    ...settled(document, 'noted'),
  });
}

/** Whoever gives notice, takes it back or has it confirmed has decided about what he was reminded of. */
function settled({ dueReminders }: Contract, decision: Decision): Pick<ContractOutcome, 'acknowledged'> {
  const ids = dueReminders.map(({ id }) => id);
  return ids.length === 0 ? {} : { acknowledged: { ids, decision } };
}

export function revokers(situation: Situation): readonly number[] {
  return [...new Set([...personsFor(situation, contractKind.clearer), situation.actor.id])];
}

/** The other side has said that it got the notice (CON-28). */
export function awaitsConfirmation(situation: Situation): boolean {
  const { terminated_on, termination_confirmed_on } = situation.document.head;
  return terminated_on !== null && termination_confirmed_on === null && isKeeper(situation);
}

export function confirmTermination(
  situation: Situation,
  input: ConfirmationInput,
): ContractOutcome | Refusal {
  const { document, facts } = situation;
  const day = input.termination_confirmed_on ?? facts.today;
  const problems = dayProblems({ termination_confirmed_on: day });
  if (problems.length > 0) return refuse('validation_failed', { problems });
  const told = systemRemark({ code: 'notice_confirmed', values: { day } });
  const timeline = change(
    document.timeline,
    occasionOf(situation),
    remark({ ...told, comment: input.comment ?? null }),
  );
  const unconfirmed = document.dueReminders.filter(({ type }) => type === 'termination_unconfirmed');
  return outcome(situation, timeline, {
    head: { termination_confirmed_on: day },
    ...settled({ ...document, dueReminders: unconfirmed }, 'noted'),
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

/** Days that are none; a letter does not arrive before it was written. */
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

function isBlank(text: string | null): boolean {
  return text === null || text.trim() === '';
}
