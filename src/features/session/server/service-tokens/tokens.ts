import { Refused, refuse } from '../../../../base/refusal.ts';
import type { Context } from '../../../../platform/context.ts';
import { asWriter } from '../../../../platform/server/as-role.ts';
import type { Clock } from '../../../../platform/server/clock.ts';
import { firstFailure } from '../../../../platform/server/database/first-failure.ts';
import type { Database, Tx } from '../../../../platform/server/database.ts';
import { requireRole } from '../../../../platform/server/required-role.ts';
import { tokenDigest } from '../../../../platform/server/secrets.ts';
import { newServiceToken } from '../../../../platform/server/service-token.ts';
import { expirySql, type Made, requireAcceptableExpiry } from '../api-tokens.ts';

export interface ServiceTokenParts {
  readonly database: Database;
  readonly clock: Clock;
  /** The writing calls that exist: mutations by name, routes as `POST /api/...`. */
  readonly calls: () => readonly string[];
}

/** What a token of a service account may do. */
export interface TokenGrant {
  readonly accountId: number;
  readonly name: string;
  /** Without any, the token only reads. */
  readonly calls: readonly string[];
  /** Networks in CIDR notation; without any, the token is accepted from everywhere. */
  readonly networks: readonly string[];
  /** An instant, or a day in the tenant's time zone. */
  readonly expires: string;
}

/** The writing calls that a token can name, for administrators who may enter the tenant. */
export async function knownCalls(
  { database, calls }: ServiceTokenParts,
  context: Context,
): Promise<readonly string[]> {
  requireRole(context, 'user-admin');
  await database.inTenant(context, (tx) => tx.one('select id from lb_user where id = $1', [context.userId]));
  return calls();
}

/**
 * Grants a service account a token, without its secret (AUTH-34). Null while a second administrator has to confirm it
 * (AUTH-37). Refuses `validation_failed` for an unknown call, a wrong network or a wrong expiry.
 */
export async function grantToken(
  { database, clock, calls }: ServiceTokenParts,
  context: Context,
  grant: TokenGrant,
): Promise<number | null> {
  requireRole(context, 'user-admin');
  const known = new Set(calls());
  requireValid(
    'calls',
    grant.calls.find((call) => !known.has(call)),
  );
  return await asWriter(database, context, async (tx) => {
    const [made, networks, account] = await firstFailure(
      tx.one<Made>(expirySql, [grant.expires, context.actorId]),
      normalNetworks(tx, grant.networks),
      tx.one<{ is_directory: boolean }>('select is_directory from lb_user where id = $1 and is_service', [
        grant.accountId,
      ]),
    );
    // The token of the directory makes the calls of SCIM and no other (AUTH-33).
    if (account.is_directory) requireValid('calls', grant.calls[0]);
    requireAcceptableExpiry(new Date(made.until), clock.now());
    const row = await tx.maybeOne<{ id: number }>(
      `insert into service_token (tenant_id, lb_user_id, name, calls, networks, expires_at)
       values ($1, $2, $3, $4, $5, $6) returning id`,
      [context.tenantId, grant.accountId, grant.name, grant.calls, networks, made.until],
    );
    return row?.id ?? null;
  });
}

/** The networks as the database writes them. */
async function normalNetworks(tx: Tx, networks: readonly string[]): Promise<readonly string[]> {
  const rows = await tx.query<{ network: string; is_valid: boolean }>(
    `select network, pg_input_is_valid(network, 'cidr') as is_valid from unnest($1::text[]) as network`,
    [networks],
  );
  requireValid('networks', rows.find(({ is_valid }) => !is_valid)?.network);
  return rows.map(({ network }) => network);
}

function requireValid(field: string, wrong: string | undefined): void {
  if (wrong === undefined) return;
  throw new Refused(
    refuse('validation_failed', {
      problems: [{ field, code: 'specific_field_not_found', values: { field: wrong, type: field } }],
    }),
  );
}

/**
 * Makes the secret of a granted token and returns it this once; a former one ends. Everything done with it counts as
 * done by this administrator, too (APPR-17). Refuses `not_found` for a revoked or expired token, and for one of the
 * directory whose secret another administrator knows: what waits by it may be that person's own (AUTH-33).
 */
export async function makeSecret(
  { database, clock }: ServiceTokenParts,
  context: Context,
  id: number,
): Promise<string> {
  requireRole(context, 'user-admin');
  const token = newServiceToken();
  await asWriter(database, context, (tx) =>
    tx.one(
      `update service_token set secret_hash = $2, maker_id = $3, issued_at = $4
       where id = $1 and revoked_at is null and expires_at > $4
         and (coalesce(maker_id, $3) = $3 or not exists (
           select from lb_user u where u.id = service_token.lb_user_id and u.is_directory))
       returning id`,
      [id, tokenDigest(token), context.actorId, clock.now()],
    ),
  );
  return token;
}

/** Revokes a token at once and for good. */
export async function revokeToken(
  { database, clock }: ServiceTokenParts,
  context: Context,
  id: number,
): Promise<void> {
  requireRole(context, 'user-admin');
  await asWriter(database, context, (tx) =>
    tx.one('update service_token set secret_hash = null, revoked_at = $2 where id = $1 returning id', [
      id,
      clock.now(),
    ]),
  );
}
