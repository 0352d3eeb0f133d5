import { createHash } from 'node:crypto';
import { hours, minutes, seconds } from '../../clock.ts';
import { FileDamaged, FilesAway } from './files-away.ts';
import { type StoreAddress, storeAddress } from './store-address.ts';
import { callStore, codeOf, elementsOf, type StoreCall, StoreRefused, textOf } from './store-call.ts';

/** What the bucket offers. */
export interface StoreFeatures {
  /** Objects can be locked until a day (Object Lock). */
  readonly hasLock: boolean;
  /** A deleted object remains as an older version. */
  readonly keepsVersions: boolean;
}

export interface ListedObject {
  readonly key: string;
  readonly size: number;
}

/** An S3-compatible store of one bucket and prefix (TECH-16). All methods throw `FilesAway`. */
export interface ObjectStore {
  /** Every key begins with it. */
  readonly prefix: string;
  /**
   * Stores an object; a repetition stores the same. What breaks leaves no readable object.
   *
   * @param length of all pieces, in bytes
   * @param lockedUntil the store refuses to delete it until then; null, or without Object Lock: at any time
   */
  put(key: string, length: number, pieces: AsyncIterable<Buffer>, lockedUntil: Date | null): Promise<void>;
  /** The bytes of a part of an object. Throws `FileDamaged` if it is missing or too short. */
  get(key: string, start: number, length: number): Promise<Buffer>;
  /** Deletes an object with all its versions and unfinished uploads; a missing one is well. */
  remove(key: string): Promise<'removed' | 'locked'>;
  /** Prolongs the lock of an object. */
  lock(key: string, until: Date): Promise<void>;
  /** Up to a thousand objects in the order of their keys, after one of them; the last page may be shorter. */
  page(after: string): Promise<{ readonly objects: readonly ListedObject[]; readonly isLast: boolean }>;
  features(): Promise<StoreFeatures>;
}

/** Time limits in milliseconds, repeats included: a person waits for a part, nobody for the rest. */
const usualPatience = { read: seconds(8), upkeep: minutes(1) };
const freshFor = hours(1);
/** Larger objects are uploaded in parts of this size; the smallest that S3 allows are 5 MiB. */
export const partLength = 8 * 1024 * 1024;

/** Opens the store of `FILES_URL`; connects at the first call. */
export function openObjectStore(filesUrl: string, patience = usualPatience): ObjectStore {
  return objectStoreAt(storeAddress(filesUrl), patience);
}

/** Opens any store; connects at the first call. */
export function objectStoreAt(address: StoreAddress, patience = usualPatience): ObjectStore {
  const call = (of: Omit<StoreCall, 'patience'>, limit = patience.upkeep) =>
    callStore(address, { ...of, patience: limit });
  let known: { readonly at: number; readonly features: Promise<StoreFeatures> } | undefined;
  const features = (): Promise<StoreFeatures> => {
    if (known && performance.now() - known.at < freshFor) return known.features;
    const asked = featuresOf(call);
    known = { at: performance.now(), features: asked };
    asked.catch(() => {
      // The next call asks again.
      known = undefined;
    });
    return asked;
  };
  const locked = async (until: Date | null): Promise<Record<string, string>> =>
    until === null || !(await features()).hasLock
      ? {}
      : {
          'x-amz-object-lock-mode': 'COMPLIANCE',
          'x-amz-object-lock-retain-until-date': until.toISOString(),
        };
  return {
    prefix: address.prefix,
    put: async (key, length, pieces, until) => {
      const headers = await locked(until);
      if (length > partLength) return await putInParts(call, { key, length, headers }, pieces);
      await call({ method: 'PUT', key, headers, body: await joined(pieces) });
    },
    get: async (key, start, length) => {
      const bytes = await rangeOf((of) => call(of, patience.read), key, start, length);
      if (bytes.length !== length) throw new FileDamaged(`the object ${key} is shorter than its file`);
      return bytes;
    },
    remove: async (key) => await remove(call, key, (await features()).keepsVersions),
    lock: async (key, until) => {
      const body = Buffer.from(
        `<Retention xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><Mode>COMPLIANCE</Mode><RetainUntilDate>${until.toISOString()}</RetainUntilDate></Retention>`,
      );
      const md5 = createHash('md5').update(body).digest('base64');
      await call({ method: 'PUT', key, query: { retention: '' }, headers: { 'content-md5': md5 }, body });
    },
    page: async (after) => {
      const query = { 'list-type': '2', prefix: address.prefix, 'start-after': after };
      const { text } = await call({ method: 'GET', query });
      const objects = elementsOf(text, 'Contents').map((one) => ({
        key: textOf(one, 'Key') ?? '',
        size: Number(textOf(one, 'Size')),
      }));
      return { objects, isLast: textOf(text, 'IsTruncated') !== 'true' };
    },
    features,
  };
}

type Calling = (call: Omit<StoreCall, 'patience'>) => ReturnType<typeof callStore>;

async function featuresOf(call: Calling): Promise<StoreFeatures> {
  const ask = async (about: string): Promise<string> => {
    try {
      return (await call({ method: 'GET', query: { [about]: '' } })).text;
    } catch (error) {
      // Stores without this answer a refusal, each a different one.
      if (error instanceof StoreRefused) return '';
      throw error;
    }
  };
  const [lock, versions] = await Promise.all([ask('object-lock'), ask('versioning')]);
  const hasLock = textOf(lock, 'ObjectLockEnabled') === 'Enabled';
  return { hasLock, keepsVersions: hasLock || textOf(versions, 'Status') !== undefined };
}

/** Refusals that say that the object, or the part of it, does not exist. */
const missing = ['NoSuchKey', 'NoSuchVersion', 'InvalidRange'];

interface Upload {
  readonly key: string;
  readonly length: number;
  readonly headers: Readonly<Record<string, string>>;
}

async function putInParts(call: Calling, upload: Upload, pieces: AsyncIterable<Buffer>): Promise<void> {
  const { key, length, headers } = upload;
  const begun = await call({
    method: 'POST',
    key,
    query: { uploads: '' },
    headers: { ...headers, 'x-amz-checksum-algorithm': 'SHA256' },
  });
  const uploadId = textOf(begun.text, 'UploadId');
  if (!uploadId) throw new FilesAway('The object store begins no upload in parts.');
  // Stores without checksums refuse the element.
  const hasChecksums = begun.headers.has('x-amz-checksum-algorithm');
  try {
    const parts: string[] = [];
    for await (const body of inParts(pieces)) {
      const number = parts.length + 1;
      const query = { partNumber: String(number), uploadId };
      const { headers: answered } = await call({ method: 'PUT', key, query, body });
      const sha256 = createHash('sha256').update(body).digest('base64');
      const checksum = hasChecksums ? `<ChecksumSHA256>${sha256}</ChecksumSHA256>` : '';
      const tag = answered.get('etag') ?? '';
      parts.push(`<Part><PartNumber>${number}</PartNumber><ETag>${tag}</ETag>${checksum}</Part>`);
    }
    await complete(call, key, uploadId, parts);
    const { length: found } = await rangeOf(call, key, length - 1, 2);
    if (found !== 1) throw new FilesAway('The object store joined the parts of a file wrongly.');
  } catch (error) {
    // What cannot be ended now is ended with the loose object.
    await end(call, key, uploadId).catch(() => {});
    throw error;
  }
}

/** The answer may have been lost after the parts were joined: then the upload is unknown, and the size tells. */
async function complete(call: Calling, key: string, uploadId: string, parts: readonly string[]) {
  const body = Buffer.from(`<CompleteMultipartUpload>${parts.join('')}</CompleteMultipartUpload>`);
  try {
    const { text } = await call({ method: 'POST', key, query: { uploadId }, body });
    // A failure after the head of the answer comes with status 200.
    const code = codeOf(text);
    if (code !== undefined) throw new FilesAway(`The object store joins no parts: ${code}.`);
  } catch (error) {
    if (!(error instanceof StoreRefused) || error.code !== 'NoSuchUpload') throw error;
  }
}

/** Bytes of an object, possibly fewer than asked for. Throws `FileDamaged` if there is no such object. */
async function rangeOf(call: Calling, key: string, start: number, length: number): Promise<Buffer> {
  const range = `bytes=${start}-${start + length - 1}`;
  try {
    const { status, bytes } = await call({ method: 'GET', key, headers: { range } });
    return status === 206 ? bytes : bytes.subarray(start, start + length);
  } catch (error) {
    if (!(error instanceof StoreRefused) || !missing.includes(error.code)) throw error;
    throw new FileDamaged(`the object ${key} cannot be read: ${error.code}`, { cause: error });
  }
}

async function remove(call: Calling, key: string, keepsVersions: boolean): Promise<'removed' | 'locked'> {
  const uploads = await call({ method: 'GET', query: { uploads: '', prefix: key } });
  for (const upload of elementsOf(uploads.text, 'Upload'))
    await end(call, textOf(upload, 'Key') ?? '', textOf(upload, 'UploadId') ?? '');
  try {
    if (keepsVersions) {
      const { text } = await call({ method: 'GET', query: { versions: '', prefix: key } });
      for (const version of [...elementsOf(text, 'Version'), ...elementsOf(text, 'DeleteMarker')])
        await call({ method: 'DELETE', key, query: { versionId: textOf(version, 'VersionId') ?? 'null' } });
    } else await call({ method: 'DELETE', key });
    return 'removed';
  } catch (error) {
    if (!(error instanceof StoreRefused)) throw error;
    if (error.code === 'NoSuchKey') return 'removed';
    if (error.code === 'AccessDenied' || error.code === 'ObjectLocked') return 'locked';
    throw error;
  }
}

async function end(call: Calling, key: string, uploadId: string): Promise<void> {
  try {
    await call({ method: 'DELETE', key, query: { uploadId } });
  } catch (error) {
    if (!(error instanceof StoreRefused) || error.code !== 'NoSuchUpload') throw error;
  }
}

async function joined(pieces: AsyncIterable<Buffer>): Promise<Buffer> {
  const all: Buffer[] = [];
  for await (const piece of pieces) all.push(piece);
  return Buffer.concat(all);
}

async function* inParts(pieces: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let held: Buffer[] = [];
  let length = 0;
  for await (const piece of pieces) {
    held.push(piece);
    length += piece.length;
    if (length < partLength) continue;
    yield Buffer.concat(held);
    held = [];
    length = 0;
  }
  if (length > 0) yield Buffer.concat(held);
}
