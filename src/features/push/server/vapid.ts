import { SignJWT } from 'jose';
import { after, hours } from '../../../platform/server/clock.ts';
import type { PushKey } from '../../../platform/server/secrets.ts';

/** Push services refuse tokens of more than a day. */
const lifetime = hours(12);

/**
 * The `Authorization` by which a push service knows the installation (RFC 8292). It is valid at the origin of this
 * address only.
 *
 * @param subject where the operators of the push service reach the installation: its public address
 */
export async function vapidOf(
  endpoint: string,
  { privateKey, publicKey }: PushKey,
  { subject, now }: { readonly subject: string; readonly now: Date },
): Promise<string> {
  const token = await new SignJWT()
    .setProtectedHeader({ alg: 'ES256', typ: 'JWT' })
    .setAudience(new URL(endpoint).origin)
    .setExpirationTime(after(now, lifetime))
    .setSubject(subject)
    .sign(privateKey);
  return `vapid t=${token}, k=${publicKey}`;
}
