import { afterEach, describe, expect, it, vi } from 'vitest';
import { AnswerLate } from './failure.ts';
import { fetchWithin } from './fetch-within.ts';

afterEach(() => vi.unstubAllGlobals());

/** A server that never answers, like a broken network path. */
const silence = (_path: string, { signal }: RequestInit) =>
  new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)));

const text = (response: Response) => response.text();

describe('TECH-21 the time limit of a request', () => {
  it('ends the wait and is named in the error', async () => {
    vi.stubGlobal('fetch', silence);
    const asked = fetchWithin(30, '/api/x', {}, text);
    await expect(asked).rejects.toEqual(new AnswerLate(30));
  });

  it('also applies to an answer that begins and does not end', async () => {
    const body = new ReadableStream({ start: (controller) => controller.enqueue(new Uint8Array([65])) });
    vi.stubGlobal('fetch', async (_: string, { signal }: RequestInit) => {
      const answer = new Response(body);
      vi.spyOn(answer, 'text').mockImplementation(
        () =>
          new Promise((_resolve, reject) => signal?.addEventListener('abort', () => reject(signal.reason))),
      );
      return answer;
    });
    await expect(fetchWithin(30, '/api/x', {}, text)).rejects.toBeInstanceOf(AnswerLate);
  });

  it('does not keep an aborted request waiting', async () => {
    vi.stubGlobal('fetch', silence);
    const leaving = new AbortController();
    const asked = fetchWithin(60_000, '/api/x', { signal: leaving.signal }, text);
    leaving.abort(new Error('left the page'));
    await expect(asked).rejects.toThrow('left the page');
  });
});
