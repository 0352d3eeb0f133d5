import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { room } from './http-pots.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

async function hasCome(entering: Promise<unknown>): Promise<boolean> {
  let come = false;
  entering.then(
    () => {
      come = true;
    },
    () => {},
  );
  await vi.advanceTimersByTimeAsync(0);
  return come;
}

describe('API-48 a room', () => {
  test('has room for every tenant, however many of another one are in it', async () => {
    const uploads = room({ person: 4, tenant: 8, all: 64 });
    for (let person = 0; person < 12; person += 1)
      for (let turn = 0; turn < 4; turn += 1) uploads.enter(`person ${person}`, 1).catch(() => {});
    await vi.advanceTimersByTimeAsync(0);
    expect(await hasCome(uploads.enter('somebody', 1))).toBe(false);
    expect(await hasCome(uploads.enter('somebody', 2))).toBe(true);
  });

  test('has room for colleagues of a person who uses the whole personal share', async () => {
    const uploads = room({ person: 2, tenant: 3, all: 64 });
    for (let turn = 0; turn < 6; turn += 1) uploads.enter('anna', 1).catch(() => {});
    expect(await hasCome(uploads.enter('bert', 1))).toBe(true);
  });

  test('lets the given number wait for a place, and refuses further ones at once', async () => {
    const files = room({ person: 1, tenant: 1, all: 1 }, { forEach: 8, patienceMs: 1_000 });
    const leave = await files.enter('anna', 1);
    const waiting = Array.from({ length: 8 }, () => files.enter('anna', 1));
    await expect(files.enter('anna', 1)).rejects.toMatchObject({ refusal: { code: 'too_many_requests' } });
    leave();
    for (const next of waiting) (await next)();
    expect(await hasCome(files.enter('anna', 1))).toBe(true);
  });

  test('releases all places if one of them is unavailable', async () => {
    const tests = room({ person: 1, tenant: 1, all: 1 });
    const leave = await tests.enter('anna', 1);
    const refused = tests.enter('bert', 1);
    const reported = expect(refused).rejects.toMatchObject({ refusal: { code: 'too_many_requests' } });
    await vi.advanceTimersByTimeAsync(20_000);
    await reported;
    leave();
    expect(await hasCome(tests.enter('bert', 1))).toBe(true);
  });
});
