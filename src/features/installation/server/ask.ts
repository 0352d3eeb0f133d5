import { type IncomingMessage, Agent as PlainAgent, request as requestPlain } from 'node:http';
import { request as requestTls, Agent as TlsAgent } from 'node:https';
import { TLSSocket } from 'node:tls';
import { seconds } from '../../../platform/server/clock.ts';

export interface Question {
  readonly method?: 'GET' | 'POST';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Buffer;
}

export interface Reply {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  readonly text: string;
  /** Arrival of the first and last byte of the body, in milliseconds. */
  readonly firstAt: number;
  readonly lastAt: number;
  /** Expiry of the server certificate; null without one. */
  readonly certificateEndsAt: Date | null;
}

/** Why there was no answer. */
export class Silence extends Error {
  readonly code: string;

  constructor(error: NodeJS.ErrnoException) {
    super(error.message);
    this.code = error.code ?? 'no answer';
  }
}

const patience = seconds(20);
const longestAnswer = 256 * 1024;

/**
 * Requests an address like a browser, with certificate checks but without redirects; headers may set the host name,
 * and the reply contains times.
 * @throws Silence without an answer
 */
export function askAddress(url: string, { method = 'GET', headers = {}, body }: Question): Promise<Reply> {
  const isTls = url.startsWith('https:');
  const open = isTls ? requestTls : requestPlain;
  const agent = isTls ? new TlsAgent({ keepAlive: false }) : new PlainAgent({ keepAlive: false });
  return new Promise((resolve, reject) => {
    const fail = (error: NodeJS.ErrnoException) => reject(new Silence(error));
    const length = body ? { 'content-length': String(body.length) } : {};
    const request = open(url, { method, headers: { ...length, ...headers }, agent }, (response) => {
      const certificateEndsAt = endOfCertificate(response);
      replyOf(response).then((reply) => resolve({ ...reply, certificateEndsAt }), fail);
    });
    const late = setTimeout(() => {
      request.destroy(Object.assign(new Error('no answer in time'), { code: 'ETIMEDOUT' }));
    }, patience);
    request.once('close', () => clearTimeout(late)).once('error', fail);
    request.end(body);
  });
}

async function replyOf(response: IncomingMessage): Promise<Omit<Reply, 'certificateEndsAt'>> {
  const pieces: Buffer[] = [];
  let length = 0;
  let firstAt: number | undefined;
  for await (const piece of response as AsyncIterable<Buffer>) {
    firstAt ??= performance.now();
    length += piece.length;
    if (length > longestAnswer) break;
    pieces.push(piece);
  }
  const lastAt = performance.now();
  return {
    status: response.statusCode ?? 0,
    headers: response.headers,
    text: Buffer.concat(pieces).toString('utf8'),
    firstAt: firstAt ?? lastAt,
    lastAt,
  };
}

function endOfCertificate({ socket }: IncomingMessage): Date | null {
  if (!(socket instanceof TLSSocket)) return null;
  const { valid_to: end } = socket.getPeerCertificate();
  return end ? new Date(end) : null;
}
