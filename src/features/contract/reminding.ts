import { type Day, isDay } from '../../base/day.ts';
import { type FieldProblem, type Refusal, refuse } from '../../base/refusal.ts';
import type { DocumentSituation, TaskInput } from '../../document/facts.ts';
import { outcome } from '../../document/outcome.ts';
import { isAvailable, occasionOf } from '../../timeline/flow.ts';
import { change, remark } from '../../timeline/operations.ts';
import { systemRemark } from '../../timeline/task-actions.ts';
import { type DueReminder, decisionsFor, type PlainDecision } from './due-reminder.ts';
import type { Contract, ContractFacts } from './model.ts';
import type { ContractOutcome, NewReminder } from './outcome.ts';
import { isTypedDeadline, type ReminderType } from './term/reminders.ts';
import { isResponsible } from './termination.ts';

type Situation = DocumentSituation<Contract, ContractFacts>;

export interface AcknowledgeInput extends TaskInput {
  /** The reminders shown to the person; those that become due later need their own decision. */
  readonly reminder_ids: readonly number[];
  readonly decision: PlainDecision;
}

export interface AddReminderInput extends TaskInput {
  readonly type: ReminderType;
  readonly reminder_date?: Day | null | undefined;
  readonly days_before?: number | null | undefined;
  readonly note?: string | null | undefined;
  readonly reminded_id?: number | null | undefined;
}

export interface RemoveReminderInput extends TaskInput {
  readonly reminder_id: number;
}

/**
 * The reminders this person can decide about: their own, wide ones of a person whose substitute they are; all of them for
 * people responsible for the contract or for its company, who get the reminders of people who have left.
 */
export function ownReminders(situation: Situation): readonly DueReminder[] {
  const { actor, document, facts } = situation;
  const { head, dueReminders } = document;
  if (isResponsible(situation) || facts.ofCompany?.responsible_id === actor.id) return dueReminders;
  const isMine = (id: number | null | undefined): boolean =>
    id != null && (id === actor.id || actor.groupIds.includes(id));
  return dueReminders.filter(({ lb_user_id, is_wide }) => {
    const person = lb_user_id ?? head.responsible_id ?? head.creator_id;
    return isMine(person) || (is_wide && isMine(facts.people.get(person)?.substitute_id));
  });
}

/** Decides about reminders: closes their tasks and records the decision in the timeline (CON-25). */
export function acknowledge(situation: Situation, input: AcknowledgeInput): ContractOutcome | Refusal {
  const { document } = situation;
  const { decision, comment = null } = input;
  const shown = ownReminders(situation).filter(({ id }) => input.reminder_ids.includes(id));
  const [first] = shown;
  if (first === undefined) return refuse('reminder_decided');
  if (!decisionsFor(shown, document.head).includes(decision))
    return refuse('step_not_possible', { field: 'decision' });
  const noted = systemRemark({ code: `reminder_${decision}`, values: { day: first.day } });
  const timeline = change(document.timeline, occasionOf(situation), remark({ ...noted, comment }));
  return outcome(situation, timeline, { acknowledged: { ids: shown.map(({ id }) => id), decision } });
}

/** Sets a reminder (CON-24). */
export function addReminder(situation: Situation, input: AddReminderInput): ContractOutcome | Refusal {
  const { document, facts } = situation;
  const isDeadline = isTypedDeadline(input.type);
  const isTyped = input.type === 'custom' || isDeadline;
  const person = input.reminded_id ?? null;
  const problem = isTyped ? dayProblem(input.reminder_date ?? null) : null;
  if (problem !== null) return refuse('validation_failed', { problems: [problem] });
  if (person !== null && !isAvailable(facts, person))
    return refuse('foreign_key_violation', { field: 'reminded_id' });
  const addedReminder: NewReminder = {
    type: input.type,
    reminder_date: isTyped ? (input.reminder_date ?? null) : null,
    days_before: isTyped && !isDeadline ? null : (input.days_before ?? 0),
    note: input.note?.trim() || null,
    lb_user_id: person,
  };
  return outcome(situation, document.timeline, { addedReminder });
}

/** Removes a reminder with its open tasks; refuses one that is already gone with `not_found`. */
export function removeReminder(
  situation: Situation,
  { reminder_id }: RemoveReminderInput,
): ContractOutcome | Refusal {
  const { reminderIds, timeline } = situation.document;
  if (!reminderIds.includes(reminder_id)) return refuse('not_found', { field: 'reminder_id' });
  return outcome(situation, timeline, { removedReminderId: reminder_id });
}

function dayProblem(day: Day | null): FieldProblem | null {
  const field = 'reminder_date';
  if (day === null) return { field, code: 'specific_field_required', values: { field } };
  return isDay(day) ? null : { field, code: 'invalid_type', values: { type: 'date' } };
}
