import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP } from 'node:net';
import { seconds } from './clock.ts';
import { HostRefused, type OutgoingHosts } from './outgoing.ts';
import { callSpan } from './telemetry/tracing.ts';

/** Why a host gave no answer. */
export type NoAnswerReason = 'host_not_found' | 'host_private' | 'unreachable' | 'too_slow' | 'too_large';

/** Thrown when a host gives no answer; contains neither body nor header. */
export class NotReached extends Error {
  readonly reason: NoAnswerReason;
  /** The message may have arrived, with unknown outcome. */
  readonly mayHaveArrived: boolean;

  constructor(reason: NoAnswerReason, mayHaveArrived = false) {
    super(reason);
    this.reason = reason;
    this.mayHaveArrived = mayHaveArrived;
  }
}

export interface PinnedAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

export interface PinnedCall {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Buffer;
  /** Which hosts may be reached; null for a host that the product started itself. */
  readonly hosts: OutgoingHosts | null;
  /** Limit of the answer, in bytes. */
  readonly longest: number;
  /** Time limit for the whole call in milliseconds; half a minute if missing. */
  readonly patience?: number;
}

/**
 * Calls an address entered by a user (TECH-11). Connects to the resolved address that was checked, and follows no
 * redirects. Throws `NotReached`.
 */
export async function callPinned(url: URL, call: PinnedCall): Promise<PinnedAnswer> {
  return await callSpan(call.method, async (traced, answered) => {
    const answer = await sendPinned(url, { ...call, headers: { ...call.headers, ...traced } });
    answered(answer.status);
    return answer;
  });
}

async function sendPinned(url: URL, call: PinnedCall): Promise<PinnedAnswer> {
  const { method, headers, body, hosts, longest, patience = seconds(30) } = call;
  const host = hosts === null ? url.hostname : await addressOf(url, hosts);
  const family = isIP(host) === 6 ? 6 : 4;
  const send = url.protocol === 'https:' ? requestHttps : requestHttp;
  const { promise, resolve, reject } = Promise.withResolvers<PinnedAnswer>();
  const request = send(url, {
    method,
    agent: false,
    headers: { ...headers, ...(body && { 'content-length': body.length }), 'user-agent': 'Kontor' },
    // Prevents a second DNS lookup, which could give another address.
    lookup: (_name, { all }, answer) => {
      if (all) answer(null, [{ address: host, family }]);
      else answer(null, host, family);
    },
    signal: AbortSignal.timeout(patience),
  });
  let isConnected = false;
  request.on('socket', (socket) =>
    socket.once(url.protocol === 'https:' ? 'secureConnect' : 'connect', () => {
      isConnected = true;
    }),
  );
  request.on('error', (error) =>
    reject(new NotReached(isTimeout(error) ? 'too_slow' : 'unreachable', isConnected)),
  );
  request.on('response', (response) => {
    const pieces: Buffer[] = [];
    let length = 0;
    response.on('data', (piece: Buffer) => {
      length += piece.length;
      pieces.push(piece);
      if (length <= longest) return;
      reject(new NotReached('too_large', true));
      request.destroy();
    });
    response.on('error', () => reject(new NotReached('unreachable', true)));
    response.on('aborted', () => reject(new NotReached('unreachable', true)));
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
  request.end(body);
  return await promise;
}

async function addressOf(url: URL, hosts: OutgoingHosts): Promise<string> {
  try {
    return await hosts.addressOf(url.hostname.replace(/^\[|\]$/g, ''));
  } catch (error) {
    if (!(error instanceof HostRefused)) throw error;
    throw new NotReached(error.reason === 'private' ? 'host_private' : 'host_not_found');
  }
}

function isTimeout(error: Error): boolean {
  return error.name === 'AbortError' || error.name === 'TimeoutError';
}
