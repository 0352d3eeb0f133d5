import {
  createCipheriv,
  createDecipheriv,
  createECDH,
  createHash,
  createHmac,
  createPrivateKey,
  createPublicKey,
  hkdfSync,
  type KeyObject,
  randomBytes,
} from 'node:crypto';

/**
 * The keys of an installation, all derived from `SECRET_KEY`, so that nodes sharing it agree without storing
 * anything.
 */
export interface Secrets {
  /** Ed25519, for access tokens and tickets (AUTH-18). */
  readonly signingKey: KeyObject;
  readonly verificationKey: KeyObject;
  /** The stored digest of an address that requested a login mail. */
  addressDigest(address: string): Buffer;
  /**
   * The token that replaces an old refresh token. Parallel tabs rotating the same token get the same successor, which
   * cannot be computed without the key.
   */
  successor(token: string): string;
  /** Proves that we marked a device for an address (AUTH-05). */
  deviceMark(id: string, address: string): string;
  /** The one-time token number `no` of a mail, which cannot be computed without the key (TECH-07). */
  mailToken(messageId: string, no: number): string;
  /** P-256, by which push services know the installation (RFC 8292). */
  readonly pushKey: PushKey;
  /** A proof about a moment that requires the key; the doctor uses it to show that it belongs to the installation. */
  installationProof(moment: string): string;
  /** Encrypts stored values that readers never get: passwords and keys of other systems (TECH-07). */
  seal(secret: string): Buffer;
  /** Throws if the bytes were changed or encrypted with another key. */
  unseal(sealed: Buffer): string;
}

/** The key pair of the installation for push services. */
export interface PushKey {
  readonly privateKey: KeyObject;
  /** The uncompressed point in base64url, as browsers and push services read it. */
  readonly publicKey: string;
}

/** Prefix that turns an Ed25519 seed into a PKCS #8 private key (RFC 8410). */
const pkcs8Prefix = Buffer.from('302e020100300506032b657004220420', 'hex');

/** The Ed25519 key of a seed of 32 bytes. */
export function ed25519Key(seed: Buffer): KeyObject {
  return createPrivateKey({ key: Buffer.concat([pkcs8Prefix, seed]), format: 'der', type: 'pkcs8' });
}

/** The order of P-256 (FIPS 186-5). */
const p256Order = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n;

/** A key pair from 48 random bytes: 16 more than the key has, so that all keys are equally likely. */
function p256Key(random: Buffer): PushKey {
  const number = (BigInt(`0x${random.toString('hex')}`) % (p256Order - 1n)) + 1n;
  const d = Buffer.from(number.toString(16).padStart(64, '0'), 'hex');
  const pair = createECDH('prime256v1');
  pair.setPrivateKey(d);
  const point = pair.getPublicKey();
  const [x, y] = [point.toString('base64url', 1, 33), point.toString('base64url', 33)];
  const key = { kty: 'EC', crv: 'P-256', d: d.toString('base64url'), x, y };
  return { privateKey: createPrivateKey({ key, format: 'jwk' }), publicKey: point.toString('base64url') };
}

export function deriveSecrets(secretKey: string): Secrets {
  const derive = (purpose: string, length = 32) =>
    Buffer.from(hkdfSync('sha256', secretKey, 'kontor', purpose, length));
  const signingKey = ed25519Key(derive('access token'));
  const addressKey = derive('login address');
  const successorKey = derive('refresh token');
  const deviceKey = derive('mark of a device');
  const mailKey = derive('token in a mail');
  const sealKey = derive('secret column');
  const proofKey = derive('proof of the installation');
  const pushKey = p256Key(derive('push services', 48));
  return {
    signingKey,
    verificationKey: createPublicKey(signingKey),
    addressDigest: (address) => createHmac('sha256', addressKey).update(address).digest(),
    successor: (token) => createHmac('sha256', successorKey).update(token).digest('base64url'),
    deviceMark: (id, address) =>
      createHmac('sha256', deviceKey).update(`${id} ${address}`).digest('base64url'),
    mailToken: (messageId, no) =>
      createHmac('sha256', mailKey).update(`${no} ${messageId}`).digest('base64url'),
    pushKey,
    installationProof: (moment) => createHmac('sha256', proofKey).update(moment).digest('base64url'),
    seal: (secret) => seal(sealKey, secret),
    unseal: (sealed) => unseal(sealKey, sealed),
  };
}

const nonceLength = 12;
const tagLength = 16;

/** AES-256-GCM: nonce, tag, encrypted text. */
function seal(key: Buffer, secret: string): Buffer {
  const nonce = randomBytes(nonceLength);
  const cipher = createCipheriv('aes-256-gcm', key, nonce);
  const encrypted = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), encrypted]);
}

function unseal(key: Buffer, sealed: Buffer): string {
  const encrypted = sealed.subarray(nonceLength + tagLength);
  // Refuses shorter tags, which are easier to forge.
  const options = { authTagLength: tagLength };
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, nonceLength), options);
  decipher.setAuthTag(sealed.subarray(nonceLength, nonceLength + tagLength));
  return Buffer.concat([decipher.update(encrypted), decipher.final()]).toString('utf8');
}

/** An unguessable token: 256 random bits in base64url. */
export function randomToken(): string {
  return randomBytes(32).toString('base64url');
}

/** The stored digest of a token: with 256 random bits a plain hash suffices (TECH-07). */
export function tokenDigest(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
