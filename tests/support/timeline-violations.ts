import { isRemark, isWork, mayFollowCancellation } from '../../src/timeline/kinds.ts';
import {
  type Entry,
  type IsGroup,
  isCancelled,
  isDone,
  isEnding,
  sizeOf,
  type Timeline,
  textTypeOf,
} from '../../src/timeline/timeline.ts';

/**
 * Inconsistencies of a timeline, worded for developers; empty for every timeline made by the engine. Checks TL-02
 * (gap-free numbers from 0), TL-09 (texts), TL-19 and TL-25 (the current number), ENUM-08 (sizes) and that exactly
 * the entries before the current one are done.
 */
export function violations(timeline: Timeline, isGroup: IsGroup): readonly string[] {
  return [
    ...numberViolations(timeline),
    ...timeline.entries.flatMap((entry) => entryViolations(entry, timeline, isGroup)),
  ];
}

function numberViolations(timeline: Timeline): readonly string[] {
  const { currentEntryNo, entries } = timeline;
  return [
    entries.length === 0 && 'a timeline has at least its start',
    entries.some((entry, position) => entry.entryNo !== position) &&
      'numbers run from 0 without gaps (TL-02)',
    (currentEntryNo < 0 || currentEntryNo > entries.length) && 'the current number is beyond the end (TL-19)',
    isCancelled(timeline) &&
      currentEntryNo !== entries.length &&
      !isFollowUp(timeline) &&
      'a cancelled timeline is still open (TL-25)',
  ].filter((violation) => violation !== false);
}

function entryViolations(entry: Entry, timeline: Timeline, isGroup: IsGroup): readonly string[] {
  const { currentEntryNo } = timeline;
  const isPast = entry.entryNo < currentEntryNo;
  const isCurrent = entry.entryNo === currentEntryNo;
  const isLeftBehind = isPast && isCancelled(timeline) && entry.entryNo > cancellationNo(timeline);
  return [
    isPast && !isLeftBehind && !isDone(entry) && 'is past but not done',
    isCurrent && isDone(entry) && 'is current but done already',
    isCurrent && !isWork(entry.type) && 'is current but nobody has to do it',
    !isPast && !isCurrent && isDone(entry) && !isRemark(entry.type) && 'lies ahead but is done',
    isRemark(entry.type) && !isDone(entry) && 'is a remark that waits for somebody',
    isDone(entry) !== (entry.completedAt !== null) && 'has a completion time unlike its status',
    entry.textType !== textTypeOf(entry, currentEntryNo, isGroup) && `has the text ${entry.textType} (TL-09)`,
    entry.size !== sizeOf(entry, currentEntryNo) && `has the size ${entry.size} (ENUM-08)`,
  ]
    .filter((violation) => violation !== false)
    .map((violation) => `entry ${entry.entryNo} ${entry.type} ${violation}`);
}

/** Work after a cancellation is the last entry. */
function isFollowUp({ currentEntryNo, entries }: Timeline): boolean {
  const current = entries[currentEntryNo];
  return (
    current !== undefined && currentEntryNo === entries.length - 1 && mayFollowCancellation(current.type)
  );
}

function cancellationNo(timeline: Timeline): number {
  return timeline.entries.findIndex(isEnding);
}
