import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP } from 'node:net';
import { seconds } from '../../../platform/server/clock.ts';
import { HostRefused, type OutgoingHosts } from '../../../platform/server/outgoing.ts';
import type { NoShopAnswer } from '../log-words.ts';
import { reachedAt } from './sandbox-address.ts';

/** Which shops are reached, and how. */
export interface ReachableShops {
  readonly hosts: OutgoingHosts;
  /** Where the shop inside the product listens, if there is one. */
  readonly sandboxShop?: string | null;
}

/** What a shop has answered over HTTP. */
export interface ShopAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/** Thrown where a shop gives no answer; it names neither the body nor the secret. */
export class ShopSilent extends Error {
  readonly reason: NoShopAnswer;
  /** The message may have arrived, and nobody knows what came of it. */
  readonly mayHaveArrived: boolean;

  constructor(reason: NoShopAnswer, mayHaveArrived = false) {
    super(reason);
    this.reason = reason;
    this.mayHaveArrived = mayHaveArrived;
  }
}

const patience = seconds(30);
const longestAnswer = 2 * 1024 * 1024;

/**
 * Sends a message of cXML to the address that an administrator has given, at the very network address that was looked at,
 * and follows nobody elsewhere: an answer that redirects is an answer like any other.
 */
export async function callShop(
  address: string,
  message: string,
  { hosts, sandboxShop }: ReachableShops,
): Promise<ShopAnswer> {
  const { url, isSandbox } = reachedAt(address, sandboxShop);
  // The product has opened that one itself.
  const host = isSandbox ? url.hostname : await addressOf(url, hosts);
  const family = isIP(host) === 6 ? 6 : 4;
  const send = url.protocol === 'https:' ? requestHttps : requestHttp;
  const body = Buffer.from(message);
  const { promise, resolve, reject } = Promise.withResolvers<ShopAnswer>();
  const call = send(url, {
    method: 'POST',
    agent: false,
    headers: {
      'content-type': 'text/xml; charset=UTF-8',
      'content-length': body.length,
      accept: 'text/xml, application/xml',
      'user-agent': 'Kontor',
    },
    // Whoever answers for the name could answer otherwise the next time.
    lookup: (_name, { all }, answer) => {
      if (all) answer(null, [{ address: host, family }]);
      else answer(null, host, family);
    },
    signal: AbortSignal.timeout(patience),
  });
  let isConnected = false;
  call.on('socket', (socket) =>
    socket.once(url.protocol === 'https:' ? 'secureConnect' : 'connect', () => {
      isConnected = true;
    }),
  );
  call.on('error', (error) =>
    reject(new ShopSilent(isTimeout(error) ? 'too_slow' : 'unreachable', isConnected)),
  );
  call.on('response', (response) => {
    const pieces: Buffer[] = [];
    let length = 0;
    response.on('data', (piece: Buffer) => {
      length += piece.length;
      pieces.push(piece);
      if (length <= longestAnswer) return;
      reject(new ShopSilent('too_large', true));
      call.destroy();
    });
    response.on('error', () => reject(new ShopSilent('unreachable', true)));
    response.on('aborted', () => reject(new ShopSilent('unreachable', true)));
    response.on('end', () =>
      resolve({
        status: response.statusCode ?? 0,
        headers: Object.fromEntries(
          Object.entries(response.headers).map(([name, value]) => [name, String(value)]),
        ),
        body: Buffer.concat(pieces),
      }),
    );
  });
  call.end(body);
  return await promise;
}

async function addressOf(url: URL, hosts: OutgoingHosts): Promise<string> {
  try {
    return await hosts.addressOf(url.hostname.replace(/^\[|\]$/g, ''));
  } catch (error) {
    if (!(error instanceof HostRefused)) throw error;
    throw new ShopSilent(error.reason === 'private' ? 'host_private' : 'host_not_found');
  }
}

function isTimeout(error: Error): boolean {
  return error.name === 'AbortError' || error.name === 'TimeoutError';
}
