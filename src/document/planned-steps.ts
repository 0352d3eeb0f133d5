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

/** A step of a planned flow. */
export interface StepPlan<Step extends EntryType, S extends DocumentSituation, Persons> {
  readonly type: Step;
  /** Assigns the step: one staged entry per person; no person = the step is left out. */
  readonly who: (situation: S, persons: Persons) => readonly number[] | Refusal;
}

/** The entries from a step to the end of the flow, with their current persons (TL-03, TL-04). */
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

/** The assignee of a step with one person. */
export function single(person: number | Refusal): readonly number[] | Refusal {
  return isRefusal(person) ? person : [person];
}

/** How the current step ends before the next one. */
export interface StepEnding {
  readonly remarks: readonly SystemRemark[];
  readonly comment?: string | null | undefined;
  /** `approved` by default. */
  readonly status?: EntryStatus;
}

/** Completes the current step and goes on to the first of these; they replace the steps planned before (TASK-07). */
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
