import { describe, expect, it } from 'vitest';
import type { ActionRow } from '../offered-actions.ts';
import { wayOf } from './action-way.ts';

function action(key: string, details: Partial<ActionRow> = {}): ActionRow {
  return {
    key,
    label_key: key,
    enabled: true,
    refusal: null,
    is_main: true,
    is_irreversible: false,
    is_comment_required: false,
    person_ids: null,
    next: null,
    ...details,
  };
}

const way = (asked: ActionRow) =>
  wayOf(asked, { clicked: ['export', 'post'] }, { pay: () => null, post: () => null });

describe('TASK-01 how an action runs', () => {
  it('with a click if it needs no input', () => {
    expect(way(action('approve'))).toBe('click');
    expect(way(action('export'))).toBe('click');
  });

  it('in the kind’s own dialog if there is one', () => {
    expect(way(action('pay'))).toBe('own dialog');
  });

  it('in the kind’s own dialog only if it needs input, for actions that are otherwise a click', () => {
    expect(way(action('post'))).toBe('click');
    expect(way(action('post', { is_comment_required: true }))).toBe('own dialog');
  });

  it('in the common dialog if it needs a comment or a person', () => {
    expect(way(action('decline', { is_comment_required: true }))).toBe('dialog');
    expect(way(action('approve', { is_comment_required: true }))).toBe('dialog');
    expect(way(action('export', { person_ids: [3] }))).toBe('dialog');
    expect(way(action('export', { person_ids: [] }))).toBe('click');
  });
});

describe('TASK-19 irreversible actions', () => {
  it('always ask for confirmation', () => {
    for (const key of ['approve', 'export', 'discard', 'finish']) {
      expect(way(action(key, { is_irreversible: true }))).toBe('dialog');
    }
    expect(way(action('pay', { is_irreversible: true }))).toBe('own dialog');
  });
});
