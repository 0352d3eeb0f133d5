import { type Refusal, refuse } from '../../../../base/refusal.ts';
import { days } from '../../../../platform/server/clock.ts';
import type { DatevSettings, Ms365Settings } from '../../../../platform/server/connected-systems.ts';
import type { Tx } from '../../../../platform/server/database.ts';

export type ConnectedSystem = 'datev' | 'ms365';
export type SystemSettings = Readonly<{ datev: DatevSettings | null; ms365: Ms365Settings | null }>;

/** Whose access it is: one per company at DATEV, one per tenant at Microsoft (EXP-07, EXP-14). */
export type ConnectionKey =
  | { readonly system: 'datev'; readonly clientId: number }
  | { readonly system: 'ms365'; readonly clientId: null };

/** A system at which people sign in and agree, as the product is registered there. */
export interface SignInSystem {
  readonly settings: DatevSettings | Ms365Settings;
  /** Null: tokens end by themselves. */
  readonly revokeUrl: string | null;
  /** For how long an agreement holds after its last use, in milliseconds. */
  readonly lifetime: number;
  /** What the address of its sign-in says beside what all of them say. */
  readonly parameters: Readonly<Record<string, string>>;
}

/** DATEV's consents with offline access hold two years, those of Microsoft ninety days without use. */
const lifetimes = { datev: days(730), ms365: days(90) };

/** Null where the installation is not registered with it. */
export function signInSystem(system: ConnectedSystem, { datev, ms365 }: SystemSettings): SignInSystem | null {
  if (system === 'datev')
    return (
      datev && {
        settings: datev,
        revokeUrl: datev.revokeUrl,
        lifetime: lifetimes.datev,
        // Wanted of every application that offers this sign-in.
        parameters: { enableWindowsSso: 'true' },
      }
    );
  return (
    ms365 && {
      settings: ms365,
      revokeUrl: null,
      lifetime: lifetimes.ms365,
      parameters: { prompt: 'select_account' },
    }
  );
}

/** What is asked for at DATEV: the consent is for one company there (EXP-07). */
export function datevScope(datevClientId: string): string {
  const asked = ['openid', 'offline_access', 'accounting:clients:read', 'accounting:dxso-jobs'];
  return [...asked, `datev:iam:client:${datevClientId}`].join(' ');
}

/** What is asked for at Microsoft: all that the application may do in this organisation. */
export function ms365Scope(organisation: string): string {
  return `${organisation}/.default openid offline_access`;
}

/** Under such hosts alone are organisations; tokens for others are never asked for. */
const organisationHost = /^([a-z0-9-]+\.)+dynamics\.com$/;

/**
 * The origin of the tenant's organisation at Dynamics 365, such as `https://contoso.operations.dynamics.com`; that of the
 * sandbox where the demo has none. Refused by name where it is missing or lies elsewhere. Runs as writer.
 */
export async function dynamicsOrganisation(
  tx: Tx,
  settings: Pick<Ms365Settings, 'isSandbox' | 'dynamicsUrl'>,
): Promise<string | Refusal> {
  const row = await tx.maybeOne<{ value: string | null }>(
    `select value from configuration where key = 'd365_organisation_url' and client_id is null`,
  );
  return organisationOf(row?.value ?? null, settings);
}

/** The same of a setting that is known. */
export function organisationOf(
  value: string | null,
  { isSandbox, dynamicsUrl }: Pick<Ms365Settings, 'isSandbox' | 'dynamicsUrl'>,
): string | Refusal {
  if (!value && isSandbox && dynamicsUrl) return new URL(dynamicsUrl).origin;
  const url = value && URL.canParse(value) ? new URL(value) : null;
  const isRight = url?.protocol === 'https:' && url.port === '' && organisationHost.test(url.hostname);
  return isRight ? url.origin : refuse('d365_organisation_invalid');
}
