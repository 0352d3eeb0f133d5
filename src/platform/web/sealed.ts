/** Encrypted bytes with their initialisation vector. */
export interface Sealed {
  readonly iv: Uint8Array<ArrayBuffer>;
  readonly bytes: ArrayBuffer;
}

/** A key that never leaves the browser's cryptography, not even for the pages (AES-GCM, NIST SP 800-38D). */
export function newKey(): Promise<CryptoKey> {
  return crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt']);
}

/** Encrypts a value; `place` must be the same when it is opened, so that rows cannot be exchanged. */
export async function seal(key: CryptoKey, place: string, value: unknown): Promise<Sealed> {
  return sealBytes(key, place, new TextEncoder().encode(JSON.stringify(value)));
}

export async function sealBytes(key: CryptoKey, place: string, content: BufferSource): Promise<Sealed> {
  const iv = crypto.getRandomValues(new Uint8Array(12));
  return { iv, bytes: await crypto.subtle.encrypt(algorithm(iv, place), key, content) };
}

/** Throws if the key, the place or the bytes are others. */
export async function open(key: CryptoKey, place: string, sealed: Sealed): Promise<unknown> {
  return JSON.parse(new TextDecoder().decode(await openBytes(key, place, sealed)));
}

export function openBytes(key: CryptoKey, place: string, { iv, bytes }: Sealed): Promise<ArrayBuffer> {
  return crypto.subtle.decrypt(algorithm(iv, place), key, bytes);
}

/** A name that does not tell what it stands for. */
export async function hidden(salt: BufferSource, name: string): Promise<string> {
  const text = await new Blob([salt, name]).arrayBuffer();
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', text));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

function algorithm(iv: Uint8Array<ArrayBuffer>, place: string): AesGcmParams {
  return { name: 'AES-GCM', iv, additionalData: new TextEncoder().encode(place) };
}
