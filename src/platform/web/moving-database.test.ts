import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { ApiRefusal } from './failure.ts';
import { onceBack } from './moving-database.ts';
import * as toasts from './toasts.tsx';

const away = new ApiRefusal({ code: 'database_away', message: '' });
const other = new ApiRefusal({ code: 'lock_timeout', message: '' });

/** A call that is refused for this long, in milliseconds. */
function refusedFor(duration: number, refusal = away) {
  const from = Date.now();
  return vi.fn(async () => {
    if (Date.now() - from < duration) throw refusal;
    return 'saved';
  });
}

describe('TECH-15 a page while the database is moving', () => {
  const said = vi.spyOn(toasts, 'toastMoment').mockReturnValue();
  const ended = vi.spyOn(toasts, 'hideMoment').mockReturnValue();
  beforeEach(() => {
    vi.useFakeTimers();
    said.mockClear();
    ended.mockClear();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  test('repeats calls that may be repeated, says "one moment" once it waits, and stops saying so with the last', async () => {
    const calls = [onceBack(true, refusedFor(4_500)), onceBack(true, refusedFor(9_500))];
    await vi.advanceTimersByTimeAsync(5_000);
    expect(said).toHaveBeenCalled();
    expect(await calls[0]).toBe('saved');
    expect(ended).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(5_000);
    expect(await calls[1]).toBe('saved');
    expect(ended).toHaveBeenCalledOnce();
  });

  test('throws the refusal after half a minute', async () => {
    const call = onceBack(true, refusedFor(120_000)).catch((failure: unknown) => failure);
    await vi.advanceTimersByTimeAsync(32_000);
    expect(await call).toBe(away);
    expect(ended).toHaveBeenCalledOnce();
  });

  test.each([
    ['a write without a key', false, away],
    ['another refusal', true, other],
  ])('does not repeat %s', async (_, isSafe, refusal) => {
    const call = refusedFor(1, refusal);
    await expect(onceBack(isSafe, call)).rejects.toBe(refusal);
    expect(call).toHaveBeenCalledOnce();
    expect(said).not.toHaveBeenCalled();
  });

  test('ends with the page that asked', async () => {
    const leaving = new AbortController();
    const call = onceBack(true, refusedFor(120_000), leaving.signal).catch((failure: unknown) => failure);
    leaving.abort();
    await vi.advanceTimersByTimeAsync(2_000);
    expect(await call).toBe(leaving.signal.reason);
  });
});
