import { describe, expect, test } from 'vitest';
import { type LinkedTask, linkState, type MailLink } from './mail-link.ts';

const now = new Date('2026-03-10T12:00:00Z');
const link: MailLink = { contentVersion: 4, expiresAt: '2026-03-10T12:00:01Z', usedAt: null };
const task: LinkedTask = { status: null, isCurrent: true, isOwn: true, contentVersion: 4 };

describe('MAIL-06 the state of a mail link', () => {
  test('is open while the task is the person’s and unchanged since the mail', () => {
    expect(linkState(link, task, now, true)).toBe('open');
    expect(linkState(link, { ...task, status: 'reassigned' }, now, true)).toBe('open');
  });

  test.each([
    ['off', link, task, false],
    ['moved', link, null, true],
    ['moved', link, { ...task, isOwn: false }, true],
    ['moved', link, { ...task, isCurrent: false, status: 'canceled' }, true],
    ['decided', link, { ...task, isCurrent: false, status: 'approved' }, true],
    [
      'decided',
      { ...link, expiresAt: '2026-03-01T00:00:00Z' },
      { ...task, isOwn: false, status: 'declined' },
      true,
    ],
    ['expired', { ...link, expiresAt: now.toISOString() }, task, true],
    ['expired', { ...link, usedAt: '2026-03-10T11:00:00Z' }, task, true],
    ['changed', link, { ...task, contentVersion: 5 }, true],
  ] as const)('%s', (state, given, found, isOn) => {
    expect(linkState(given, found, now, isOn)).toBe(state);
  });
});
