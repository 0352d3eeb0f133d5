import { describe, expect, test } from 'vitest';
import { openHours } from './hours.ts';

const week = [1, 2, 3, 4, 5, 6, 7];
const berlin = (from: number, to: number, days = week) => ({ from, to, days, zone: 'Europe/Berlin' });
const shown = (hours: Parameters<typeof openHours>[0], now: string) => {
  const { isOpen, from, to } = openHours(hours, new Date(now));
  return [isOpen, from.toISOString(), to.toISOString()];
};

describe('MOB-03 the hours of a device', () => {
  test('are open from their first hour until their last, in the time zone of the person', () => {
    const day = [expect.any(Boolean), '2026-06-10T06:00:00.000Z', '2026-06-10T16:00:00.000Z'];
    expect(shown(berlin(8, 18), '2026-06-10T05:59:59Z')).toEqual(day);
    expect(shown(berlin(8, 18), '2026-06-10T05:59:59Z')[0]).toBe(false);
    expect(shown(berlin(8, 18), '2026-06-10T06:00:00Z')[0]).toBe(true);
    expect(shown(berlin(8, 18), '2026-06-10T15:59:59Z')[0]).toBe(true);
    expect(shown(berlin(8, 18), '2026-06-10T16:00:00Z')).toEqual([
      false,
      '2026-06-11T06:00:00.000Z',
      '2026-06-11T16:00:00.000Z',
    ]);
    const tokyo = { ...berlin(8, 18), zone: 'Asia/Tokyo' };
    expect(shown(tokyo, '2026-06-09T23:00:00Z')[0]).toBe(true);
  });

  test('wait over days that are not chosen', () => {
    // Friday evening.
    expect(shown(berlin(8, 18, [1, 2, 3, 4, 5]), '2026-06-12T18:00:00Z')).toEqual([
      false,
      '2026-06-15T06:00:00.000Z',
      '2026-06-15T16:00:00.000Z',
    ]);
    expect(shown(berlin(8, 18, [3]), '2026-06-10T16:00:00Z')[1]).toBe('2026-06-17T06:00:00.000Z');
  });

  test('last beyond midnight if they end before they begin, counted by the day of their begin', () => {
    const night = berlin(22, 6, [5]);
    expect(shown(night, '2026-06-12T19:00:00Z')[0]).toBe(false);
    expect(shown(night, '2026-06-12T20:00:00Z')[0]).toBe(true);
    expect(shown(night, '2026-06-13T03:59:00Z')[0]).toBe(true);
    expect(shown(night, '2026-06-13T04:00:00Z')[0]).toBe(false);
  });

  test('are always open from 0 to 24 hours on all days', () => {
    for (let hour = 0; hour < 400; hour += 1) {
      const now = new Date(Date.UTC(2026, 9, 20, hour));
      expect(openHours(berlin(0, 24), now).isOpen).toBe(true);
    }
  });

  test('follow the clock when it is put forward: the hour that is left out begins with the next one', () => {
    // On 29 March 2026 at 1:00 UTC, 2:00 becomes 3:00.
    expect(shown(berlin(8, 18), '2026-03-29T05:00:00Z')).toEqual([
      false,
      '2026-03-29T06:00:00.000Z',
      '2026-03-29T16:00:00.000Z',
    ]);
    expect(shown(berlin(2, 4), '2026-03-29T00:30:00Z')).toEqual([
      false,
      '2026-03-29T01:00:00.000Z',
      '2026-03-29T02:00:00.000Z',
    ]);
    expect(shown(berlin(22, 6), '2026-03-28T22:00:00Z')).toEqual([
      true,
      '2026-03-28T21:00:00.000Z',
      '2026-03-29T04:00:00.000Z',
    ]);
  });

  test('follow the clock when it is put back: of the hour that comes twice, the second counts', () => {
    // On 25 October 2026 at 1:00 UTC, 3:00 becomes 2:00.
    expect(shown(berlin(8, 18), '2026-10-25T06:59:00Z')).toEqual([
      false,
      '2026-10-25T07:00:00.000Z',
      '2026-10-25T17:00:00.000Z',
    ]);
    expect(shown(berlin(2, 4), '2026-10-25T00:30:00Z')).toEqual([
      false,
      '2026-10-25T01:00:00.000Z',
      '2026-10-25T03:00:00.000Z',
    ]);
  });

  test('of an hour that does not exist on that day are left out', () => {
    expect(shown(berlin(2, 3), '2026-03-29T00:30:00Z')[1]).toBe('2026-03-30T00:00:00.000Z');
  });
});
