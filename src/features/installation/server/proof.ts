import { timingSafeEqual } from 'node:crypto';
import type { Clock } from '../../../platform/server/clock.ts';
import { minutes } from '../../../platform/server/clock.ts';
import type { Secrets } from '../../../platform/server/secrets.ts';

/** Tolerated difference between two machines' clocks, and lifetime of an intercepted proof. */
const longest = minutes(5);

/** A proof that the caller has `SECRET_KEY`. */
export function proofOf(secrets: Secrets, clock: Clock): string {
  const moment = String(clock.now().getTime());
  return `${moment}.${secrets.installationProof(moment)}`;
}

/** Whether a header contains a proof of our key from the last minutes. */
export function isProof(secrets: Secrets, clock: Clock, header: unknown): boolean {
  const [, moment, signature] =
    typeof header === 'string' ? (/^(\d{13})\.([\w-]{43})$/.exec(header) ?? []) : [];
  if (moment === undefined || signature === undefined) return false;
  if (Math.abs(clock.now().getTime() - Number(moment)) > longest) return false;
  return timingSafeEqual(Buffer.from(signature), Buffer.from(secrets.installationProof(moment)));
}
