import { after, minutes } from '../../../platform/server/clock.ts';
import type { Database } from '../../../platform/server/database.ts';
import { tokenDigest } from '../../../platform/server/secrets.ts';

/** The purpose and person that a challenge is bound to; the `state` of a single sign-on is one, too. */
export type ChallengePurpose =
  | 'login'
  | 'sign_on'
  | { readonly tenantId: number; readonly userId: number; readonly action: 'register' };

const lifetime = minutes(5);

/** Stores the digest of a challenge, by default for five minutes. */
export async function keepChallenge(
  database: Database,
  purpose: ChallengePurpose,
  challenge: string,
  now: Date,
  lasting = lifetime,
): Promise<void> {
  const kept = [digestOf(purpose, challenge), after(now, lasting)];
  await database.atGate(
    (tx) => tx.fixed('insert into passkey_challenge (challenge_hash, expires_at) values ($1, $2)', kept),
    { isOneStatement: true },
  );
}

/**
 * Whether the challenge was issued for this purpose and is still valid. Checking uses it up, whether or not the
 * answer verifies; of parallel checks exactly one succeeds.
 */
export async function takeChallenge(
  database: Database,
  purpose: ChallengePurpose,
  challenge: string,
  now: Date,
): Promise<boolean> {
  const taken = await database.atGate(
    (tx) =>
      tx.maybeOne<{ is_good: boolean }>(
        'delete from passkey_challenge where challenge_hash = $1 returning expires_at > $2 as is_good',
        [digestOf(purpose, challenge), now],
      ),
    { isOneStatement: true },
  );
  return taken?.is_good ?? false;
}

function digestOf(purpose: ChallengePurpose, challenge: string): Buffer {
  const words = typeof purpose === 'string' ? [purpose] : [purpose.action, purpose.tenantId, purpose.userId];
  return tokenDigest([...words, challenge].join(' '));
}
