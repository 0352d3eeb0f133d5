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

describe('TASK-01 what a person is shown of what is on offer', () => {
  it('is the same on the page and in the preview: nothing of another person, nothing that stands elsewhere', () => {
    const offered = [
      ...[action('approve', 'not_assignee'), action('reassign'), action('comment'), action('close_question')],
      ...[
        action('withdraw', 'permission_denied'),
        action('send_order', 'permission_denied'),
        action('cancel'),
      ],
    ];
    expect(keys(shownActions(offered, ['send_order']))).toEqual(['reassign', 'close_question', 'cancel']);
    // What remains here without a permission is not for the preview.
    expect(keys(shownActions(offered).filter(isTakenInPreview))).toEqual(['reassign', 'close_question']);
  });

  it('OVW-06 the preview takes what needs a comment or a person at most; the rest is no entry that opens the page', () => {
    const offered = ['approve', 'decline', 'receive', 'to_order', 'finish_delivery', 'give_back'].map((key) =>
      action(key),
    );
    expect(keys(offered.filter(isTakenInPreview))).toEqual(['approve', 'decline', 'give_back']);
  });
});

describe('OVW-10 what a person does next with a document among the tasks', () => {
  const shownSteps: readonly EntryType[] = ['approval', 'delivery'];
  const me = [7, 70];
  const task = {
    step: 'approval' as const,
    assigneeId: 7,
    isGroupTask: false,
    askedIds: [],
    remindedIds: [],
  };

  it('is the step where it is his own task, and to accept it where it is his group’s', () => {
    expect(nextDeed(task, shownSteps, me)).toBe('approval');
    expect(nextDeed({ ...task, assigneeId: 70, isGroupTask: true }, shownSteps, me)).toBe('accept');
    expect(nextDeed({ ...task, step: 'send-order' }, shownSteps, me)).toBe('document');
  });

  it('TASK-23 is to answer where he is only asked, whatever the step of the other person is', () => {
    const asked = { ...task, assigneeId: 8, askedIds: [7] };
    expect(nextDeed(asked, shownSteps, me)).toBe('answer');
    expect(nextDeed({ ...asked, askedIds: [9] }, shownSteps, me)).toBe('document');
    // Who is asked and has the task as well does his task.
    expect(nextDeed({ ...asked, assigneeId: 7 }, shownSteps, me)).toBe('approval');
  });

  it('CON-25 is to decide where he was reminded and it is nobody’s task of his', () => {
    const reminded = { ...task, step: null, assigneeId: null, remindedIds: [7] };
    expect(nextDeed(reminded, shownSteps, me)).toBe('decide');
    expect(nextDeed({ ...reminded, remindedIds: [9] }, shownSteps, me)).toBe('document');
    expect(nextDeed({ ...reminded, step: 'approval', assigneeId: 7 }, shownSteps, me)).toBe('approval');
  });

  it('is done in the preview where it is a decision or an answer', () => {
    const entries = { start: 'start', approval: 'approval', clearing: 'clearing' } as const;
    expect(['approval', 'answer', 'delivery'].map((deed) => isDoneInPreview(deed, { entries }))).toEqual([
      true,
      true,
      false,
    ]);
  });
});
