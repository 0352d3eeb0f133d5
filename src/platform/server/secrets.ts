import {
  createHash,
  createHmac,
  createPrivateKey,
  createPublicKey,
  hkdfSync,
  type KeyObject,
  randomBytes,
} from 'node:crypto';

/**
 * The keys of an installation. All follow from `SECRET_KEY`, so that nodes that share it agree on them
 * without storing anything.
 */
export interface Secrets {
  /** Ed25519, for access tokens and tickets (AUTH-18). */
  readonly signingKey: KeyObject;
  readonly verificationKey: KeyObject;
  /** What the database stores of an address that asked for a login mail. */
  addressDigest(address: string): Buffer;
  /**
   * The token that takes the place of an old refresh token. Parallel tabs that rotate the same token get
   * the same successor, and nobody without the key can compute it.
   */
  successor(token: string): string;
}

/** The bytes that make a PKCS #8 private key out of an Ed25519 seed (RFC 8410). */
const pkcs8Prefix = Buffer.from('302e020100300506032b657004220420', 'hex');

export function deriveSecrets(secretKey: string): Secrets {
  const derive = (purpose: string) => Buffer.from(hkdfSync('sha256', secretKey, 'kontor', purpose, 32));
  const signingKey = createPrivateKey({
    key: Buffer.concat([pkcs8Prefix, derive('access token')]),
    format: 'der',
    type: 'pkcs8',
  });
  const addressKey = derive('login address');
  const successorKey = derive('refresh token');
  return {
    signingKey,
    verificationKey: createPublicKey(signingKey),
    addressDigest: (address) => createHmac('sha256', addressKey).update(address).digest(),
    successor: (token) => createHmac('sha256', successorKey).update(token).digest('base64url'),
  };
}

/** An unguessable token: 256 random bits in base64url. */
export function randomToken(): string {
  return randomBytes(32).toString('base64url');
}

/** What is stored of a token: it has 256 random bits, so a plain digest suffices (TECH-07). */
export function tokenDigest(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
