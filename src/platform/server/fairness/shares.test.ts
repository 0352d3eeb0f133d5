import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type Leave, Shares } from './shares.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const share = { atOnce: 2, waiting: 2, patienceMs: 1000 };

/** Whether the promise is settled once everything due has run. */
async function hasCome(entering: Promise<unknown>): Promise<boolean> {
  let come = false;
  void entering.then(() => {
    come = true;
  });
  await vi.advanceTimersByTimeAsync(0);
  return come;
}

describe('API-44 a share', () => {
  test('has the given size for each holder separately', async () => {
    const shares = new Shares(share);
    await shares.enter('anna');
    await shares.enter('anna');
    expect(await hasCome(shares.enter('anna'))).toBe(false);
    expect(await hasCome(shares.enter('bert'))).toBe(true);
  });

  test('passes a freed place to the longest waiting request', async () => {
    const shares = new Shares(share);
    const leaves: Leave[] = [await shares.enter('anna'), await shares.enter('anna')];
    const first = shares.enter('anna');
    const second = shares.enter('anna');
    leaves[0]?.();
    leaves[0]?.();
    expect([await hasCome(first), await hasCome(second)]).toEqual([true, false]);
    leaves[1]?.();
    expect(await hasCome(second)).toBe(true);
  });

  test('refuses with Retry-After if too many wait, or one for too long', async () => {
    const shares = new Shares(share);
    const leave = await shares.enter('anna');
    await shares.enter('anna');
    const refused = Promise.allSettled([shares.enter('anna'), shares.enter('anna')]);
    const refusal = { refusal: { code: 'too_many_requests' }, retryAfterSeconds: 3 };
    await expect(shares.enter('anna')).rejects.toMatchObject(refusal);
    await vi.advanceTimersByTimeAsync(share.patienceMs);
    expect(await refused).toMatchObject([{ reason: refusal }, { reason: refusal }]);
    leave();
    expect(await hasCome(shares.enter('anna'))).toBe(true);
  });
});
