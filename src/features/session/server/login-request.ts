import { after, type Clock, minutes } from '../../../platform/server/clock.ts';
import type { Database, Tx } from '../../../platform/server/database.ts';
import { RefusedForNow } from '../../../platform/server/refused-for-now.ts';
import type { Secrets } from '../../../platform/server/secrets.ts';

/** What a person typed into the login page, checked. */
export interface LoginRequest {
  readonly email: string;
  /** Null: all tenants that know the address (AUTH-03). */
  readonly tenant: string | null;
  /** A path within the product, to come back to. */
  readonly returnTo: string | null;
  readonly clientNetwork: string;
}

/** Login mails within this time are counted (AUTH-05). */
const period = minutes(15);
const limits = { perAddressAndClient: 5, perAddress: 20, perClient: 200 };

/**
 * Counts the request and leaves the search for the person to the worker: what happens here, and how long it
 * takes, does not depend on whether the address is known (AUTH-06). Refuses when a limit is reached.
 */
export async function requestLogin(
  { database, secrets, clock }: { database: Database; secrets: Secrets; clock: Clock },
  request: LoginRequest,
): Promise<void> {
  const digest = secrets.addressDigest(request.email);
  await database.atGate(async (tx) => {
    await refuseFlood(tx, digest, request.clientNetwork, clock.now());
    await tx.query('insert into login_request (email_hash, client_address, created_at) values ($1, $2, $3)', [
      digest,
      request.clientNetwork,
      clock.now(),
    ]);
    await tx.query('select app.enqueue_login($1, $2, $3)', [request.email, request.tenant, request.returnTo]);
  });
}

interface Counts {
  readonly both: number;
  readonly address: number;
  readonly client: number;
}

async function refuseFlood(tx: Tx, digest: Buffer, client: string, now: Date): Promise<void> {
  // Requests of one client, and then of one address, wait for each other, so that none slips past the count.
  await tx.query('select pg_advisory_xact_lock(hashtextextended($1, 1))', [client]);
  await tx.query("select pg_advisory_xact_lock(hashtextextended(encode($1, 'hex'), 2))", [digest]);
  const counts = await tx.one<Counts>(
    `select
       (count(*) filter (where email_hash = $1 and client_address = $2))::integer as both,
       (count(*) filter (where email_hash = $1))::integer as address,
       (count(*) filter (where client_address = $2))::integer as client
     from login_request
     where (email_hash = $1 or client_address = $2) and created_at > $3`,
    [digest, client, after(now, -period)],
  );
  const isFlood =
    counts.both >= limits.perAddressAndClient ||
    counts.address >= limits.perAddress ||
    counts.client >= limits.perClient;
  if (isFlood) throw new RefusedForNow(period / 1000);
}
