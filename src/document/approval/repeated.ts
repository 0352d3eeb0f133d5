import type { EntryType } from '../../timeline/kinds.ts';
import { currentEntry, type Timeline } from '../../timeline/timeline.ts';
import { approvedInRound } from './round.ts';

/**
 * Why a person approves again in one round (APPR-15): somebody approved `between`, the step came `later` than the own
 * approval, or the `limit` asks a question of its own (APPR-11).
 */
export type RepeatReason = 'between' | 'later' | 'limit';

/** Why the person, who holds the current approval, has it although an earlier one of the round is theirs; else null. */
export function repeatReason(timeline: Timeline, approval: EntryType, personId: number): RepeatReason | null {
  const task = currentEntry(timeline);
  if (task?.type !== approval || task.lbUserId !== personId) return null;
  const done = approvedInRound(timeline, approval);
  const own = done.findLast(({ lbUserId }) => lbUserId === personId);
  if (own === undefined) return null;
  if (own !== done.at(-1)) return 'between';
  const isMoved = timeline.entries.some(
    ({ type, entryNo }) => type === 'reassignment' && entryNo > own.entryNo && entryNo < task.entryNo,
  );
  return isMoved ? 'later' : 'limit';
}
