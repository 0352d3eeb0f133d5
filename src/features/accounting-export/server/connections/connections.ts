import { createHash } from 'node:crypto';
import { isRefusal, orRefuse, type Refusal, Refused, refuse } from '../../../../base/refusal.ts';
import type { Context } from '../../../../platform/context.ts';
import { requireMeans } from '../../../../platform/means.ts';
import { asWriter } from '../../../../platform/server/as-role.ts';
import { after, type Clock, minutes } from '../../../../platform/server/clock.ts';
import type { SystemSettings } from '../../../../platform/server/connected-systems.ts';
import { firstFailure } from '../../../../platform/server/database/first-failure.ts';
import type { Database, Tx } from '../../../../platform/server/database.ts';
import { NoAnswer } from '../../../../platform/server/http-call.ts';
import { NotYet } from '../../../../platform/server/jobs/jobs.ts';
import { requireModule } from '../../../../platform/server/modules.ts';
import { requireRole } from '../../../../platform/server/required-role.ts';
import { randomToken, type Secrets, tokenDigest } from '../../../../platform/server/secrets.ts';
import {
  type IssuedTokens,
  issueTokens,
  TokensUnavailable,
} from '../../../../platform/server/token-endpoint.ts';
import { type ConnectedSystem, targets } from '../../../export-target/targets.ts';
import * as store from './connection-store.ts';
import { revokeToken, type SignInSystem } from './sign-in-system.ts';
import { signInSystem } from './sign-in-systems.ts';

/** The consent of a person. */
export interface Finished {
  readonly clientId: number | null;
  readonly datevClientId: string | null;
}

/** The product's access to accounting systems (EXP-07, EXP-14, SET-05). */
export interface Connections {
  /**
   * Starts a sign-in and returns the address of the consent page. Its state begins with the system and a dash.
   * Refuses with `permission_denied`, `not_found`, missing company numbers, or `d365_organisation_invalid`.
   */
  start(context: Context, key: store.ConnectionKey): Promise<{ readonly url: string }>;
  /**
   * Completes a sign-in with the returned code, once and by the same person; refuses with `sign_in_expired` or
   * `sign_in_failed`.
   */
  finish(
    context: Context,
    system: ConnectedSystem,
    back: { readonly code: string; readonly state: string },
  ): Promise<Finished>;
  /**
   * A token for the calls of an export. `refused` is a token that was not accepted and must be replaced. Returns
   * `export_connection_inactive` where there is none; throws `NotYet` where the caller has to retry later.
   */
  accessToken(context: Context, key: store.ConnectionKey, refused?: string): Promise<string | Refusal>;
  /** Marks the connection as no longer accepted; a person has to sign in again. */
  deactivate(context: Context, key: store.ConnectionKey): Promise<Refusal>;
  /** Ends the access and revokes it. */
  disconnect(context: Context, key: store.ConnectionKey): Promise<void>;
}

export interface ConnectionParts {
  readonly database: Database;
  readonly secrets: Pick<Secrets, 'seal' | 'unseal'>;
  readonly clock: Clock;
  readonly settings: SystemSettings;
  readonly publicUrl: string;
}

const signInLasts = minutes(10);
/** A token that expires within this time is not used for a new export. */
const reserve = minutes(2);

export function connections(parts: ConnectionParts): Connections {
  return {
    start: (context, key) => start(parts, context, key),
    finish: (context, system, back) => finish(parts, context, system, back),
    accessToken: (context, key, refused) => accessToken(parts, context, key, refused),
    deactivate: async (context, key) => {
      await asWriter(parts.database, context, async (tx) => store.deactivate(tx, key, inactive.code));
      return inactive;
    },
    disconnect: (context, key) => disconnect(parts, context, key),
  };
}

const inactive = refuse('export_connection_inactive');

/** Administrators only, not acting as another person (AUTH-29). */
async function requireConnecting(tx: Tx, context: Context): Promise<void> {
  await requireModule(tx, 'invoice');
  requireMeans(context, 'four_eyes');
  requireRole(context, 'user-admin');
}

function registered({ settings }: ConnectionParts, system: ConnectedSystem): SignInSystem {
  const found = signInSystem(system, settings);
  if (!found)
    throw new Refused(refuse('export_not_connected', { values: { target: targets[system].system } }));
  return found;
}

async function start(parts: ConnectionParts, context: Context, key: store.ConnectionKey) {
  const { database, secrets, clock, publicUrl } = parts;
  const state = `${key.system}-${randomToken()}`;
  const verifier = randomToken();
  return await database.inTenant(context, async (tx) => {
    await requireConnecting(tx, context);
    const { settings, parameters, scope: scopeFor } = registered(parts, key.system);
    if (key.clientId !== null) await tx.one('select id from client where id = $1', [key.clientId]);
    const writer = tx.as('writer');
    const datevClientId = key.clientId === null ? null : await store.datevClientOf(writer, key.clientId);
    const scope = orRefuse(await scopeFor(writer, datevClientId));
    store.noteSignIn(writer, context, key, {
      digest: tokenDigest(state),
      verifier: secrets.seal(verifier),
      datevClientId,
      now: clock.now(),
      until: after(clock.now(), signInLasts),
    });
    const url = new URL(settings.authorizeUrl);
    const query = {
      response_type: 'code',
      client_id: settings.clientId,
      redirect_uri: callbackUrl(publicUrl),
      scope,
      state,
      code_challenge: createHash('sha256').update(verifier).digest('base64url'),
      code_challenge_method: 'S256',
      ...parameters,
    };
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
    return { url: url.href };
  });
}

/** One address for both systems (NAV-21). */
function callbackUrl(publicUrl: string): string {
  return new URL('/callback', publicUrl).href;
}

async function finish(
  parts: ConnectionParts,
  context: Context,
  system: ConnectedSystem,
  { code, state }: { readonly code: string; readonly state: string },
): Promise<Finished> {
  const { database, secrets, clock, publicUrl } = parts;
  // The sign-in is taken before the code is used, so that only one of two simultaneous answers counts.
  const { at, begun } = await database.inTenant(context, async (tx) => {
    await requireConnecting(tx, context);
    return {
      at: registered(parts, system),
      begun: await store.takeSignIn(tx.as('writer'), context, system, tokenDigest(state), clock.now()),
    };
  });
  if (!begun) throw new Refused(refuse('sign_in_expired'));
  const grant = {
    grant_type: 'authorization_code',
    code,
    redirect_uri: callbackUrl(publicUrl),
    code_verifier: secrets.unseal(begun.verifier),
  };
  const tokens = await tokensOrNone(at, grant);
  const { refresh } = tokens ?? { refresh: null };
  if (!tokens || refresh === null) throw new Refused(refuse('sign_in_failed'));
  await asWriter(database, context, async (tx) =>
    store.keepConnection(tx, context, {
      ...begun,
      system,
      refresh: secrets.seal(refresh),
      ...keptAccess(parts, at, tokens),
      now: clock.now(),
    }),
  );
  return { clientId: begun.client_id, datevClientId: begun.datev_client_id };
}

/** A sign-in is not retried automatically: the person repeats it. */
async function tokensOrNone(
  at: SignInSystem,
  grant: Readonly<Record<string, string>>,
): Promise<IssuedTokens | null> {
  try {
    return await issueTokens(at.settings, grant);
  } catch (error) {
    if (error instanceof TokensUnavailable || error instanceof NoAnswer) return null;
    throw error;
  }
}

function keptAccess({ secrets, clock }: ConnectionParts, { lifetime }: SignInSystem, tokens: IssuedTokens) {
  const now = clock.now();
  return {
    access: secrets.seal(tokens.access),
    accessUntil: after(now, tokens.lifetime),
    connectedUntil: after(now, lifetime),
  };
}

async function accessToken(
  parts: ConnectionParts,
  context: Context,
  key: store.ConnectionKey,
  refused?: string,
): Promise<string | Refusal> {
  const at = signInSystem(key.system, parts.settings);
  if (!at) return refuse('export_not_connected', { values: { target: targets[key.system].system } });
  const { database, secrets, clock } = parts;
  const enoughUntil = after(clock.now(), reserve);
  const usable = ({ access_token, access_until }: store.Tokens) => {
    if (!access_token || !access_until || new Date(access_until) <= enoughUntil) return null;
    const token = secrets.unseal(access_token);
    return token === refused ? null : token;
  };
  const known = await asWriter(database, context, (tx) => store.findTokens(tx, key, false));
  if (!known?.refresh_token) return inactive;
  const token = usable(known);
  if (token !== null) return token;
  // A refresh token may be usable only once: later callers wait and use the tokens of the first one.
  return await asWriter(database, context, async (tx) => {
    const locked = await store.findTokens(tx, key, true);
    if (!locked?.refresh_token) return inactive;
    return usable(locked) ?? (await refresh(tx, parts, at, key, secrets.unseal(locked.refresh_token)));
  });
}

async function refresh(
  tx: Tx,
  parts: ConnectionParts,
  at: SignInSystem,
  key: store.ConnectionKey,
  refreshToken: string,
): Promise<string | Refusal> {
  const grant = { grant_type: 'refresh_token', refresh_token: refreshToken };
  const scope = at.scopeOfRefresh && (await at.scopeOfRefresh(tx));
  if (isRefusal(scope)) return scope;
  const tokens = await issueTokens(at.settings, {
    ...grant,
    ...(scope !== null && { scope }),
  }).catch((error: unknown) => {
    if (error instanceof TokensUnavailable || error instanceof NoAnswer) throw new NotYet(error.message);
    throw error;
  });
  if (!tokens) {
    store.deactivate(tx, key, inactive.code);
    return inactive;
  }
  const renewed = tokens.refresh ?? refreshToken;
  store.renew(tx, key, { refresh: parts.secrets.seal(renewed), ...keptAccess(parts, at, tokens) });
  return tokens.access;
}

async function disconnect(parts: ConnectionParts, context: Context, key: store.ConnectionKey): Promise<void> {
  const { database, secrets, settings } = parts;
  const forgotten = await database.inTenant(context, async (tx) => {
    await firstFailure(
      requireConnecting(tx, context),
      tx.one('select id from accounting_connection where system = $1 and client_id is not distinct from $2', [
        key.system,
        key.clientId,
      ]),
    );
    const writer = tx.as('writer');
    const tokens = await store.findTokens(writer, key, true);
    store.deactivate(writer, key, null);
    return tokens?.refresh_token ?? null;
  });
  const at = signInSystem(key.system, settings);
  if (at && forgotten) await revokeToken(at, secrets.unseal(forgotten));
}
