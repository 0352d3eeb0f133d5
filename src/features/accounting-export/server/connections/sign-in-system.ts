import type { Refusal } from '../../../../base/refusal.ts';
import type { DatevSettings } from '../../../../platform/server/connected-systems.ts';
import type { Tx } from '../../../../platform/server/database.ts';
import { callHttp } from '../../../../platform/server/http-call.ts';
import { tokenPatience } from '../../../../platform/server/token-endpoint.ts';

/** A system with a sign-in, including the product's registration. */
export interface SignInSystem {
  readonly settings: Pick<DatevSettings, 'authorizeUrl' | 'tokenUrl' | 'clientId' | 'clientSecret'>;
  /** Null where tokens can only expire. */
  readonly revokeUrl: string | null;
  /** The duration of a consent after its last use, in milliseconds. */
  readonly lifetime: number;
  /** Further parameters of the sign-in address. */
  readonly parameters: Readonly<Record<string, string>>;
  /** The scope of a sign-in, for a company with its DATEV numbers. Runs as writer. */
  readonly scope: (tx: Tx, datevClientId: string | null) => Promise<string | Refusal>;
  /** The scope of a refresh; null where it can be omitted. Runs as writer. */
  readonly scopeOfRefresh: ((tx: Tx) => Promise<string | Refusal>) | null;
}

/** Revokes a token. Failures are ignored, because nothing depends on it. */
export async function revokeToken({ settings, revokeUrl }: SignInSystem, token: string): Promise<void> {
  if (revokeUrl === null) return;
  const { clientId, clientSecret } = settings;
  const body = new URLSearchParams({ client_id: clientId, client_secret: clientSecret, token });
  try {
    await callHttp(revokeUrl, { method: 'POST', body, patience: tokenPatience });
  } catch {
    // The token is deleted from the database in any case.
  }
}
