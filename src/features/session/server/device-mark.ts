import type { FastifyReply, FastifyRequest } from 'fastify';
import { days } from '../../../platform/server/clock.ts';
import { randomToken, type Secrets } from '../../../platform/server/secrets.ts';

/** What the mark of a device is made with. */
export interface MarkParts {
  readonly secrets: Secrets;
  readonly publicUrl: string;
}

/** As long as a person may stay away and still be known by his device. */
const lifetime = days(365) / 1000;

/**
 * Marks the browser in which somebody has logged in, for his address alone, so that its login mails are counted by
 * themselves and nobody can use them up (AUTH-05). The mark opens nothing, and no script reads it.
 */
export function markDevice(
  reply: FastifyReply,
  { secrets, publicUrl }: MarkParts,
  email: string,
): FastifyReply {
  const address = email.toLowerCase();
  const id = randomToken();
  const mark = `${nameOf(secrets, address)}=${id}.${secrets.deviceMark(id, address)}`;
  const secure = publicUrl.startsWith('https:') ? '; Secure' : '';
  return reply.header(
    'set-cookie',
    `${mark}; Path=/api/auth; Max-Age=${lifetime}; HttpOnly; SameSite=Strict${secure}`,
  );
}

/** The device that asks, where it is marked for this address; null for all others. */
export function markedDevice(
  request: FastifyRequest,
  { secrets }: Pick<MarkParts, 'secrets'>,
  address: string,
): string | null {
  const wanted = `${nameOf(secrets, address)}=`;
  const given = (request.headers.cookie ?? '').split(/;\s*/).find((each) => each.startsWith(wanted));
  const [id = '', mark = ''] = given?.slice(wanted.length).split('.') ?? [];
  return /^[\w-]{43}$/.test(id) && mark === secrets.deviceMark(id, address) ? id : null;
}

/** People who share a browser have a mark each. */
function nameOf(secrets: Secrets, address: string): string {
  return `device_${secrets.addressDigest(address).toString('hex').slice(0, 8)}`;
}
