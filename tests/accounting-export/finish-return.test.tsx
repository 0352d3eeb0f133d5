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

/** Another page load: what a module remembers is gone, what the tab keeps is there. */
async function load(pathname = '/callback', search = '') {
  vi.resetModules();
  vi.stubGlobal('location', { pathname, search });
  const { takeReturnFromAddress } = await import(
    '../../src/features/accounting-export/web/callback/sign-in-return.ts'
  );
  const replace = vi.fn<(path: string) => void>();
  takeReturnFromAddress(replace);
  const { finishReturn } = await import('../../src/features/accounting-export/web/callback/finish-return.ts');
  return { replace, finishReturn };
}

beforeEach(() => {
  kept.clear();
  finishSignIn.mockReset().mockResolvedValue();
});

it('NAV-21 an answer is sent once, however often the page is drawn or loaded', async () => {
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

it('NAV-20 whoever has to log in first comes back to it', async () => {
  await load('/callback', '?code=abc&state=datev-a');
  const { finishReturn } = await load();
  expect(await finishReturn()).toMatchObject({ tab: 'datev', success: true });
});

it('NAV-22 what the server refuses is told', async () => {
  const refusal = new ApiRefusal({ code: 'sign_in_failed', message: '' });
  finishSignIn.mockRejectedValue(refusal);
  const { finishReturn } = await load('/callback', '?code=abc&state=datev-a');
  expect(await finishReturn()).toEqual({ tab: 'datev', success: false, failure: refusal });
});

it.each([
  ['access_denied', 'sign_in_declined'],
  ['server_error', 'sign_in_failed'],
])('NAV-22 %s is told without asking the server', async (error, code) => {
  const { finishReturn } = await load('/callback', `?error=${error}&state=datev-a`);
  expect(await finishReturn()).toMatchObject({ tab: 'datev', success: false, failure: { code } });
  expect(finishSignIn).not.toHaveBeenCalled();
});
