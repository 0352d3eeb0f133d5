import { describe, expect, it } from 'vitest';
import type { EntryType } from '../../timeline/kinds.ts';
import {
  type ActionRow,
  isDoneInPreview,
  isTakenInPreview,
  nextDeed,
  shownActions,
} from './offered-actions.ts';

const action = (key: string, refusal: string | null = null): ActionRow =>
  ({
    ...{
      key,
      label_key: key,
      enabled: refusal === null,
      refusal: refusal === null ? null : { code: refusal },
    },
    ...{ is_main: false, is_irreversible: false, is_comment_required: false, person_ids: null, next: null },
  }) as ActionRow;
const keys = (actions: readonly ActionRow[]): readonly string[] => actions.map(({ key }) => key);

describe('TASK-01 the shown actions', () => {
  it('are the same on the page and in the preview, without actions of others or shown elsewhere', () => {
    const offered = [
      ...[action('approve', 'not_assignee'), action('reassign'), action('comment'), action('close_question')],
      ...[
        action('withdraw', 'permission_denied'),
        action('send_order', 'permission_denied'),
        action('cancel'),
      ],
    ];
    expect(keys(shownActions(offered, ['send_order']))).toEqual(['reassign', 'close_question', 'cancel']);
    // Actions without permission that the page shows are not for the preview.
    expect(keys(shownActions(offered).filter(isTakenInPreview))).toEqual(['reassign', 'close_question']);
  });

  it('OVW-06 the preview offers only actions that need at most a comment or a person', () => {
    const offered = ['approve', 'decline', 'receive', 'to_order', 'finish_delivery', 'give_back'].map((key) =>
      action(key),
    );
    expect(keys(offered.filter(isTakenInPreview))).toEqual(['approve', 'decline', 'give_back']);
  });
});

describe('OVW-10 the next thing to do with a document among the tasks', () => {
  const shownSteps: readonly EntryType[] = ['approval', 'delivery'];
  const me = [7, 70];
  const task = {
    step: 'approval' as const,
    assigneeId: 7,
    isGroupTask: false,
    askedIds: [],
    remindedIds: [],
  };

  it('is the step for an own task, and accepting for a group task', () => {
    expect(nextDeed(task, shownSteps, me)).toBe('approval');
    expect(nextDeed({ ...task, assigneeId: 70, isGroupTask: true }, shownSteps, me)).toBe('accept');
    expect(nextDeed({ ...task, step: 'send-order' }, shownSteps, me)).toBe('document');
  });

  it('TASK-23 is an answer for a question, regardless of the step of the other person', () => {
    const asked = { ...task, assigneeId: 8, askedIds: [7] };
    expect(nextDeed(asked, shownSteps, me)).toBe('answer');
    expect(nextDeed({ ...asked, askedIds: [9] }, shownSteps, me)).toBe('document');
    // People with a question and the task do the task first.
    expect(nextDeed({ ...asked, assigneeId: 7 }, shownSteps, me)).toBe('approval');
  });

  it('CON-25 is a decision for a reminder without an own task', () => {
    const reminded = { ...task, step: null, assigneeId: null, remindedIds: [7] };
    expect(nextDeed(reminded, shownSteps, me)).toBe('decide');
    expect(nextDeed({ ...reminded, remindedIds: [9] }, shownSteps, me)).toBe('document');
    expect(nextDeed({ ...reminded, step: 'approval', assigneeId: 7 }, shownSteps, me)).toBe('approval');
  });

  it('is done in the preview if it is a decision or an answer', () => {
    const entries = { start: 'start', approval: 'approval', clearing: 'clearing' } as const;
    expect(['approval', 'answer', 'delivery'].map((deed) => isDoneInPreview(deed, { entries }))).toEqual([
      true,
      true,
      false,
    ]);
  });
});
