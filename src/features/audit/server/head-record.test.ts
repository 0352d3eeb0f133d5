import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { type HeadRecord, openNotary, parseRecord } from './head-record.ts';

const directory = mkdtempSync(join(tmpdir(), 'kontor-notary-'));
afterAll(() => rmSync(directory, { recursive: true }));

const secret = 'a-secret-of-more-than-32-characters';
const record: HeadRecord = {
  kind: 'head',
  at: '2026-11-21T03:17:00.000Z',
  tenant: 7,
  position: 4711,
  link: 'ab'.repeat(32),
  note: '',
};

function keyFile(name: string, type: 'ed25519' | 'x25519'): string {
  const { privateKey } = type === 'ed25519' ? generateKeyPairSync('ed25519') : generateKeyPairSync('x25519');
  const file = join(directory, name);
  writeFileSync(file, privateKey.export({ format: 'pem', type: 'pkcs8' }));
  return file;
}

describe('AUD-09 signed heads', () => {
  test('nodes with the same secret key accept each other’s signature, others do not', () => {
    const signed = openNotary(secret, null).sign(record);
    expect(openNotary(secret, null).hasSigned(signed)).toBe(true);
    expect(openNotary(`${secret}!`, null).hasSigned(signed)).toBe(false);
  });

  test.each(Object.keys(record) as (keyof HeadRecord)[])('another %s invalidates the signature', (name) => {
    const notary = openNotary(secret, null);
    const other = {
      kind: 'closed',
      at: '2026-11-21T03:18:00.000Z',
      tenant: 8,
      position: 1,
      link: '',
      note: 'x',
    };
    const forged = parseRecord(JSON.stringify({ ...notary.sign(record), [name]: other[name] }));
    expect(forged && notary.hasSigned(forged)).toBe(false);
  });

  test('a key file replaces the secret key', () => {
    const file = keyFile('audit.key', 'ed25519');
    const signed = openNotary(secret, file).sign(record);
    expect(openNotary('another-secret-of-more-than-32-characters', file).hasSigned(signed)).toBe(true);
    expect(openNotary(secret, null).hasSigned(signed)).toBe(false);
  });

  test('an invalid key file is reported in a sentence', () => {
    expect(() => openNotary(secret, join(directory, 'missing.key'))).toThrow('AUDIT_KEY cannot be read');
    expect(() => openNotary(secret, keyFile('other.key', 'x25519'))).toThrow(
      'AUDIT_KEY must be an Ed25519 key',
    );
  });

  test('invalid lines are not records', () => {
    for (const line of ['', '{}', 'x', JSON.stringify({ ...record, position: -1, signature: '' })]) {
      expect(parseRecord(line)).toBeNull();
    }
  });
});
