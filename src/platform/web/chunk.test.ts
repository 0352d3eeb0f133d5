import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { ChunkFailed, loadFirstChunk } from './chunk.ts';

describe('NAV-23 a chunk that does not load', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  test('is given up after 120 seconds', async () => {
    const ended = vi.fn();
    const loading = loadFirstChunk(() => new Promise<never>(() => {})).catch(ended);
    await vi.advanceTimersByTimeAsync(119_999);
    expect(ended).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    await loading;
    expect(ended).toHaveBeenCalledWith(expect.any(ChunkFailed));
  });

  test('fails at once if the server has another version', async () => {
    const missing = new TypeError('Failed to fetch dynamically imported module');
    await expect(loadFirstChunk(() => Promise.reject(missing))).rejects.toMatchObject({ cause: missing });
  });

  test('leaves no timer behind after loading', async () => {
    await expect(loadFirstChunk(() => Promise.resolve('part'))).resolves.toBe('part');
    expect(vi.getTimerCount()).toBe(0);
  });
});
