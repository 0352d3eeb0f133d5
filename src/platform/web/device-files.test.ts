import { expect, test } from 'vitest';
import { isOver, ownerOf } from './device-files.ts';

const now = Date.UTC(2026, 10, 30, 12);
const minutes = 60_000;
const days = 24 * 60 * minutes;
const sentWith = { clientId: 7, start: null };

test.each([
  ['a shared file for an hour', null, 60 * minutes, false],
  ['a shared file no longer', null, 61 * minutes, true],
  ['an unsent upload for seven days', sentWith, 7 * days, false],
  ['an unsent upload no longer', sentWith, 7 * days + minutes, true],
  ['nothing from a far future, after the clock was set back', sentWith, -8 * days, true],
])('MOB-02 MOB-04 a device keeps %s', (_, chosen, age, isGone) => {
  expect(isOver({ keptAt: now - age, sentWith: chosen }, now)).toBe(isGone);
});

test('MOB-02 files belong to a person of a tenant', () => {
  expect(ownerOf({ tenantId: 3, userId: 17 })).not.toBe(ownerOf({ tenantId: 31, userId: 7 }));
  expect(ownerOf(null)).toBeNull();
});
