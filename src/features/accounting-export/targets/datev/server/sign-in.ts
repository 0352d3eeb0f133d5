import { days } from '../../../../../platform/server/clock.ts';
import type { DatevSettings } from '../../../../../platform/server/connected-systems.ts';
import type { SignInSystem } from '../../../server/connections/sign-in-system.ts';

/** The sign-in at DATEV: the consent covers one company and lasts two years (EXP-07). */
export function datevSignIn(settings: DatevSettings): SignInSystem {
  return {
    settings,
    revokeUrl: settings.revokeUrl,
    lifetime: days(730),
    // Required of every application with this sign-in.
    parameters: { enableWindowsSso: 'true' },
    scope: async (_, datevClientId) => {
      const asked = ['openid', 'offline_access', 'accounting:clients:read', 'accounting:dxso-jobs'];
      return [...asked, `datev:iam:client:${datevClientId ?? ''}`].join(' ');
    },
    scopeOfRefresh: null,
  };
}
