import { isIPv6 } from 'node:net';
import type { FastifyRequest } from 'fastify';
import type { Clock } from '../clock.ts';
import { RefusedForNow } from '../refused-for-now.ts';

/** Number of clients remembered per process; the least recently seen is dropped first. */
const remembered = 10_000;

/**
 * A hook that allows each client `burst` requests at once and `perSecond` on average, per process. Keeps floods away
 * from public routes; limits that must hold across machines are counted in the database.
 */
export function createRateLimit(
  clock: Clock,
  { burst, perSecond }: { readonly burst: number; readonly perSecond: number },
): (request: FastifyRequest) => Promise<void> {
  const clients = new Map<string, { left: number; at: number }>();
  return async (request) => {
    const key = clientNetwork(request.ip);
    const now = clock.now().getTime();
    const former = clients.get(key) ?? { left: burst, at: now };
    const refilled = former.left + (Math.max(0, now - former.at) / 1000) * perSecond;
    const left = Math.min(burst, refilled) - 1;
    clients.delete(key);
    clients.set(key, { left: Math.max(left, 0), at: now });
    if (clients.size > remembered) clients.delete(clients.keys().next().value ?? key);
    if (left < 0) throw new RefusedForNow(Math.ceil(-left / perSecond));
  };
}

/**
 * The part of a client's address that limits count: a 64-bit network for IPv6, whose users may choose addresses in
 * it, one address for IPv4.
 */
export function clientNetwork(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '').replace(/%.*$/, '');
  if (!isIPv6(plain)) return plain;
  const [head = '', tail = ''] = plain.split('::');
  const start = head === '' ? [] : head.split(':');
  const end = tail === '' ? [] : tail.split(':');
  const groups = plain.includes('::')
    ? [...start, ...Array<string>(Math.max(0, 8 - start.length - end.length)).fill('0'), ...end]
    : start;
  return `${groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group || '0', 16).toString(16))
    .join(':')}::/64`;
}
