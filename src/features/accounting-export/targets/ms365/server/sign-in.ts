import { isRefusal, type Refusal, refuse } from '../../../../../base/refusal.ts';
import { days } from '../../../../../platform/server/clock.ts';
import type { Ms365Settings } from '../../../../../platform/server/connected-systems.ts';
import type { Tx } from '../../../../../platform/server/database.ts';
import type { SignInSystem } from '../../../server/connections/sign-in-system.ts';

/**
 * The sign-in at Microsoft: for everything the application may do in the organisation, valid for ninety days without
 * use (EXP-14).
 */
export function dynamicsSignIn(settings: Ms365Settings): SignInSystem {
  const scope = async (tx: Tx): Promise<string | Refusal> => {
    const organisation = await dynamicsOrganisation(tx, settings);
    return isRefusal(organisation) ? organisation : `${organisation}/.default openid offline_access`;
  };
  return {
    settings,
    revokeUrl: null,
    lifetime: days(90),
    parameters: { prompt: 'select_account' },
    scope,
    scopeOfRefresh: scope,
  };
}

/** All organisations have such hosts; no token is requested for other hosts. */
const organisationHost = /^([a-z0-9-]+\.)+dynamics\.com$/;

/**
 * The origin of the tenant's organisation at Dynamics 365, such as `https://contoso.operations.dynamics.com`; the
 * sandbox's in a demo without one. Refuses a missing address or another host. Runs as writer.
 */
async function dynamicsOrganisation(
  tx: Tx,
  settings: Pick<Ms365Settings, 'isSandbox' | 'dynamicsUrl'>,
): Promise<string | Refusal> {
  const row = await tx.maybeOne<{ value: string | null }>(
    `select value from configuration where key = 'd365_organisation_url' and client_id is null`,
  );
  return organisationOf(row?.value ?? null, settings);
}

/** The same for a given setting. */
export function organisationOf(
  value: string | null,
  { isSandbox, dynamicsUrl }: Pick<Ms365Settings, 'isSandbox' | 'dynamicsUrl'>,
): string | Refusal {
  if (!value && isSandbox && dynamicsUrl) return new URL(dynamicsUrl).origin;
  const url = value && URL.canParse(value) ? new URL(value) : null;
  const isRight = url?.protocol === 'https:' && url.port === '' && organisationHost.test(url.hostname);
  return isRight ? url.origin : refuse('d365_organisation_invalid');
}
