import type { FastifyReply, FastifyRequest } from 'fastify';
import { days } from '../../../platform/server/clock.ts';
import { randomToken, type Secrets } from '../../../platform/server/secrets.ts';

/** What a device cookie is made with. */
export interface MarkParts {
  readonly secrets: Secrets;
  readonly publicUrl: string;
}

/** A device is remembered for this long without a login. */
const lifetime = days(365) / 1000;

/**
 * Sets a cookie that marks the browser as known for the person's address. Login mails of known devices are counted
 * separately, so that others cannot exhaust the limit (AUTH-05). The cookie grants no access and scripts cannot read
 * it.
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

/** The id of the requesting device if it is marked for this address, else null. */
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

/** One cookie per address, for people who share a browser. */
function nameOf(secrets: Secrets, address: string): string {
  return `device_${secrets.addressDigest(address).toString('hex').slice(0, 8)}`;
}
