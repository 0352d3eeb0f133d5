import { after, type Clock, days, minutes } from '../../../platform/server/clock.ts';
import type { Database, Tx } from '../../../platform/server/database.ts';
import { clientNetwork } from '../../../platform/server/http/http-rate-limit.ts';
import { RefusedForNow } from '../../../platform/server/refused-for-now.ts';
import type { Secrets } from '../../../platform/server/secrets.ts';

/** Validated input of the login page. */
export interface LoginRequest {
  readonly email: string;
  /** Null: all tenants that know the address (AUTH-03). */
  readonly tenant: string | null;
  /** Path within the product to return to. */
  readonly returnTo: string | null;
  readonly clientNetwork: string;
  /** The requesting device if it is marked for the address, else null. */
  readonly device: string | null;
}

/** Window in which login mails are counted (AUTH-05). */
const period = minutes(15);
const limits = { perAddressAndClient: 5, perAddress: 20, perClient: 200 };
/** Logins this recent make a network count as known (AUTH-05). */
const knownNetwork = days(90);

/**
 * Counts the request and leaves the lookup of the person to the worker, so that neither effect nor duration depends
 * on whether the address is known (AUTH-06). Refuses when a limit is reached.
 */
export async function requestLogin(
  { database, secrets, clock }: { database: Database; secrets: Secrets; clock: Clock },
  request: LoginRequest,
): Promise<void> {
  const digest = secrets.addressDigest(request.email);
  await database.atGate(async (tx) => {
    await refuseFlood(tx, digest, request, clock.now());
    const { email, tenant, returnTo } = request;
    const counted = [digest, clientOf(request), clock.now()];
    await tx.last(() =>
      Promise.all([
        tx.fixed(
          'insert into login_request (email_hash, client_address, created_at) values ($1, $2, $3)',
          counted,
        ),
        tx.fixed('select app.enqueue_login($1, $2, $3)', [email, tenant, returnTo]),
      ]),
    );
  });
}

interface Counts {
  readonly both: number;
  readonly address: number;
  readonly client: number;
}

/** A marked device is counted separately from its network. */
function clientOf({ clientNetwork: network, device }: LoginRequest): string {
  return device === null ? network : `${devicePrefix}${device}`;
}

const devicePrefix = 'device ';

async function refuseFlood(tx: Tx, digest: Buffer, request: LoginRequest, now: Date): Promise<void> {
  const client = clientOf(request);
  // Lock by client, then by address, so that concurrent requests cannot slip past the count.
  tx.send('select pg_advisory_xact_lock(hashtextextended($1, 1))', [client]);
  tx.send("select pg_advisory_xact_lock(hashtextextended(encode($1, 'hex'), 2))", [digest]);
  const counts = await tx.one<Counts>(
    `select
       (count(*) filter (where email_hash = $1 and client_address = $2))::integer as both,
       (count(*) filter (where email_hash = $1 and not starts_with(client_address, $4)))::integer as address,
       (count(*) filter (where client_address = $2))::integer as client
     from login_request
     where (email_hash = $1 or client_address = $2) and created_at > $3`,
    [digest, client, after(now, -period), devicePrefix],
  );
  const isFlood =
    counts.both >= limits.perAddressAndClient ||
    counts.client >= limits.perClient ||
    (counts.address >= limits.perAddress && !(await isKnown(tx, request, now)));
  if (isFlood) throw new RefusedForNow(period / 1000);
}

/**
 * Whether the request probably comes from the person: a device or network from which they logged in before. Checked
 * only once the address limit is reached, so that others cannot block a person's login mails.
 */
async function isKnown(tx: Tx, { email, device, clientNetwork: network }: LoginRequest, now: Date) {
  if (device !== null) return true;
  const sessions = await tx.query<{ client_address: string }>(
    `select distinct r.client_address from lb_user u
     join refresh_token r on r.tenant_id = u.tenant_id and r.lb_user_id = u.id and r.actor_id = u.id
     where lower(u.email) = $1 and r.created_at > $2 and r.client_address is not null`,
    [email, after(now, -knownNetwork)],
  );
  return sessions.some((session) => clientNetwork(session.client_address) === network);
}
