import type { Day } from '../base/day.ts';
import { type FlowFacts, isAvailable, isGroup, type Person } from './flow.ts';
import { isStep } from './kinds.ts';
import { currentEntry, type Entry, type Timeline } from './timeline.ts';

/** Maximum length of a chain of substitutes (APPR-15). */
export const longestChain = 3;

/** Whether a person is absent on this day, last day included, and has a substitute (APPR-15). */
export function isAbsent(person: Person | undefined, today: Day): boolean {
  const { substitute_id, absence_from, absence_to } = person ?? {};
  if (!substitute_id || !absence_from) return false;
  return absence_from <= today && (!absence_to || today <= absence_to);
}

/**
 * Who has this person's tasks today: the person, or during absence the end of the chain of substitutes. Without a
 * suitable one the task stays with the person rather than going to the wrong one (APPR-15).
 */
export function substituteOf(
  facts: FlowFacts,
  personId: number,
  isSuitable: (candidate: number) => boolean = () => true,
): number {
  let holder = personId;
  for (let hops = 0; isAbsent(facts.people.get(holder), facts.today); hops += 1) {
    const next = facts.people.get(holder)?.substitute_id ?? personId;
    if (next === personId || hops === longestChain) return personId;
    holder = next;
  }
  const isFit = holder === personId || (isAvailable(facts, holder) && isSuitable(holder));
  return isFit ? holder : personId;
}

/** The owner of an entry's task, also while a substitute has it. */
export function ownerOf(entry: Pick<Entry, 'lbUserId' | 'forUserId'>): number | null {
  return entry.forUserId ?? entry.lbUserId;
}

/** A due change of assignee because somebody's absence began or ended. */
export interface HandOver {
  readonly from: number;
  readonly to: number;
  /** The owner represented by `to`; null if the task returns to its owner. */
  readonly forUserId: number | null;
}

/** The change of assignee due today, or null; a group's task has no substitute. */
export function dueHandOver(
  timeline: Timeline,
  facts: FlowFacts,
  isSuitable?: (candidate: number) => boolean,
): HandOver | null {
  const task = currentEntry(timeline);
  if (task === null || !isStep(task.type) || task.lbUserId === null || isGroup(facts, task.lbUserId))
    return null;
  const owner = ownerOf(task) ?? task.lbUserId;
  const holder = substituteOf(facts, owner, isSuitable);
  if (holder === task.lbUserId) return null;
  return { from: task.lbUserId, to: holder, forUserId: holder === owner ? null : owner };
}
