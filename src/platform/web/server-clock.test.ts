import { afterEach, describe, expect, it, vi } from 'vitest';
import { formatOf } from './format.ts';
import { noteServerTime, serverNow } from './server-clock.ts';

afterEach(() => {
  noteServerTime({ headers: new Headers({ date: new Date().toUTCString() }) });
  vi.useRealTimers();
});

describe('CON-32 the day of the server', () => {
  it('CON-32 is today even if the clock of the machine is a day behind', () => {
    vi.useFakeTimers({ now: Date.parse('2026-11-29T10:00:00Z') });
    noteServerTime({ headers: new Headers({ date: 'Mon, 30 Nov 2026 10:00:00 GMT' }) });
    expect(formatOf('de', 2, 'Europe/Berlin').today()).toBe('2026-11-30');
  });

  it('CON-32 is that of the machine if the clocks differ by seconds, or the response has no time', () => {
    vi.useFakeTimers({ now: Date.parse('2026-11-29T10:00:00Z') });
    noteServerTime({ headers: new Headers({ date: 'Sun, 29 Nov 2026 10:00:20 GMT' }) });
    noteServerTime({ headers: new Headers() });
    expect(serverNow()).toEqual(new Date('2026-11-29T10:00:00Z'));
  });
});
