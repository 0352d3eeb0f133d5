import { randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { FileDamaged } from './files-away.ts';
import { chunkLength, openChunks, sealChunk, sealedLength, sealedRange } from './sealing.ts';

const cipherKey = randomBytes(32);
const bytes = randomBytes(2 * chunkLength + 7);
const object = { key: 'files/1/x', cipherKey, size: bytes.length };
const parts = [0, 1, 2].map((place) => bytes.subarray(place * chunkLength, (place + 1) * chunkLength));
const sealed = Buffer.concat(parts.map((part, place) => sealChunk(cipherKey, place, part)));

describe('bytes are encrypted by the product before they leave (TECH-16)', () => {
  test('chunks open at their place, from any of them on', () => {
    expect(sealed.length).toBe(sealedLength(bytes.length));
    expect(Buffer.concat(openChunks(object, 0, sealed))).toEqual(bytes);
    const { start, length } = sealedRange(bytes.length, 1, 5);
    expect(Buffer.concat(openChunks(object, 1, sealed.subarray(start, start + length)))).toEqual(
      bytes.subarray(chunkLength),
    );
    expect(sealed.includes(bytes.subarray(0, 64))).toBe(false);
  });

  test('a changed byte, a chunk at another place and another key are damage', () => {
    const rotten = Buffer.from(sealed);
    rotten.writeUInt8(rotten.readUInt8(chunkLength + 100) ^ 1, chunkLength + 100);
    expect(() => openChunks(object, 0, rotten)).toThrow(FileDamaged);
    const { start, length } = sealedRange(bytes.length, 1, 1);
    expect(() => openChunks(object, 0, sealed.subarray(start, start + length))).toThrow(FileDamaged);
    expect(() => openChunks({ ...object, cipherKey: randomBytes(32) }, 0, sealed)).toThrow(FileDamaged);
  });
});
