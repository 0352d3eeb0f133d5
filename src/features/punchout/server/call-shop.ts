import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP } from 'node:net';
import { seconds } from '../../../platform/server/clock.ts';
import { HostRefused, type OutgoingHosts } from '../../../platform/server/outgoing.ts';
import type { NoShopAnswer } from '../log-words.ts';
import { reachedAt } from './sandbox-address.ts';

/** Allowed hosts and the sandbox shop. */
export interface ReachableShops {
  readonly hosts: OutgoingHosts;
  /** Address of the built-in sandbox shop, if there is one. */
  readonly sandboxShop?: string | null;
}

/** A shop's HTTP response. */
export interface ShopAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/** Thrown when a shop gives no answer; contains neither body nor secret. */
export class ShopSilent extends Error {
  readonly reason: NoShopAnswer;
  /** The message may have arrived, with unknown outcome. */
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
 * Sends a cXML message to the address set by an administrator. Connects to the resolved address that was checked, and
 * does not follow redirects.
 */
export async function callShop(
  address: string,
  message: string,
  { hosts, sandboxShop }: ReachableShops,
): Promise<ShopAnswer> {
  const { url, isSandbox } = reachedAt(address, sandboxShop);
  // The product started this host itself.
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
    // Prevents a second DNS lookup, which could give another address.
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
