import type { Tx } from '../../../platform/server/database.ts';

/** An archive of a whole tenant that was downloaded completely. */
export interface HandedOver {
  /** Hash of its list, as 64 hexadecimal digits. */
  readonly sha256: string;
  /** Time of its content and of the last complete download, as ISO 8601 text. */
  readonly made_at: string;
  readonly downloaded_at: string;
}

/**
 * The finished archive with this hash of the whole tenant that was downloaded completely, or null (ARC-03). `tx` acts
 * as `operator`, as `gate`, or as `writer` of the tenant.
 */
export async function handedOver(tx: Tx, tenantId: number, sha256: string): Promise<HandedOver | null> {
  const found = await tx.maybeOne<HandedOver>(
    `select sha256, made_at, downloaded_at from archive
     where tenant_id = $1 and sha256 = $2 and state in ('done', 'expired') and downloaded_at is not null
       and client_id is null and from_day is null and to_day is null
     order by made_at desc limit 1`,
    [tenantId, sha256.toLowerCase()],
  );
  return found ?? null;
}
