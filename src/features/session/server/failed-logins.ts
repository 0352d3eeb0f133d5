import { Refused } from '../../../base/refusal.ts';
import type { Database, Tx } from '../../../platform/server/database.ts';
import type { Person } from '../../../platform/server/person.ts';
import { tokenDigest } from '../../../platform/server/secrets.ts';
import { noteRefusal, type RefusedAct } from '../../../platform/server/security-log.ts';
import { countUnknown } from '../../../platform/server/unknown-access.ts';
import { deviceLabel } from '../device.ts';
import type { Device } from './refresh-tokens.ts';

interface LinkUse {
  readonly token: string;
  readonly device: Device;
}

/**
 * Runs a use of a login link and logs its refusal for the link's owner (AUTH-35). Refusals of unknown or expired
 * links are only counted.
 */
export async function notingFailedLink<T>(
  database: Pick<Database, 'atGate'>,
  { token, device }: LinkUse,
  run: () => Promise<T>,
): Promise<T> {
  try {
    return await run();
  } catch (error) {
    if (error instanceof Refused) await noteFailedLink(database, { token, device }, error.refusal.code);
    throw error;
  }
}

async function noteFailedLink(
  database: Pick<Database, 'atGate'>,
  { token, device }: LinkUse,
  code: string,
): Promise<void> {
  const link = await database.atGate((tx) =>
    tx.maybeOne<{ tenant_id: number; lb_user_id: number; is_used: boolean }>(
      'select tenant_id, lb_user_id, used_at is not null as is_used from login_token where token_hash = $1',
      [tokenDigest(token)],
    ),
  );
  if (!link) return countUnknown(database, 'unknown_link');
  const { tenant_id: tenantId, lb_user_id: id, is_used: isUsed } = link;
  const reason = code === 'link_expired' && isUsed ? 'link_used' : code;
  await noteRefusal(database, failureOf({ tenantId, id }, reason, device, 'link'));
}

interface Owner {
  readonly tenantId: number;
  /** Null if no person is known. */
  readonly id: number | null;
}

/** Logs a refused single sign-on for its tenant (AUTH-35). */
export async function noteFailedSignOn(
  database: Pick<Database, 'atGate'>,
  { owner, device, code }: { readonly owner: Owner; readonly device: Device; readonly code: string },
): Promise<void> {
  await noteRefusal(database, failureOf(owner, code, device, 'sign_on'));
}

/** Logs a refused passkey login for its owner. */
export async function noteFailedPasskey(
  database: Pick<Database, 'atGate'>,
  { owner, device, code }: { readonly owner: Owner; readonly device: Device; readonly code: string },
): Promise<void> {
  // The user handle is unverified: this owner may not exist.
  const isThere = await database.atGate((tx) =>
    tx.maybeOne('select from lb_user where tenant_id = $1 and id = $2', [owner.tenantId, owner.id]),
  );
  if (isThere) await noteRefusal(database, failureOf(owner, code, device, 'passkey'));
}

/** Runs a login with a known passkey and logs its refusal. */
export async function notingFailedPasskey<T>(
  database: Pick<Database, 'atGate'>,
  { owner, device }: { readonly owner: Owner; readonly device: Device },
  run: () => Promise<T>,
): Promise<T> {
  try {
    return await run();
  } catch (error) {
    if (error instanceof Refused)
      await noteFailedPasskey(database, { owner, device, code: error.refusal.code });
    throw error;
  }
}

function failureOf(
  { tenantId, id }: Owner,
  code: string,
  { userAgent, clientAddress }: Device,
  means: 'link' | 'passkey' | 'sign_on',
): RefusedAct {
  const device = deviceLabel(userAgent);
  return {
    kind: 'login_failed',
    tenantId,
    personId: id,
    actorId: null,
    means,
    code,
    device,
    address: clientAddress,
  };
}

/**
 * The failures of a request for a login link: people who may not log in, or an address unknown to the given tenant.
 * The address itself is not included (AUTH-06).
 */
export async function failedRequests(
  tx: Tx,
  known: readonly Person[],
  tenantName: string | null,
): Promise<readonly RefusedAct[]> {
  const base = { kind: 'login_failed', actorId: null, means: 'link' } as const;
  if (known.length > 0) {
    return known
      .filter(({ mayLogIn }) => !mayLogIn)
      .map(({ tenantId, id, endedOn }) => ({
        ...base,
        tenantId,
        personId: id,
        code: endedOn === null ? 'account_blocked' : 'auditor_ended',
      }));
  }
  if (tenantName === null) return [];
  const tenant = await tx.maybeOne<{ id: number }>('select id from tenant where lower(name) = lower($1)', [
    tenantName,
  ]);
  return tenant ? [{ ...base, tenantId: tenant.id, personId: null, code: 'unknown_address' }] : [];
}
