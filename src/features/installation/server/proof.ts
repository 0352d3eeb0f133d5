import { timingSafeEqual } from 'node:crypto';
import type { Clock } from '../../../platform/server/clock.ts';
import { minutes } from '../../../platform/server/clock.ts';
import type { Secrets } from '../../../platform/server/secrets.ts';

/** As far as the clocks of two machines may be apart; a proof that somebody has seen is good for no longer. */
const longest = minutes(5);

/** What whoever has `SECRET_KEY` can say now, and nobody else. */
export function proofOf(secrets: Secrets, clock: Clock): string {
  const moment = String(clock.now().getTime());
  return `${moment}.${secrets.installationProof(moment)}`;
}

/** Whether a header was written by somebody who has our key, within the last minutes. */
export function isProof(secrets: Secrets, clock: Clock, header: unknown): boolean {
  const [, moment, signature] =
    typeof header === 'string' ? (/^(\d{13})\.([\w-]{43})$/.exec(header) ?? []) : [];
  if (moment === undefined || signature === undefined) return false;
  if (Math.abs(clock.now().getTime() - Number(moment)) > longest) return false;
  return timingSafeEqual(Buffer.from(signature), Buffer.from(secrets.installationProof(moment)));
}
