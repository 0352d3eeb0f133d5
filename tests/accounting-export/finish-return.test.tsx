import { beforeEach, expect, it, vi } from 'vitest';
import { ApiRefusal } from '../../src/platform/web/failure.ts';

const finishSignIn = vi.fn<(system: string, back: object) => Promise<void>>();
vi.mock('../../src/features/accounting-export/web/connections/connection-data.ts', () => ({ finishSignIn }));

const kept = new Map<string, string>();
vi.stubGlobal('sessionStorage', {
  getItem: (key: string) => kept.get(key) ?? null,
  setItem: (key: string, value: string) => void kept.set(key, value),
  removeItem: (key: string) => void kept.delete(key),
});

/** Simulates a page load: module state is lost, tab storage is kept. */
async function load(pathname = '/callback', search = '') {
  vi.resetModules();
  vi.stubGlobal('location', { pathname, search });
  const { takeReturnFromAddress } = await import('../../src/platform/web/sign-in-return.ts');
  const replace = vi.fn<(path: string) => void>();
  takeReturnFromAddress(replace);
  const { finishReturn } = await import('../../src/features/accounting-export/web/callback/finish-return.ts');
  return { replace, finishReturn };
}

beforeEach(() => {
  kept.clear();
  finishSignIn.mockReset().mockResolvedValue();
});

it('NAV-21 an answer is sent once for any number of renders and loads', async () => {
  const { replace, finishReturn } = await load('/', '?code=1e5&state=ms365-a');
  expect(replace.mock.calls).toEqual([['/callback']]);
  const results = await Promise.all([finishReturn(), finishReturn()]);
  expect(results).toEqual([
    { tab: 'd365', success: true, failure: null },
    { tab: 'd365', success: true, failure: null },
  ]);
  const again = await load();
  expect(await again.finishReturn()).toMatchObject({ success: null });
  expect(again.replace).not.toHaveBeenCalled();
  expect(finishSignIn.mock.calls).toEqual([['ms365', { code: '1e5', state: 'ms365-a' }]]);
});

it('NAV-20 a person who has to log in first returns to the answer', async () => {
  await load('/callback', '?code=abc&state=datev-a');
  const { finishReturn } = await load();
  expect(await finishReturn()).toMatchObject({ tab: 'datev', success: true });
});

it('NAV-22 a refusal of the server is shown', async () => {
  const refusal = new ApiRefusal({ code: 'sign_in_failed', message: '' });
  finishSignIn.mockRejectedValue(refusal);
  const { finishReturn } = await load('/callback', '?code=abc&state=datev-a');
  expect(await finishReturn()).toEqual({ tab: 'datev', success: false, failure: refusal });
});

it.each([
  ['access_denied', 'sign_in_declined'],
  ['server_error', 'sign_in_failed'],
])('NAV-22 %s is shown without a request to the server', async (error, code) => {
  const { finishReturn } = await load('/callback', `?error=${error}&state=datev-a`);
  expect(await finishReturn()).toMatchObject({ tab: 'datev', success: false, failure: { code } });
  expect(finishSignIn).not.toHaveBeenCalled();
});
