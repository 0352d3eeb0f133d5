import { createCipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto';

/** The keys of a subscription (RFC 8291), which the browser makes. */
export interface DeviceKeys {
  /** The uncompressed point of P-256: 65 bytes in base64url. */
  readonly p256dh: string;
  /** 16 bytes in base64url. */
  readonly auth: string;
}

/** What a test may fix; otherwise random. */
interface Chosen {
  readonly privateKey?: Buffer;
  readonly salt?: Buffer;
}

const curve = 'prime256v1';
/** The size of the only record (RFC 8188), in bytes; push services take 4096 at most. */
const recordSize = 4096;
/** Marks the last record. */
const lastRecord = Buffer.from([2]);
/** The longest text in bytes: a record without header, mark and tag. */
export const longestText = recordSize - 86 - 1 - 16;

/** Whether a browser can have made these keys: a point of the curve, and 16 bytes. */
export function areDeviceKeys({ p256dh, auth }: DeviceKeys): boolean {
  if (Buffer.from(auth, 'base64url').length !== 16) return false;
  const point = Buffer.from(p256dh, 'base64url');
  if (point.length !== 65 || point[0] !== 4) return false;
  const own = createECDH(curve);
  own.generateKeys();
  try {
    own.computeSecret(point);
    return true;
  } catch {
    // The point is not on the curve.
    return false;
  }
}

/**
 * Encrypts a text for one device (RFC 8291, `aes128gcm`); only the device can read it, not its push service.
 *
 * @param text at most `longestText` bytes
 */
export function encryptForDevice(text: string, keys: DeviceKeys, chosen: Chosen = {}): Buffer {
  const own = createECDH(curve);
  if (chosen.privateKey) own.setPrivateKey(chosen.privateKey);
  else own.generateKeys();
  const salt = chosen.salt ?? randomBytes(16);
  const [theirPoint, ownPoint] = [Buffer.from(keys.p256dh, 'base64url'), own.getPublicKey()];
  const authSecret = Buffer.from(keys.auth, 'base64url');
  const keyInfo = Buffer.concat([Buffer.from('WebPush: info\0'), theirPoint, ownPoint]);
  const secret = derive(own.computeSecret(theirPoint), authSecret, keyInfo, 32);
  const key = derive(secret, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16);
  const nonce = derive(secret, salt, Buffer.from('Content-Encoding: nonce\0'), 12);
  const cipher = createCipheriv('aes-128-gcm', key, nonce);
  const head = Buffer.alloc(5);
  head.writeUInt32BE(recordSize);
  head.writeUInt8(ownPoint.length, 4);
  return Buffer.concat([
    ...[salt, head, ownPoint],
    ...[cipher.update(text, 'utf8'), cipher.update(lastRecord), cipher.final(), cipher.getAuthTag()],
  ]);
}

function derive(secret: Buffer, salt: Buffer, info: Buffer, length: number): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, salt, info, length));
}
