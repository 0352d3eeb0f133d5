import { expect, test } from 'vitest';
import { microsecondsOf } from './canonical-row.ts';

test.each([
  ['2026-11-22 14:30:27.123456+00', 1_795_357_827_123_456n],
  ['2026-11-22 15:30:27.1+01', 1_795_357_827_100_000n],
  ['2026-11-22 20:00:27+05:30', 1_795_357_827_000_000n],
  ['1969-12-31 23:59:59.5+00', -500_000n],
])('AUD-09 reads the microseconds of %s', (instant, microseconds) => {
  expect(microsecondsOf(instant)).toBe(microseconds);
});

test.each(['infinity', '0044-03-15 12:00:00+00 BC', '12026-01-01 00:00:00+00'])(
  'AUD-09 rejects %s as the time of a row',
  (instant) => {
    expect(microsecondsOf(instant)).toBeNull();
  },
);
