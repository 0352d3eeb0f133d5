import fc from 'fast-check';
import { expect, it } from 'vitest';
import { inDepth } from '../../tests/support/depth.ts';
import { occasion } from '../../tests/support/timeline-notation.ts';
import { violations } from '../../tests/support/timeline-violations.ts';
import { isRefusal } from '../base/refusal.ts';
import { type EntryStatus, entryStatuses, entryTypes, isRemark, isStep } from './kinds.ts';
import {
  cancel,
  change,
  forward,
  forwardToNext,
  insertAfter,
  insertBefore,
  insertNext,
  type NewEntry,
  type Operation,
  reassign,
  remark,
  removeAfter,
  removeApprovalAndSendOrder,
  removeByType,
  removeOne,
  restart,
  returnToGroup,
  skip,
  startTimeline,
  takeFromGroup,
} from './operations.ts';
import { type Entry, isDone, type Timeline } from './timeline.ts';

/** Persons 1 to 4; 4 is a task group. */
const isGroup = (lbUserId: number) => lbUserId === 4;
const when = { ...occasion('walker'), isGroup };

const person = fc.integer({ min: 1, max: 4 });
const count = fc.integer({ min: -1, max: 4 });
const entryNo = fc.integer({ min: -1, max: 12 });
const doneStatus = fc.constantFrom<EntryStatus>(...entryStatuses.filter((status) => status !== 'reassigned'));
const stepType = fc.constantFrom(...entryTypes.filter(isStep));
const remarkType = fc.constantFrom(...entryTypes.filter(isRemark));
const ending = fc.record({ status: doneStatus, comment: fc.option(fc.string(), { nil: null }) });
const remarked = fc.record({ type: remarkType, status: doneStatus, lbUserId: person });
const planned: fc.Arbitrary<NewEntry> = fc.record({
  type: stepType,
  lbUserId: fc.option(person, { nil: null }),
});

const operation: fc.Arbitrary<Operation> = fc.oneof(
  { weight: 1, arbitrary: fc.constant(cancel('enough')) },
  {
    weight: 40,
    arbitrary: fc.oneof(
      fc.tuple(ending, count).map(([end, by]) => forward(end, by)),
      ending.map((end) => forwardToNext(end)),
      count.map((steps) => skip({}, steps)),
      fc.array(fc.oneof(remarked, planned), { maxLength: 3 }).map((entries) => insertBefore(...entries)),
      fc.array(fc.oneof(remarked, planned), { maxLength: 3 }).map((entries) => insertAfter(...entries)),
      fc.array(planned, { maxLength: 4 }).map((entries) => insertNext(...entries)),
      remarked.map((entry) => remark(entry)),
      fc.constant(removeAfter()),
      fc.constant(removeApprovalAndSendOrder()),
      entryNo.map(removeOne),
      fc.tuple(stepType, entryNo).map(([type, from]) => removeByType(type, from)),
      person.map(reassign),
      person.map(takeFromGroup),
      fc.constant(returnToGroup(4)),
      fc.constant(restart()),
    ),
  },
);

it('TL-02 TL-09 TL-19 TL-25 random operations keep the timeline valid and lose no comment and no finished step', () => {
  let applied = 0;
  fc.assert(
    fc.property(
      fc.array(fc.array(operation, { minLength: 1, maxLength: 2 }), { minLength: 10, maxLength: 25 }),
      (walk) => {
        let timeline = startTimeline({ type: 'start', lbUserId: 1 }, when);
        for (const operations of walk) {
          const next = change(timeline, when, ...operations);
          if (isRefusal(next)) {
            expect(next.code).toBe('step_not_possible');
            continue;
          }
          expect(violations(next, isGroup)).toEqual([]);
          expect(saidAndDone(next)).toEqual(expect.arrayContaining(saidAndDone(timeline)));
          timeline = next;
          applied += 1;
        }
      },
    ),
    { numRuns: inDepth(300, 20_000) },
  );
  expect(applied).toBeGreaterThan(1000);
});

/** Done entries stay done; only a restart undoes the start. */
function saidAndDone(timeline: Timeline): string[] {
  const isKept = (entry: Entry) => isDone(entry) && entry.type !== 'start';
  return timeline.entries
    .filter(isKept)
    .map((entry) => [entry.type, entry.status, entry.comment, entry.completedAt].join('|'));
}
