import type { Database } from '../database.ts';
import { noteRefusal } from '../security-log.ts';
import { countUnknown } from '../unknown-access.ts';

export interface RefusedToken {
  /** The digest of the API token. */
  readonly digest: Buffer;
  readonly address: string;
  readonly now: Date;
}

interface Holder {
  readonly tenant_id: number;
  readonly id: number;
  readonly maker_id: number | null;
  readonly is_expired: boolean;
  readonly is_blocked: boolean;
  /** Its networks are the only reason left. */
  readonly is_elsewhere: boolean;
}

const selectHolder = `
  select tenant_id, id, token_maker_id as maker_id, token_expires_at <= $2 as is_expired, blocked or not active as is_blocked,
    false as is_elsewhere
  from lb_user where api_token_hash = $1
  union all
  select s.tenant_id, u.id, s.maker_id, s.expires_at <= $2, not u.active,
    s.networks <> '{}' and (u.is_directory or coalesce(app.administers(s.tenant_id, s.maker_id), false))
  from service_token s join lb_user u on u.tenant_id = s.tenant_id and u.id = s.lb_user_id
  where s.secret_hash = $1`;

/** Logs a refused API token (AUTH-35): for its person, or among unknown tokens. Keeps nothing of the token itself. */
export async function noteRefusedToken(
  database: Pick<Database, 'atGate'>,
  { digest, address, now }: RefusedToken,
): Promise<void> {
  const holder = await database.atGate((tx) => tx.maybeOne<Holder>(selectHolder, [digest, now]));
  if (!holder) return countUnknown(database, 'unknown_token');
  await noteRefusal(database, {
    kind: 'token_refused',
    tenantId: holder.tenant_id,
    personId: holder.id,
    actorId: holder.maker_id,
    means: 'token',
    code: codeOf(holder),
    address,
  });
}

function codeOf({ is_expired, is_blocked, is_elsewhere }: Holder): string {
  if (is_expired) return 'token_expired';
  if (is_blocked) return 'account_blocked';
  return is_elsewhere ? 'token_elsewhere' : 'token_ended';
}
