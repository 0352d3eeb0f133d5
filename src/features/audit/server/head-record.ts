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
import { ed25519Key } from '../../../platform/server/secrets.ts';
import { StartError } from '../../../platform/server/start-error.ts';

/**
 * A line of the record kept outside of the database: at this time, the tenant's chain ended at `position` with
 * `link`.
 *
 * - head: the end of the chain
 * - restored: a backup was restored in which the chain ended there, which explains the loss of later rows
 * - closed: the tenant was permanently deleted with its audit (AUD-09)
 * - clock: an operator states that the head was signed with a wrong clock (AUD-10)
 * - time: an operator states that the row was written with a wrong clock (AUD-10)
 * - security_time: the same for a security log row with this id; `link` is its digest
 */
const headRecord = z.object({
  kind: z.enum(['head', 'restored', 'closed', 'clock', 'time', 'security_time']),
  at: z.iso.datetime(),
  tenant: z.int(),
  position: z.int().min(0),
  /** Hexadecimal; empty for a chain without rows. */
  link: z.string().regex(/^([0-9a-f]{64})?$/),
  /** Explanation for people: name of the tenant, file of the backup, or reason of a wrong clock. */
  note: z.string(),
});
const signedRecord = headRecord.extend({ signature: z.string() });

export type HeadRecord = z.output<typeof headRecord>;
export type SignedRecord = z.output<typeof signedRecord>;

/** Signs records of heads and verifies its own signature (Ed25519). */
export interface Notary {
  sign(record: HeadRecord): SignedRecord;
  hasSigned(record: SignedRecord): boolean;
}

/**
 * @param keyFile a private Ed25519 key in PEM; by default the key is derived from the secret key
 * @throws StartError when the file contains no such key
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

/** Parses a line into a record, else null. */
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
  return ed25519Key(Buffer.from(hkdfSync('sha256', secretKey, 'kontor', 'audit heads', 32)));
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
