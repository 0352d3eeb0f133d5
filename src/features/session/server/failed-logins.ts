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
 * Runs a use of a login link, and notes its refusal for the person whose link it is (AUTH-35). One that is not known, or not any
 * more, is nobody's and counted.
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
  readonly id: number;
}

/** Notes a login with a passkey that was refused, for its owner. */
export async function noteFailedPasskey(
  database: Pick<Database, 'atGate'>,
  { owner, device, code }: { readonly owner: Owner; readonly device: Device; readonly code: string },
): Promise<void> {
  // Who it says it belongs to may not be there at all.
  const isThere = await database.atGate((tx) =>
    tx.maybeOne('select from lb_user where tenant_id = $1 and id = $2', [owner.tenantId, owner.id]),
  );
  if (isThere) await noteRefusal(database, failureOf(owner, code, device, 'passkey'));
}

/** Runs a login with a known passkey, and notes its refusal. */
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
  means: 'link' | 'passkey',
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
 * What a request for a login link fails for: people who may not log in, and an address that the tenant, where one was named,
 * does not know. The address itself is no part of it (AUTH-06).
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
