import { expect, it } from 'vitest';
import { returnIn } from '../../../../platform/web/sign-in-return.ts';
import { systemOfState } from './finish-return.ts';

it.each([
  ['/callback', '?code=12345678901234567890&state=datev-a', 'datev', '12345678901234567890', null],
  ['/', '?state=ms365-a&code=1e5', 'ms365', '1e5', null],
  ['/', '?code=abc', 'datev', 'abc', null],
  ['/callback', '?error=access_denied&state=datev-a', 'datev', null, 'access_denied'],
  ['/callback', '?error=server_error', 'datev', null, 'server_error'],
])(
  'NAV-20 NAV-21 %s%s is the answer of a sign-in with an unchanged code',
  (path, search, system, code, error) => {
    const back = returnIn(path, search);
    expect(back).toMatchObject({ code, error });
    expect(systemOfState(back?.state ?? '')).toBe(system);
  },
);

it.each([
  ['/', ''],
  ['/', '?error=1'],
  ['/callback', ''],
  ['/callback', '?state=datev-a'],
  ['/overview', '?code=abc&state=datev-a'],
])('NAV-21 %s%s is no answer of a provider', (path, search) => {
  expect(returnIn(path, search)).toBeNull();
});
