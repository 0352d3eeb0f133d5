import { createPublicKey, sign, verify } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { deriveSecrets } from './secrets.ts';

const secrets = deriveSecrets('the secret key of this installation');

describe('TECH-07 stored secrets', () => {
  it.each(['', 'hunter2', 'Pässwörter ✓ 数', 'x'.repeat(10_000)])('are decrypted unchanged: %j', (secret) => {
    expect(secrets.unseal(secrets.seal(secret))).toBe(secret);
  });

  it('are encrypted differently every time, never in plain text', () => {
    const [first, second] = [secrets.seal('hunter2'), secrets.seal('hunter2')];
    expect(first.equals(second)).toBe(false);
    expect(first.includes('hunter2')).toBe(false);
  });

  it('are opened only by nodes with the same key', () => {
    const sealed = secrets.seal('hunter2');
    expect(deriveSecrets('the secret key of this installation').unseal(sealed)).toBe('hunter2');
    expect(() => deriveSecrets('another key').unseal(sealed)).toThrow();
  });

  it('cannot be modified unnoticed', () => {
    const sealed = secrets.seal('hunter2');
    for (const place of [0, 12, sealed.length - 1]) {
      const changed = Buffer.from(sealed);
      changed.writeUInt8(sealed.readUInt8(place) ^ 1, place);
      expect(() => secrets.unseal(changed)).toThrow();
    }
    expect(() => secrets.unseal(sealed.subarray(0, 20))).toThrow();
  });
});

describe('MOB-03 the key for push services', () => {
  const nodeOf = (secretKey: string) => deriveSecrets(secretKey).pushKey;

  it('is the same on nodes with the same key, and another one with another key', () => {
    const { publicKey } = secrets.pushKey;
    expect(nodeOf('the secret key of this installation').publicKey).toBe(publicKey);
    expect(nodeOf('another key').publicKey).not.toBe(publicKey);
  });

  it('is a pair: what the private key signs, the public one verifies', () => {
    const { privateKey, publicKey } = secrets.pushKey;
    const point = Buffer.from(publicKey, 'base64url');
    const [x, y] = [point.toString('base64url', 1, 33), point.toString('base64url', 33)];
    const key = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' });
    expect(point).toHaveLength(65);
    expect(verify('sha256', point, key, sign('sha256', point, privateKey))).toBe(true);
  });
});
