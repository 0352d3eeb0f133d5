import type { Day } from '../base/day.ts';
import { type FlowFacts, isAvailable, isGroup, type Person } from './flow.ts';
import { isStep } from './kinds.ts';
import { currentEntry, type Entry, type Timeline } from './timeline.ts';

/** So many people stand in one after the other (APPR-15). */
export const longestChain = 3;

/** Whoever is away on this day, the last day included, and has named somebody for it (APPR-15). */
export function isAbsent(person: Person | undefined, today: Day): boolean {
  const { substitute_id, absence_from, absence_to } = person ?? {};
  if (!substitute_id || !absence_from) return false;
  return absence_from <= today && (!absence_to || today <= absence_to);
}

/**
 * Who has a task of this person today: he himself, or while he is away the end of his chain of substitutes.
 * Where that is nobody suitable, the task stays with him rather than with the wrong person (APPR-15).
 */
export function standInOf(
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

/** Whose task an entry is, whoever has it at the moment. */
export function ownerOf(entry: Pick<Entry, 'lbUserId' | 'forUserId'>): number | null {
  return entry.forUserId ?? entry.lbUserId;
}

/** How the current task is to change hands because somebody went away or came back. */
export interface HandOver {
  readonly from: number;
  readonly to: number;
  /** Whom `to` stands in for; null where the task returns to its owner. */
  readonly forUserId: number | null;
}

/** The change of hands that is due today, or null; a group's task has no substitute. */
export function dueHandOver(
  timeline: Timeline,
  facts: FlowFacts,
  isSuitable?: (candidate: number) => boolean,
): HandOver | null {
  const task = currentEntry(timeline);
  if (task === null || !isStep(task.type) || task.lbUserId === null || isGroup(facts, task.lbUserId))
    return null;
  const owner = ownerOf(task) ?? task.lbUserId;
  const holder = standInOf(facts, owner, isSuitable);
  if (holder === task.lbUserId) return null;
  return { from: task.lbUserId, to: holder, forUserId: holder === owner ? null : owner };
}
