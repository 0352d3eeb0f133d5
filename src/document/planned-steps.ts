import { isRefusal, type Refusal } from '../base/refusal.ts';
import { occasionOf } from '../timeline/flow.ts';
import type { EntryStatus, EntryType } from '../timeline/kinds.ts';
import {
  change,
  forwardToNext,
  insertNext,
  type NewEntry,
  remark,
  removeAfter,
} from '../timeline/operations.ts';
import type { Timeline } from '../timeline/timeline.ts';
import type { DocumentSituation } from './facts.ts';
import type { SystemRemark } from './outcome.ts';

/** One step of a flow that is planned ahead. */
export interface StepPlan<Step extends EntryType, S extends DocumentSituation, Persons> {
  readonly type: Step;
  /** Who gets the step: one staged entry each; nobody = the step is left out. */
  readonly who: (situation: S, persons: Persons) => readonly number[] | Refusal;
}

/** The entries from one step to the end of the flow, with their persons as they have to be now (TL-03, TL-04). */
export function stepsFrom<Step extends EntryType, S extends DocumentSituation, Persons>(
  flow: readonly StepPlan<Step, S, Persons>[],
  from: Step,
  situation: S,
  persons: Persons,
): readonly NewEntry[] | Refusal {
  const entries: NewEntry[] = [];
  for (const step of flow.slice(flow.findIndex((one) => one.type === from))) {
    const assignees = step.who(situation, persons);
    if (isRefusal(assignees)) return assignees;
    entries.push(...assignees.map((lbUserId) => ({ type: step.type, lbUserId })));
  }
  return entries;
}

/** A step that one person has. */
export function single(person: number | Refusal): readonly number[] | Refusal {
  return isRefusal(person) ? person : [person];
}

/** How a step is ended on the way to the next one. */
export interface StepEnding {
  readonly remarks: readonly SystemRemark[];
  readonly comment?: string | null | undefined;
  /** `approved` where nothing is said. */
  readonly status?: EntryStatus;
}

/** Ends the current step well and goes on to the first of these; whatever was planned before is built anew (TASK-07). */
export function forwarded(
  situation: DocumentSituation,
  steps: readonly NewEntry[],
  { remarks, comment, status = 'approved' }: StepEnding,
): Timeline | Refusal {
  return change(
    situation.document.timeline,
    occasionOf(situation),
    ...remarks.map((one) => remark(one)),
    removeAfter(),
    insertNext(...steps),
    forwardToNext({ status, comment: comment ?? null }),
  );
}
