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
