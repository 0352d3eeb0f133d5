import { createHash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { AwsV4Signer } from 'aws4fetch';
import { seconds } from '../../clock.ts';
import { callHttp, type HttpAnswer, type HttpCall, NoAnswer } from '../../http-call.ts';
import type { OutgoingHosts } from '../../outgoing.ts';
import { callPinned, NotReached } from '../../pinned-call.ts';
import { FilesAway } from './files-away.ts';
import type { StoreAddress } from './store-address.ts';

export interface StoreCall {
  readonly method: 'GET' | 'PUT' | 'POST' | 'DELETE';
  /** Empty for the bucket itself. */
  readonly key?: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Buffer;
  /** Time limit for all attempts together, in milliseconds. */
  readonly patience: number;
}

/** Thrown for a refusal of the store about this call alone, such as `NoSuchKey`. */
export class StoreRefused extends FilesAway {
  readonly code: string;

  constructor(code: string, status: number) {
    super(`The object store answers ${status} ${code}.`);
    this.code = code;
  }
}

/** What an operator has to know about refusals that concern every call. */
const sentences: Readonly<Record<string, string>> = {
  RequestTimeTooSkewed:
    'The clock of this machine differs too much from the clock of the object store: synchronise it, for example with chrony.',
  NoSuchBucket: 'The bucket of FILES_URL does not exist.',
  InvalidAccessKeyId: 'The object store does not know the key of FILES_URL.',
  SignatureDoesNotMatch: 'The object store refuses the secret of FILES_URL.',
  PermanentRedirect: 'The bucket of FILES_URL is at another address: check host and region.',
  AuthorizationHeaderMalformed: 'The region of FILES_URL is wrong.',
};

const longestAttempt = seconds(30);
/** Of a store that a user entered, in bytes; nothing of it is read but short answers. */
const longestAnswer = 1024 * 1024;
const firstPause = 100;
const longestPause = seconds(3);

/**
 * Calls the store, signed (AWS signature 4, body included). What may pass, such as `SlowDown` or a missing answer, is
 * repeated with growing pauses; every call must therefore be harmless when repeated.
 *
 * @throws FilesAway if the store is away until the end of the patience, or refuses this installation
 * @throws StoreRefused for a refusal of this call
 */
export async function callStore(address: StoreAddress, call: StoreCall): Promise<HttpAnswer> {
  const end = performance.now() + call.patience;
  for (let attempt = 0; ; attempt += 1) {
    const answer = await answerOf(address, call, end - performance.now());
    if (!(answer instanceof Error) && answer.status < 300) return answer;
    const isPassing = answer instanceof Error || mayPass(answer);
    if (!isPassing) throw refusalOf(answer);
    const pause = Math.min(longestPause, firstPause * 2 ** attempt) * (0.5 + Math.random() / 2);
    if (performance.now() + pause > end) throw awayAfter(answer);
    await delay(pause);
  }
}

async function answerOf(
  address: StoreAddress,
  call: StoreCall,
  left: number,
): Promise<HttpAnswer | NoAnswer> {
  const { method, key = '', query = {}, headers = {}, body } = call;
  const url = new URL(`${address.base}/${key}`);
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  const hash = createHash('sha256')
    .update(body ?? '')
    .digest();
  const { accessKeyId, secretAccessKey, region } = address;
  const signed = await new AwsV4Signer({
    method,
    url: url.href,
    headers: {
      ...headers,
      'x-amz-content-sha256': hash.toString('hex'),
      // At the end of an upload in parts it would be that of the whole object.
      ...(body && method === 'PUT' && { 'x-amz-checksum-sha256': hash.toString('base64') }),
    },
    accessKeyId,
    secretAccessKey,
    region,
    service: 's3',
  }).sign();
  try {
    return await sendSigned(address.hosts, signed.url, {
      method,
      headers: Object.fromEntries(signed.headers),
      ...(body && { body: new Uint8Array(body) }),
      patience: Math.max(1, Math.min(longestAttempt, Math.ceil(left))),
    });
  } catch (error) {
    if (error instanceof NoAnswer) return error;
    throw error;
  }
}

interface SignedCall extends Pick<HttpCall, 'method'> {
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Uint8Array<ArrayBuffer>;
  readonly patience: number;
}

/** Calls the store of the installation, or one that a user entered by the rules of TECH-11. Throws `NoAnswer`. */
async function sendSigned(hosts: OutgoingHosts | undefined, url: URL, call: SignedCall): Promise<HttpAnswer> {
  if (hosts === undefined) return await callHttp(url.href, call);
  const { method, headers, body, patience } = call;
  try {
    const answer = await callPinned(url, {
      ...{ method, headers, hosts, patience, longest: longestAnswer },
      ...(body && { body: Buffer.from(body) }),
    });
    const { status, headers: answered, body: bytes } = answer;
    return { status, headers: new Headers(answered), bytes, text: bytes.toString('utf8') };
  } catch (error) {
    if (error instanceof NotReached) throw new NoAnswer(error.reason);
    throw error;
  }
}

function mayPass({ status, text }: HttpAnswer): boolean {
  return status >= 500 || status === 429 || codeOf(text) === 'RequestTimeout';
}

function refusalOf({ status, text }: HttpAnswer): Error {
  const code = codeOf(text) ?? 'no code';
  const sentence = sentences[code];
  const refused = new StoreRefused(code, status);
  return sentence ? new FilesAway(sentence, { cause: refused }) : refused;
}

function awayAfter(answer: HttpAnswer | NoAnswer): FilesAway {
  if (answer instanceof Error)
    return new FilesAway(`The object store cannot be reached: ${answer.message}.`, { cause: answer });
  return new FilesAway(
    `The object store answers ${answer.status} ${codeOf(answer.text) ?? 'without a code'}.`,
  );
}

/** The code of a refusal of S3. */
export function codeOf(text: string): string | undefined {
  return textOf(text, 'Code');
}

/** The text of the first element of this name. */
export function textOf(xml: string, name: string): string | undefined {
  const found = new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1];
  return found
    ?.replaceAll('&quot;', '"')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');
}

/** The contents of all elements of this name. */
export function elementsOf(xml: string, name: string): string[] {
  return [...xml.matchAll(new RegExp(`<${name}>(.*?)</${name}>`, 'gs'))].map(([, inner = '']) => inner);
}
