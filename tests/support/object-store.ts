import { createHash, createHmac, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** How the store of tests fails; each fault is counted down by the calls that meet it. */
export type StoreFault =
  | 'slow_down'
  | 'internal_error'
  | 'denied'
  /** The call is carried out, but its answer never comes. */
  | 'lost_answer'
  /** The connection ends in the middle of a call that is not carried out. */
  | 'half_upload'
  /** A part of an answer is cut off. */
  | 'half_answer';

export interface StoreVersion {
  readonly id: string;
  readonly bytes: Buffer;
  readonly headers: Readonly<Record<string, string>>;
  lockedUntil: Date | null;
}

/** A store of one bucket in memory, strict about signatures and checksums. */
export interface TestStore {
  /** The value of FILES_URL. */
  readonly url: string;
  readonly objects: Map<string, StoreVersion[]>;
  readonly uploads: Map<string, { readonly key: string; readonly parts: Map<number, Buffer> }>;
  /** Every call so far: method, path and query. */
  readonly calls: string[];
  /** Lets the next calls whose line matches fail. */
  fail(fault: StoreFault, times: number, line?: RegExp): void;
  /** By how much its clock differs, in milliseconds. */
  skew: number;
  isAway: boolean;
  hasBucket: boolean;
  close(): Promise<void>;
}

const keyId = 'KONTORTEST';
const secret = 'a-secret/with+signs=';
const region = 'eu-test-1';
const bucket = 'kontor-files';

/** Starts a store; with `hasLock` its bucket offers Object Lock and keeps versions. */
export async function startTestStore({ hasLock = false } = {}): Promise<TestStore> {
  const faults: { fault: StoreFault; left: number; line: RegExp }[] = [];
  const server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  const store: TestStore = {
    url: `http://${keyId}:${encodeURIComponent(secret)}@127.0.0.1:${port}/${bucket}/files?region=${region}`,
    objects: new Map(),
    uploads: new Map(),
    calls: [],
    fail: (fault, times, line = /./) => void faults.push({ fault, left: times, line }),
    skew: 0,
    isAway: false,
    hasBucket: true,
    close: async () => {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const line = `${request.method} ${request.url}`;
    store.calls.push(line);
    if (store.isAway) return void request.socket.destroy();
    const met = faults.find((one) => one.left > 0 && one.line.test(line));
    if (met) met.left -= 1;
    const body = await bodyOf(request);
    if (met?.fault === 'half_upload') return void request.socket.destroy();
    const refused = (met && refusals[met.fault]) ?? refusedCall(request, body, store);
    const {
      status,
      headers = {},
      bytes = Buffer.alloc(0),
    } = refused ?? carriedOut(store, callOf(request, body), hasLock);
    if (met?.fault === 'lost_answer') return void request.socket.destroy();
    response.writeHead(status, { ...headers, 'content-length': bytes.length });
    if (met?.fault === 'half_answer') {
      response.write(bytes.subarray(0, bytes.length / 2));
      return void response.destroy();
    }
    response.end(bytes);
  };
  return store;
}

interface Answer {
  readonly status: number;
  readonly headers?: Record<string, string>;
  readonly bytes?: Buffer;
}

function refusal(status: number, code: string): Answer {
  return { status, bytes: Buffer.from(`<?xml version="1.0"?><Error><Code>${code}</Code></Error>`) };
}

const refusals: Partial<Record<StoreFault, Answer>> = {
  slow_down: refusal(503, 'SlowDown'),
  internal_error: refusal(500, 'InternalError'),
  denied: refusal(403, 'AccessDenied'),
};

function xml(text: string): Answer {
  return { status: 200, bytes: Buffer.from(`<?xml version="1.0" encoding="UTF-8"?>${text}`) };
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(piece as Buffer);
  return Buffer.concat(pieces);
}

const sha256 = (text: string | Buffer): Buffer => createHash('sha256').update(text).digest();
const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();
const encoded = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);

/** Checks signature 4, clock, bucket and checksums, as S3 does; null where all is well. */
function refusedCall(request: IncomingMessage, body: Buffer, store: TestStore): Answer | null {
  const headers = request.headers as Readonly<Record<string, string | undefined>>;
  const found =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, SignedHeaders=([a-z0-9;-]+), Signature=([0-9a-f]{64})$/.exec(
      headers.authorization ?? '',
    );
  const [, id, day = '', signedRegion, names = '', signature] = found ?? [];
  if (!found) return refusal(403, 'AccessDenied');
  if (id !== keyId) return refusal(403, 'InvalidAccessKeyId');
  if (signedRegion !== region) return refusal(400, 'AuthorizationHeaderMalformed');
  const at = headers['x-amz-date'] ?? '';
  const when = Date.parse(at.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'));
  if (!(Math.abs(when - Date.now() - store.skew) < 15 * 60_000)) return refusal(403, 'RequestTimeTooSkewed');
  const signed = names.split(';');
  const amz = Object.keys(headers).filter((name) => name.startsWith('x-amz-') || name === 'content-md5');
  if (!signed.includes('host') || amz.some((name) => !signed.includes(name)))
    return refusal(403, 'AccessDenied');
  const url = new URL(request.url ?? '/', `http://${headers.host}`);
  const query = [...url.searchParams]
    .map(([name, value]) => `${encoded(name)}=${encoded(value)}`)
    .sort()
    .join('&');
  const contentHash = headers['x-amz-content-sha256'] ?? '';
  const canonical = [
    request.method,
    url.pathname
      .split('/')
      .map((part) => encoded(decodeURIComponent(part)))
      .join('/'),
    query,
    ...signed.map((name) => `${name}:${(headers[name] ?? '').trim().replace(/ +/g, ' ')}`),
    '',
    names,
    contentHash,
  ].join('\n');
  const scope = `${day}/${region}/s3/aws4_request`;
  const signing = hmac(hmac(hmac(hmac(`AWS4${secret}`, day), region), 's3'), 'aws4_request');
  const text = ['AWS4-HMAC-SHA256', at, scope, sha256(canonical).toString('hex')].join('\n');
  if (hmac(signing, text).toString('hex') !== signature) return refusal(403, 'SignatureDoesNotMatch');
  if (sha256(body).toString('hex') !== contentHash) return refusal(400, 'XAmzContentSHA256Mismatch');
  const checksum = headers['x-amz-checksum-sha256'];
  if (checksum !== undefined && sha256(body).toString('base64') !== checksum)
    return refusal(400, 'BadDigest');
  if (!store.hasBucket || url.pathname.split('/')[1] !== bucket) return refusal(404, 'NoSuchBucket');
  return null;
}

interface Call {
  readonly method: string;
  readonly key: string;
  readonly query: URLSearchParams;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

function callOf(request: IncomingMessage, body: Buffer): Call {
  const url = new URL(request.url ?? '/', 'http://store');
  const [, , ...parts] = url.pathname.split('/');
  const headers = request.headers as Record<string, string>;
  return { method: request.method ?? '', key: parts.join('/'), query: url.searchParams, headers, body };
}

function carriedOut(store: TestStore, call: Call, hasLock: boolean): Answer {
  const { method, key, query } = call;
  if (key === '') return aboutBucket(store, query, hasLock);
  if (method === 'POST' || query.has('uploadId')) return inParts(store, call, hasLock);
  if (method === 'PUT' && query.has('retention')) return locked(store, call, hasLock);
  if (method === 'PUT') return put(store, call, call.body, hasLock);
  const versions = store.objects.get(key) ?? [];
  if (method === 'DELETE') return deleted(store, call, versions, hasLock);
  const latest = versions.at(-1);
  if (!latest) return refusal(404, 'NoSuchKey');
  const [, from = '0', to = ''] = /^bytes=(\d+)-(\d+)$/.exec(call.headers.range ?? '') ?? [];
  if (to === '') return { status: 200, bytes: latest.bytes };
  if (Number(from) >= latest.bytes.length) return refusal(416, 'InvalidRange');
  return { status: 206, bytes: latest.bytes.subarray(Number(from), Number(to) + 1) };
}

function aboutBucket(store: TestStore, query: URLSearchParams, hasLock: boolean): Answer {
  const prefix = query.get('prefix') ?? '';
  if (query.has('object-lock'))
    return hasLock
      ? xml(
          '<ObjectLockConfiguration><ObjectLockEnabled>Enabled</ObjectLockEnabled></ObjectLockConfiguration>',
        )
      : refusal(404, 'ObjectLockConfigurationNotFoundError');
  if (query.has('versioning'))
    return xml(
      `<VersioningConfiguration>${hasLock ? '<Status>Enabled</Status>' : ''}</VersioningConfiguration>`,
    );
  if (query.has('uploads'))
    return xml(
      `<ListMultipartUploadsResult>${[...store.uploads]
        .filter(([, { key }]) => key.startsWith(prefix))
        .map(([id, { key }]) => `<Upload><Key>${key}</Key><UploadId>${id}</UploadId></Upload>`)
        .join('')}</ListMultipartUploadsResult>`,
    );
  const keys = [...store.objects.keys()].filter((key) => key.startsWith(prefix)).toSorted();
  if (query.has('versions'))
    return xml(
      `<ListVersionsResult>${keys
        .flatMap((key) => (store.objects.get(key) ?? []).map(({ id }) => [key, id]))
        .map(([key, id]) => `<Version><Key>${key}</Key><VersionId>${id}</VersionId></Version>`)
        .join('')}</ListVersionsResult>`,
    );
  const after = keys.filter((key) => key > (query.get('start-after') ?? ''));
  return xml(
    `<ListBucketResult><IsTruncated>${after.length > 3}</IsTruncated>${after
      .slice(0, 3)
      .map(
        (key) =>
          `<Contents><Key>${key}</Key><Size>${store.objects.get(key)?.at(-1)?.bytes.length}</Size></Contents>`,
      )
      .join('')}</ListBucketResult>`,
  );
}

function put(store: TestStore, { key, headers }: Call, bytes: Buffer, hasLock: boolean): Answer {
  const until = headers['x-amz-object-lock-retain-until-date'];
  if (until !== undefined && (!hasLock || !(Date.parse(until) > Date.now())))
    return refusal(400, 'InvalidRequest');
  const version = {
    id: hasLock ? randomUUID() : 'null',
    bytes,
    headers,
    lockedUntil: until === undefined ? null : new Date(until),
  };
  store.objects.set(key, hasLock ? [...(store.objects.get(key) ?? []), version] : [version]);
  return { status: 200, headers: { etag: `"${sha256(bytes).toString('hex').slice(0, 32)}"` } };
}

function locked(store: TestStore, { key, body, headers }: Call, hasLock: boolean): Answer {
  const latest = store.objects.get(key)?.at(-1);
  if (!hasLock || headers['content-md5'] === undefined) return refusal(400, 'InvalidRequest');
  if (!latest) return refusal(404, 'NoSuchKey');
  const until = /<RetainUntilDate>([^<]+)</.exec(body.toString())?.[1] ?? '';
  const end = new Date(until);
  if (latest.lockedUntil && end < latest.lockedUntil) return refusal(403, 'AccessDenied');
  latest.lockedUntil = end;
  return { status: 200 };
}

function deleted(store: TestStore, { key, query }: Call, versions: StoreVersion[], hasLock: boolean): Answer {
  const id = query.get('versionId');
  const chosen = hasLock ? versions.find((version) => version.id === id) : versions[0];
  if (chosen?.lockedUntil && chosen.lockedUntil.getTime() > Date.now()) return refusal(403, 'AccessDenied');
  const rest = versions.filter((version) => version !== chosen);
  if (rest.length > 0) store.objects.set(key, rest);
  else store.objects.delete(key);
  return { status: 204 };
}

function inParts(store: TestStore, call: Call, hasLock: boolean): Answer {
  const { method, key, query, body } = call;
  if (query.has('uploads')) {
    const id = randomUUID();
    store.uploads.set(id, { key, parts: new Map() });
    const algorithm = call.headers['x-amz-checksum-algorithm'];
    return {
      ...xml(`<InitiateMultipartUploadResult><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`),
      headers: algorithm === undefined ? {} : { 'x-amz-checksum-algorithm': algorithm },
    };
  }
  const id = query.get('uploadId') ?? '';
  const upload = store.uploads.get(id);
  if (!upload || upload.key !== key) return refusal(404, 'NoSuchUpload');
  if (method === 'DELETE') {
    store.uploads.delete(id);
    return { status: 204 };
  }
  if (method === 'PUT') {
    upload.parts.set(Number(query.get('partNumber')), body);
    return { status: 200, headers: { etag: `"${sha256(body).toString('hex').slice(0, 32)}"` } };
  }
  const parts = [...upload.parts].toSorted(([first], [second]) => first - second).map(([, bytes]) => bytes);
  const named = [...body.toString().matchAll(/<ChecksumSHA256>([^<]+)</g)].map(([, one]) => one);
  const isRight = parts.every((bytes, place) => sha256(bytes).toString('base64') === named[place]);
  if (!isRight || named.length !== parts.length) return refusal(400, 'InvalidPart');
  if (parts.slice(0, -1).some((bytes) => bytes.length < 5 * 1024 * 1024))
    return refusal(400, 'EntityTooSmall');
  store.uploads.delete(id);
  put(store, call, Buffer.concat(parts), hasLock);
  return xml('<CompleteMultipartUploadResult></CompleteMultipartUploadResult>');
}
