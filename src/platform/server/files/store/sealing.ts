import { createCipheriv, createDecipheriv } from 'node:crypto';
import { FileDamaged } from './files-away.ts';

/** Files are stored, sealed and read in chunks of this size, so that none is held whole (TECH-13). */
export const chunkLength = 256 * 1024;
const tagLength = 16;
const algorithm = 'aes-256-gcm';

/** An object of the store with the bytes of a file. */
export interface StoredObject {
  readonly key: string;
  /** Opens the bytes of this object alone; kept in the database, never in the store. */
  readonly cipherKey: Buffer;
  /** Of the file, in bytes. */
  readonly size: number;
}

export function chunksOf(size: number): number {
  return Math.ceil(size / chunkLength);
}

/** The size of the object that keeps a file of this size. */
export function sealedLength(size: number): number {
  return size + chunksOf(size) * tagLength;
}

/** Where some chunks lie in the object. */
export function sealedRange(
  size: number,
  first: number,
  count: number,
): { readonly start: number; readonly length: number } {
  const step = chunkLength + tagLength;
  const start = first * step;
  return { start, length: Math.min(count * step, sealedLength(size) - start) };
}

/** Encrypts a chunk, which can be opened at its place only. The same chunk gives the same bytes. */
export function sealChunk(cipherKey: Buffer, place: number, bytes: Buffer): Buffer {
  const cipher = createCipheriv(algorithm, cipherKey, nonceOf(place));
  return Buffer.concat([cipher.update(bytes), cipher.final(), cipher.getAuthTag()]);
}

/** Decrypts chunks that follow each other in the object. Throws `FileDamaged` if one differs from what was stored. */
export function openChunks({ key, cipherKey }: StoredObject, first: number, sealed: Buffer): Buffer[] {
  const step = chunkLength + tagLength;
  return Array.from({ length: Math.ceil(sealed.length / step) }, (_, place) => {
    const piece = sealed.subarray(place * step, (place + 1) * step);
    try {
      const decipher = createDecipheriv(algorithm, cipherKey, nonceOf(first + place));
      decipher.setAuthTag(piece.subarray(-tagLength));
      return Buffer.concat([decipher.update(piece.subarray(0, -tagLength)), decipher.final()]);
    } catch (error) {
      throw new FileDamaged(`the object ${key} is damaged in chunk ${first + place}`, { cause: error });
    }
  });
}

/** Every object has a key of its own, so that the place of a chunk is used once with it. */
function nonceOf(place: number): Buffer {
  const nonce = Buffer.alloc(12);
  nonce.writeUInt32BE(place, 8);
  return nonce;
}
