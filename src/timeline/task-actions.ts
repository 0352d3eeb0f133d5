import { isRefusal, type Refusal, refuse } from '../base/refusal.ts';
import { type FlowFacts, isAvailable, occasionOf, type Situation } from './flow.ts';
import type { EntryStatus, EntryType } from './kinds.ts';
import {
  change,
  forwardToNext,
  insertAfter,
  type NewEntry,
  reassign,
  remark,
  removeAfter,
  returnToGroup,
  takeFromGroup,
} from './operations.ts';
import { currentEntry, type SystemNote, type Timeline } from './timeline.ts';

/** The person chosen in a dialog, else the first proposed; refused if there is none or the person is unavailable. */
export function chosenPerson(
  facts: FlowFacts,
  chosen: number | null | undefined,
  proposed: readonly number[],
  field: string,
): number | Refusal {
  const personId = chosen ?? proposed[0];
  if (personId === undefined) return refuse('person_required', { field });
  return isAvailable(facts, personId) ? personId : refuse('foreign_key_violation', { field });
}

/**
 * Reassigns the current task and records from whom to whom (TASK-04, TL-21). Refuses `already_exists` if it is
 * already that person's, also while a substitute has it.
 */
export function reassignTask(
  situation: Situation,
  personId: number | null | undefined,
  comment: string | null,
): Timeline | Refusal {
  const { document, facts } = situation;
  const task = currentEntry(document.timeline);
  const from = task?.lbUserId ?? null;
  const to = chosenPerson(facts, personId, [], 'person_id');
  if (isRefusal(to)) return to;
  if (to === from || to === task?.forUserId) return refuse('already_exists', { field: 'person_id' });
  const handover = handoverRemark('task_reassigned', from, to, comment);
  return change(document.timeline, occasionOf(situation), reassign(to), remark(handover));
}

/** A member takes a task of the group, exclusively from then on (TASK-03). */
export function acceptTask(situation: Situation): Timeline | Refusal {
  const { actor, document } = situation;
  const from = currentEntry(document.timeline)?.lbUserId ?? null;
  const handover = handoverRemark('task_accepted', from, actor.id, null);
  return change(document.timeline, occasionOf(situation), takeFromGroup(actor.id), remark(handover));
}

/** Returns an accepted task to its group (TASK-03). */
export function giveBackTask(situation: Situation, comment: string | null): Timeline | Refusal {
  const { actor, document } = situation;
  const groupId = groupToReturnTo(situation);
  if (groupId === null) return refuse('step_not_possible');
  const handover = handoverRemark('task_returned', actor.id, groupId, comment);
  return change(document.timeline, occasionOf(situation), returnToGroup(groupId), remark(handover));
}

/**
 * The group that the current task can return to, or null if it came from none, or from one that gets no more tasks.
 */
export function groupToReturnTo({ document, facts }: Situation): number | null {
  const groupId = groupOfAcceptedTask(document.timeline);
  return groupId !== null && isAvailable(facts, groupId) ? groupId : null;
}

/** The group from which the current task was accepted, or null. */
export function groupOfAcceptedTask(timeline: Timeline): number | null {
  if (currentEntry(timeline)?.status !== 'reassigned') return null;
  const acceptance = timeline.entries.findLast((entry) => entry.note?.code === 'task_accepted');
  const groupId = acceptance?.note?.values.from;
  return typeof groupId === 'number' ? groupId : null;
}

/** Adds a comment, which does not move the document (TL-20). */
export function addComment(situation: Situation, comment: string): Timeline | Refusal {
  return change(
    situation.document.timeline,
    occasionOf(situation),
    remark({ type: 'comment', status: 'comment', comment }),
  );
}

/**
 * Ends the current step and starts a clearing with a person (TASK-05, TASK-06): everything ahead is removed. `status`
 * is the step's outcome: canceled, or declined for an approval.
 */
export function moveToClearing(
  situation: Situation,
  clearing: EntryType,
  end: { readonly status: EntryStatus; readonly comment: string | null; readonly personId: number },
): Timeline | Refusal {
  return change(
    situation.document.timeline,
    occasionOf(situation),
    removeAfter(),
    insertAfter({ type: clearing, lbUserId: end.personId }),
    forwardToNext({ status: end.status, comment: end.comment }),
  );
}

/** A system remark with code and values (ROLE-07). */
export function systemRemark(
  note: Pick<SystemNote, 'code'> & Partial<SystemNote>,
  type: EntryType = 'comment',
): NewEntry & { readonly status: EntryStatus } {
  return { type, status: 'system', note: { values: {}, amounts: {}, ...note } };
}

/** Codes of remarks about changes of assignee (TL-21). */
export type HandoverCode =
  | 'task_reassigned'
  | 'task_accepted'
  | 'task_returned'
  | 'task_to_substitute'
  | 'task_from_substitute';

export function handoverRemark(
  code: HandoverCode,
  from: number | null,
  to: number,
  comment: string | null,
): NewEntry & { readonly status: EntryStatus } {
  const note = { code, values: { from, to }, amounts: {} };
  return { type: 'reassignment', status: 'reassignment', comment, note };
}
