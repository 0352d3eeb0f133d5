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

describe('TASK-01 how an action is taken', () => {
  it('by the click where nothing is to be asked', () => {
    expect(way(action('approve'))).toBe('click');
    expect(way(action('export'))).toBe('click');
  });

  it('by its own dialog where the kind has one', () => {
    expect(way(action('pay'))).toBe('own dialog');
  });

  it('by its own dialog only where something is to be asked, if the click is enough else', () => {
    expect(way(action('post'))).toBe('click');
    expect(way(action('post', { is_comment_required: true }))).toBe('own dialog');
  });

  it('by a dialog where a comment or a person is asked for', () => {
    expect(way(action('decline', { is_comment_required: true }))).toBe('dialog');
    expect(way(action('approve', { is_comment_required: true }))).toBe('dialog');
    expect(way(action('export', { person_ids: [3] }))).toBe('dialog');
    expect(way(action('export', { person_ids: [] }))).toBe('click');
  });
});

describe('TASK-19 what cannot be undone', () => {
  it('is asked about, whatever the action', () => {
    for (const key of ['approve', 'export', 'discard', 'finish']) {
      expect(way(action(key, { is_irreversible: true }))).toBe('dialog');
    }
    expect(way(action('pay', { is_irreversible: true }))).toBe('own dialog');
  });
});
