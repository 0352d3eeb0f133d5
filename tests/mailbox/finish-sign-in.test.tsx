import { beforeEach, expect, it, vi } from 'vitest';
import { ApiRefusal } from '../../src/platform/web/failure.ts';

const rest = vi.fn<(path: string, order: object) => Promise<object>>();
vi.mock('../../src/platform/web/api.ts', () => ({ rest }));

const kept = new Map<string, string>();
vi.stubGlobal('sessionStorage', {
  getItem: (key: string) => kept.get(key) ?? null,
  setItem: (key: string, value: string) => void kept.set(key, value),
  removeItem: (key: string) => void kept.delete(key),
});

/** Simulates a page load with the answer of a provider in the address. */
async function load(search: string) {
  vi.resetModules();
  vi.stubGlobal('location', { pathname: '/callback', search });
  const { takeReturnFromAddress, waitingState } = await import('../../src/platform/web/sign-in-return.ts');
  takeReturnFromAddress(() => {});
  const { finishMailboxSignIn } = await import('../../src/features/mailbox/web/finish-sign-in.ts');
  return { waitingState, finishMailboxSignIn };
}

beforeEach(() => {
  kept.clear();
  rest.mockReset().mockResolvedValue({ success: true, message: 'connected' });
});

it('MBX-08 NAV-21 the answer is sent once for any number of renders, and belongs to the mailbox of its state', async () => {
  const { waitingState, finishMailboxSignIn } = await load('?code=1e5&state=mailbox-12-abc');
  expect(waitingState()).toBe('mailbox-12-abc');
  const results = await Promise.all([finishMailboxSignIn(), finishMailboxSignIn()]);
  const result = { success: true, message: 'connected', mailboxId: 12, failure: null };
  expect(results).toEqual([result, result]);
  const order = { method: 'POST', body: { code: '1e5', state: 'mailbox-12-abc' } };
  expect(rest.mock.calls).toEqual([['/api/mailbox/auth-finish', order]]);
  expect(waitingState()).toBe('');
});

it.each([
  ['access_denied', 'sign_in_declined'],
  ['server_error', 'sign_in_failed'],
])('MBX-08 the answer %s is told, and nothing is sent', async (error, code) => {
  const { finishMailboxSignIn } = await load(`?error=${error}&state=mailbox-12-abc`);
  expect(await finishMailboxSignIn()).toMatchObject({ success: false, mailboxId: 12, failure: { code } });
  expect(rest).not.toHaveBeenCalled();
});

it.each(['mailbox-//evil.test-x', 'mailbox-1', 'mailbox-x-y', ''])(
  'MBX-08 the state %j leads to no mailbox and no other place',
  async (state) => {
    const { finishMailboxSignIn } = await load(`?code=1&state=${encodeURIComponent(state)}`);
    expect(await finishMailboxSignIn()).toMatchObject({ success: false, mailboxId: null });
    expect(rest).not.toHaveBeenCalled();
  },
);

it('MBX-08 a refusal of the server is shown', async () => {
  const refusal = new ApiRefusal({ code: 'sign_in_expired', message: '' });
  rest.mockRejectedValue(refusal);
  const { finishMailboxSignIn } = await load('?code=1&state=mailbox-12-abc');
  expect(await finishMailboxSignIn()).toMatchObject({ mailboxId: 12, failure: refusal });
});
