import type { Tx } from './database.ts';
import { findPerson, type TokenHolder } from './person.ts';
import { randomToken } from './secrets.ts';

/** Tells tokens of service accounts from personal ones, also to scanners that look for lost secrets. */
const prefix = 'kontor_sa_';

/** A new token of a service account. */
export function newServiceToken(): string {
  return prefix + randomToken();
}

/** Whether this is a token of a service account, by its beginning. */
export function isServiceToken(token: string): boolean {
  return token.startsWith(prefix);
}

interface Presented {
  readonly digest: Buffer;
  readonly now: Date;
  /** The client address of the request. */
  readonly address: string;
}

/** Precision of the last use. */
const usedEvery = "interval '5 minutes'";

/**
 * The service account whose token has this digest, has not expired and is accepted from the address (AUTH-34). It acts
 * through the maker of the token, and ends with that person's right to administer, as every token made for another. The
 * token of the directory does not end with it, because leavers would no longer be blocked (AUTH-33).
 */
export async function findByServiceToken(
  tx: Tx,
  { digest, now, address }: Presented,
): Promise<TokenHolder | undefined> {
  const token = await tx.maybeOne<Token>(
    `select s.tenant_id, s.id, s.lb_user_id as account_id, s.maker_id, s.calls, u.is_directory,
       coalesce(s.last_used_at < $2::timestamptz - ${usedEvery}, true) as is_use_noted
     from service_token s
     join lb_user u on u.tenant_id = s.tenant_id and u.id = s.lb_user_id and u.is_service and u.active
     join tenant t on t.id = s.tenant_id and t.status = 'active'
     where s.secret_hash = $1 and s.expires_at > $2 and (u.is_directory or app.administers(s.tenant_id, s.maker_id))
       and (s.networks = '{}' or $3::inet <<= any (s.networks::cidr[]))`,
    [digest, now, address.replace(/^::ffff:(?=\d+\.)/i, '').replace(/%.*$/, '')],
  );
  if (!token) return undefined;
  if (token.is_use_noted)
    await tx.fixed('update service_token set last_used_at = $3 where tenant_id = $1 and id = $2', [
      token.tenant_id,
      token.id,
      now,
    ]);
  const account = await findPerson(tx, token.tenant_id, token.account_id);
  const { maker_id: makerId, calls, is_directory: isDirectory } = token;
  return account && { ...account, mayLogIn: true, makerId: makerId ?? account.id, calls, isDirectory };
}

interface Token {
  readonly tenant_id: number;
  readonly id: number;
  readonly account_id: number;
  /** Null only if its person is deleted. */
  readonly maker_id: number | null;
  readonly calls: readonly string[];
  readonly is_directory: boolean;
  readonly is_use_noted: boolean;
}
