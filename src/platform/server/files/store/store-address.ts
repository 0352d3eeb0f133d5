import type { OutgoingHosts } from '../../outgoing.ts';
import { isServiceUrl } from '../../service-url.ts';

/** Where an S3-compatible store keeps the bytes of files, and who asks (TECH-16). */
export interface StoreAddress {
  /** The address before the key of an object, without a trailing slash. */
  readonly base: string;
  /** Every key begins with it; empty, or ends with a slash. */
  readonly prefix: string;
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** Which hosts a store that a user entered may have (TECH-11); missing for the store of the operator. */
  readonly hosts?: OutgoingHosts;
}

export const storeAddressForm =
  'must look like https://key:secret@s3.example.com/bucket/prefix?region=eu-central-1, optionally with &style=host, with http on this machine only';

const bucketName = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/;
const prefixName = /^([A-Za-z0-9_-]+\/)*$/;

/** Whether a text is a value of `FILES_URL`. */
export function isStoreUrl(value: string): boolean {
  const url = URL.canParse(value) ? new URL(value) : null;
  if (!url?.username || !url.password || url.hash) return false;
  if (!isServiceUrl(`${url.protocol}//${url.host}`)) return false;
  const { bucket, prefix } = placeOf(url);
  const style = url.searchParams.get('style') ?? 'path';
  const isKnown = [...url.searchParams.keys()].every((name) => name === 'region' || name === 'style');
  const isPlaced = bucketName.test(bucket) && prefixName.test(prefix);
  return isPlaced && isKnown && (style === 'path' || style === 'host');
}

/** Reads a valid `FILES_URL`: path style and region `us-east-1` unless it says otherwise. */
export function storeAddress(value: string): StoreAddress {
  const url = new URL(value);
  const { bucket, prefix } = placeOf(url);
  const isHost = url.searchParams.get('style') === 'host';
  return {
    base: isHost ? `${url.protocol}//${bucket}.${url.host}` : `${url.protocol}//${url.host}/${bucket}`,
    prefix,
    region: url.searchParams.get('region') ?? 'us-east-1',
    accessKeyId: decodeURIComponent(url.username),
    secretAccessKey: decodeURIComponent(url.password),
  };
}

function placeOf(url: URL): { readonly bucket: string; readonly prefix: string } {
  const [bucket = '', ...folders] = url.pathname.split('/').filter(Boolean);
  return { bucket, prefix: folders.map((folder) => `${folder}/`).join('') };
}
