import {
  createPrivateKey,
  createPublicKey,
  hkdfSync,
  type KeyObject,
  sign as signBytes,
  verify as verifyBytes,
} from 'node:crypto';
import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { StartError } from '../../../platform/server/start-error.ts';

/**
 * One line of the record that is kept outside of the database: at that instant, the chain of that tenant ended at
 * `position` with `link`.
 *
 *   head      the chain stood there
 *   restored  a backup was restored in which it stood there; what was sealed after that is gone with reason
 *   closed    the tenant was deleted for good, and its audit with it (AUD-09)
 *   clock     an operator says that the head there was signed while a clock was wrong (AUD-10)
 *   time      an operator says that a clock was wrong when the row there was written (AUD-10)
 *   security_time  the same of the row of the security log with that id; `link` is its digest
 */
const headRecord = z.object({
  kind: z.enum(['head', 'restored', 'closed', 'clock', 'time', 'security_time']),
  at: z.iso.datetime(),
  tenant: z.int(),
  position: z.int().min(0),
  /** Hexadecimal; empty for a chain without rows. */
  link: z.string().regex(/^([0-9a-f]{64})?$/),
  /** What a person should know: the name of the tenant, the file of the backup, how a clock was wrong. */
  note: z.string(),
});
const signedRecord = headRecord.extend({ signature: z.string() });

export type HeadRecord = z.output<typeof headRecord>;
export type SignedRecord = z.output<typeof signedRecord>;

/** Signs what the product knows of the chains, and recognises its own signature (Ed25519). */
export interface Notary {
  sign(record: HeadRecord): SignedRecord;
  hasSigned(record: SignedRecord): boolean;
}

/** The bytes that make a PKCS #8 private key out of an Ed25519 seed (RFC 8410). */
const pkcs8Prefix = Buffer.from('302e020100300506032b657004220420', 'hex');

/**
 * @param keyFile a private Ed25519 key in PEM; without one the key follows from the secret key of the installation
 * @throws StartError when the file holds no such key
 */
export function openNotary(secretKey: string, keyFile: string | null): Notary {
  const key = keyFile === null ? derivedKey(secretKey) : readKey(keyFile);
  const publicKey = createPublicKey(key);
  return {
    sign: (record) => ({
      ...record,
      signature: signBytes(null, statementOf(record), key).toString('base64url'),
    }),
    hasSigned: (record) =>
      verifyBytes(null, statementOf(record), publicKey, Buffer.from(record.signature, 'base64url')),
  };
}

/** The record that a line of text holds, else null. */
export function parseRecord(line: string): SignedRecord | null {
  try {
    return signedRecord.parse(JSON.parse(line));
  } catch {
    return null;
  }
}

function statementOf({ kind, at, tenant, position, link, note }: HeadRecord): Buffer {
  return Buffer.from(JSON.stringify(['kontor audit 1', kind, at, tenant, position, link, note]));
}

function derivedKey(secretKey: string): KeyObject {
  const seed = Buffer.from(hkdfSync('sha256', secretKey, 'kontor', 'audit heads', 32));
  return createPrivateKey({ key: Buffer.concat([pkcs8Prefix, seed]), format: 'der', type: 'pkcs8' });
}

function readKey(file: string): KeyObject {
  try {
    const key = createPrivateKey(readFileSync(file));
    if (key.asymmetricKeyType === 'ed25519') return key;
  } catch (error) {
    throw new StartError(`AUDIT_KEY cannot be read (${file}): ${(error as Error).message}`, { cause: error });
  }
  throw new StartError(`AUDIT_KEY must be an Ed25519 key: openssl genpkey -algorithm ed25519 -out ${file}`);
}
