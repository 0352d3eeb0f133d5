import type { FastifyRequest } from 'fastify';

const forwardingHeaders = [
  'forwarded',
  'via',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-real-ip',
];

/**
 * Whether a request comes from this machine and not through a proxy on it. An additional check for routes that exist
 * on loopback addresses only: a proxy without forwarding headers still reveals itself by its host.
 */
export function isFromThisMachine(request: FastifyRequest): boolean {
  const isLocalName = /^(localhost|127\.0\.0\.1)(:\d+)?$/i.test(request.headers.host ?? '');
  const address = request.socket.remoteAddress ?? '';
  const isLocalPeer = /^(::1|(::ffff:)?127\.[\d.]+)$/.test(address);
  return isLocalName && isLocalPeer && !forwardingHeaders.some((name) => name in request.headers);
}
