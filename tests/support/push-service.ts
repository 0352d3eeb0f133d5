import {
  createDecipheriv,
  createECDH,
  createPublicKey,
  hkdfSync,
  randomBytes,
  randomUUID,
} from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { jwtVerify } from 'jose';

/** A message as it arrived for a browser, decrypted. */
export interface PushedMessage {
  readonly path: string;
  readonly ttl: number;
  readonly topic: string;
  readonly urgency: string;
  /** As the service worker reads it. */
  readonly content: Readonly<Record<string, string>>;
  /** The verified claims of the sender (RFC 8292). */
  readonly claims: Readonly<Record<string, unknown>>;
  /** What only the push service sees. */
  readonly encrypted: Buffer;
}

export interface PushAnswer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
}

/** The subscription of a browser, in the fields of `POST /api/push`. */
export interface BrowserSubscription {
  readonly endpoint: string;
  readonly p256dh: string;
  readonly auth: string;
}

/**
 * A push service with its browsers (RFC 8030), that reads what it gets: it checks the sender's signature against the key of
 * the subscription (RFC 8292) and decrypts messages as the browser would (RFC 8291). A wrong one is answered with 400.
 */
export class PushService {
  readonly received: PushedMessage[] = [];
  /** Why messages were refused. */
  readonly refused: string[] = [];
  /** The next answers; the last one stays. */
  answers: PushAnswer[] = [{ status: 201 }];
  readonly #server: Server;
  readonly #browsers = new Map<string, Browser>();

  private constructor(server: Server) {
    this.#server = server;
  }

  static async start(): Promise<PushService> {
    const server = createServer();
    const service = new PushService(server);
    server.on('request', (request, response) => {
      const pieces: Buffer[] = [];
      request.on('data', (piece: Buffer) => pieces.push(piece));
      request.on('end', async () => {
        const headers = request.headers as Record<string, string>;
        const problem = await service.#take(request.url ?? '', headers, Buffer.concat(pieces));
        if (problem !== null) service.refused.push(problem);
        const { answers } = service;
        const answer = problem ? { status: 400 } : answers.length > 1 ? answers.shift() : answers[0];
        response.writeHead(answer?.status ?? 201, answer && 'headers' in answer ? answer.headers : {}).end();
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return service;
  }

  get origin(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** A browser subscribes for this application server key. */
  subscribe(publicKey: string): BrowserSubscription {
    const path = `/push/${randomUUID()}`;
    const pair = createECDH('prime256v1');
    pair.generateKeys();
    const auth = randomBytes(16);
    this.#browsers.set(path, { pair, auth, publicKey });
    return {
      endpoint: `${this.origin}${path}`,
      p256dh: pair.getPublicKey('base64url'),
      auth: auth.toString('base64url'),
    };
  }

  async stop(): Promise<void> {
    await new Promise((resolve) => this.#server.close(resolve));
  }

  /** Null if the message is right, else what is wrong. */
  async #take(path: string, headers: Record<string, string>, encrypted: Buffer): Promise<string | null> {
    const browser = this.#browsers.get(path);
    if (!browser) return 'no such subscription';
    try {
      const claims = await verified(headers.authorization ?? '', browser.publicKey, this.origin);
      const content = JSON.parse(decrypted(encrypted, browser));
      const { ttl, topic = '', urgency = '' } = headers;
      if (headers['content-encoding'] !== 'aes128gcm') return 'no encoding';
      if (!/^\d+$/.test(ttl ?? '')) return 'no TTL';
      if (!/^[\w-]{1,32}$/.test(topic)) return 'a wrong topic';
      this.received.push({ path, ttl: Number(ttl), topic, urgency, content, claims, encrypted });
      return null;
    } catch (error) {
      return String(error);
    }
  }
}

interface Browser {
  readonly pair: ReturnType<typeof createECDH>;
  readonly auth: Buffer;
  readonly publicKey: string;
}

async function verified(authorization: string, publicKey: string, origin: string) {
  const [, token = '', key] = /^vapid t=([\w.-]+), k=([\w-]+)$/.exec(authorization) ?? [];
  if (key !== publicKey) throw new Error('another sender than the subscription names');
  const point = Buffer.from(publicKey, 'base64url');
  const jwk = {
    ...{ kty: 'EC', crv: 'P-256' },
    x: point.toString('base64url', 1, 33),
    y: point.toString('base64url', 33),
  };
  const { payload } = await jwtVerify(token, createPublicKey({ key: jwk, format: 'jwk' }), {
    ...{ algorithms: ['ES256'], audience: origin, requiredClaims: ['exp', 'sub'] },
  });
  if ((payload.exp ?? 0) * 1000 > Date.now() + 86_400_000) throw new Error('a token of more than a day');
  return payload;
}

/** Decrypts one record as a browser does (RFC 8291, RFC 8188). */
function decrypted(body: Buffer, { pair, auth }: Browser): string {
  const salt = body.subarray(0, 16);
  if (body.readUInt32BE(16) < 18 || body.readUInt8(20) !== 65) throw new Error('a wrong header');
  const [sender, record] = [body.subarray(21, 86), body.subarray(86)];
  const derive = (secret: Buffer, salted: Buffer, info: Buffer, length: number) =>
    Buffer.from(hkdfSync('sha256', secret, salted, info, length));
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), pair.getPublicKey(), sender]);
  const secret = derive(pair.computeSecret(sender), auth, info, 32);
  const key = derive(secret, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16);
  const nonce = derive(secret, salt, Buffer.from('Content-Encoding: nonce\0'), 12);
  const decipher = createDecipheriv('aes-128-gcm', key, nonce);
  decipher.setAuthTag(record.subarray(-16));
  const padded = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()]);
  const end = padded.lastIndexOf(2);
  if (end === -1 || padded.subarray(end + 1).some((byte) => byte !== 0)) throw new Error('a wrong end');
  return padded.subarray(0, end).toString('utf8');
}
