import { QueryClient } from '@tanstack/react-query';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { AnswerLate, ApiRefusal, RequestFailed } from './failure.ts';
import { noteNetwork } from './network.ts';
import { answerOrKept, type KeptAnswer, provideOffline, waitForNetwork } from './offline.ts';
import { browserStore } from './store.ts';

const queryKey = ['procurement', 12];
const hash = JSON.stringify(queryKey);
const at = Date.parse('2026-11-30T08:15:00Z');

function tokenOf(userId: number, sid: string): string {
  const hasura = { 'x-hasura-tenant-id': '1', 'x-hasura-user-id': userId };
  return `.${btoa(JSON.stringify({ 'https://hasura.io/jwt/claims': hasura, sid }))}.`;
}

function logIn(userId: number, sid = 's'): void {
  browserStore.set('token', tokenOf(userId, sid));
}

/** A request without network. */
function lost(): Promise<never> {
  noteNetwork(false);
  return Promise.reject(new RequestFailed('no network'));
}

describe('MOB-04 a query', () => {
  const kept = new Map<string, KeptAnswer>();
  const wait = vi.fn(async () => true);
  const client = new QueryClient({ defaultOptions: { queries: { persister: answerOrKept, retry: false } } });
  const ask = (read: () => Promise<unknown>) => client.fetchQuery({ queryKey, queryFn: read });

  beforeEach(() => {
    vi.useFakeTimers();
    kept.clear();
    wait.mockClear();
    client.clear();
    noteNetwork(true);
    browserStore.remove('impersonationToken');
    logIn(7);
    provideOffline(async () => ({
      keep: async ({ queryHash }, answer) => void kept.set(queryHash, answer),
      find: async ({ queryHash }) => kept.get(queryHash) ?? null,
      wait,
    }));
    return () => vi.useRealTimers();
  });

  it('is answered by the server, and its answer is kept', async () => {
    expect(await ask(async () => 'Messuhr')).toBe('Messuhr');
    await vi.runAllTimersAsync();
    expect(kept.get(hash)).toMatchObject({ data: 'Messuhr' });
  });

  it('is answered with what is kept and its hour while there is no network', async () => {
    kept.set(hash, { data: 'Messuhr', at });
    expect(await ask(lost)).toBe('Messuhr');
    await vi.runAllTimersAsync();
    expect(client.getQueryState(queryKey)?.dataUpdatedAt).toBe(at);
  });

  it('is asked again once the network is back', async () => {
    kept.set(hash, { data: 'Messuhr', at });
    await ask(lost);
    await vi.runAllTimersAsync();
    expect(client.getQueryState(queryKey)?.isInvalidated).toBe(false);
    noteNetwork(true);
    expect(client.getQueryState(queryKey)?.isInvalidated).toBe(true);
  });

  it('that is lost while others arrive fails, so that it is repeated', async () => {
    kept.set(hash, { data: 'Messuhr', at });
    await expect(ask(() => Promise.reject(new RequestFailed('lost')))).rejects.toThrow(RequestFailed);
  });

  it('fails without network if nothing is kept', async () => {
    await expect(ask(lost)).rejects.toThrow(RequestFailed);
  });

  it('is refused as by the server, whatever is kept', async () => {
    kept.set(hash, { data: 'Messuhr', at });
    const refused = new ApiRefusal({ code: 'permission_denied', message: '' });
    await expect(ask(() => Promise.reject(refused))).rejects.toThrow(refused);
  });

  it('answered after another person logged in is kept for nobody', async () => {
    await ask(async () => {
      logIn(8);
      return 'Messuhr';
    });
    await vi.runAllTimersAsync();
    expect(kept.size).toBe(0);
  });

  it('answered just before another person logged in is kept for nobody', async () => {
    await ask(async () => 'Messuhr');
    logIn(7, 'next session');
    await vi.runAllTimersAsync();
    expect(kept.size).toBe(0);
  });

  it('of somebody who acts as another is neither kept nor answered with what is kept', async () => {
    kept.set(hash, { data: 'Messuhr', at });
    browserStore.set('impersonationToken', tokenOf(9, 'acting'));
    await expect(ask(lost)).rejects.toThrow(RequestFailed);
    kept.clear();
    await ask(async () => 'Messuhr');
    await vi.runAllTimersAsync();
    expect(kept.size).toBe(0);
  });

  it.each([
    ['a lost request waits', new RequestFailed('no network'), true],
    ['a late answer may still come', new AnswerLate(45_000), false],
    ['a refusal is one', new ApiRefusal({ code: 'timeline_changed', message: '' }), false],
  ])('a command: %s', async (_what, failure, waits) => {
    expect(await waitForNetwork(failure, { key: 'k', mutation: '', variables: {} })).toBe(waits);
    expect(wait).toHaveBeenCalledTimes(waits ? 1 : 0);
  });

  it('a command of somebody who acts as another does not wait', async () => {
    browserStore.set('impersonationToken', tokenOf(9, 'acting'));
    expect(await waitForNetwork(new RequestFailed(''), { key: 'k', mutation: '', variables: {} })).toBe(
      false,
    );
  });
});
