import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/server';

/** Deviations from a correct authenticator; omitted ones are correct. */
export interface Deviation {
  readonly origin?: string;
  readonly challenge?: string;
  readonly rpId?: string;
  readonly counter?: number;
  readonly userVerified?: boolean;
  readonly userHandle?: string;
  readonly type?: string;
  /** Signs with a key other than the registered one. */
  readonly isForged?: boolean;
}

const flag = { userPresent: 0x01, userVerified: 0x04, attestedCredential: 0x40 };

/** A passkey in software (WebAuthn level 3): ES256, attestation "none", a counter that goes up by one. */
export class Authenticator {
  readonly origin: string;
  readonly credentialId = randomBytes(16);
  readonly #key: KeyObject;
  readonly #publicKey: KeyObject;
  #userHandle = '';
  #counter = 0;

  constructor(origin: string) {
    this.origin = origin;
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    this.#key = privateKey;
    this.#publicKey = publicKey;
  }

  /** Answers `navigator.credentials.create`. */
  create(
    options: PublicKeyCredentialCreationOptionsJSON,
    deviation: Deviation = {},
  ): RegistrationResponseJSON {
    this.#userHandle = options.user.id;
    const id = this.credentialId.toString('base64url');
    const length = Buffer.alloc(2);
    length.writeUInt16BE(this.credentialId.length);
    const attested = Buffer.concat([Buffer.alloc(16), length, this.credentialId, this.#coseKey()]);
    const authData = this.#authenticatorData(deviation, flag.attestedCredential, attested);
    const attestation = Buffer.concat([
      Buffer.from([0xa3]),
      cborText('fmt'),
      cborText('none'),
      cborText('attStmt'),
      Buffer.from([0xa0]),
      cborText('authData'),
      cborBytes(authData),
    ]);
    return {
      id,
      rawId: id,
      type: 'public-key',
      clientExtensionResults: {},
      response: {
        clientDataJSON: this.#clientData('webauthn.create', options.challenge, deviation).toString(
          'base64url',
        ),
        attestationObject: attestation.toString('base64url'),
        transports: ['internal'],
      },
    };
  }

  /** Answers `navigator.credentials.get`. */
  get(options: PublicKeyCredentialRequestOptionsJSON, deviation: Deviation = {}): AuthenticationResponseJSON {
    const id = this.credentialId.toString('base64url');
    const clientData = this.#clientData('webauthn.get', options.challenge, deviation);
    const authData = this.#authenticatorData(deviation, 0, Buffer.alloc(0));
    const key = deviation.isForged
      ? generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey
      : this.#key;
    const signature = sign('sha256', Buffer.concat([authData, sha256(clientData)]), key);
    return {
      id,
      rawId: id,
      type: 'public-key',
      clientExtensionResults: {},
      response: {
        clientDataJSON: clientData.toString('base64url'),
        authenticatorData: authData.toString('base64url'),
        signature: signature.toString('base64url'),
        userHandle: deviation.userHandle ?? this.#userHandle,
      },
    };
  }

  #clientData(type: string, challenge: string, deviation: Deviation): Buffer {
    return Buffer.from(
      JSON.stringify({
        type: deviation.type ?? type,
        challenge: deviation.challenge ?? challenge,
        origin: deviation.origin ?? this.origin,
        crossOrigin: false,
      }),
    );
  }

  #authenticatorData(deviation: Deviation, flags: number, attested: Buffer): Buffer {
    this.#counter += 1;
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(deviation.counter ?? this.#counter);
    const verified = deviation.userVerified === false ? 0 : flag.userVerified;
    const rpId = deviation.rpId ?? new URL(this.origin).hostname;
    return Buffer.concat([
      sha256(Buffer.from(rpId)),
      Buffer.from([flag.userPresent | verified | flags]),
      counter,
      attested,
    ]);
  }

  /** The public key as COSE: a map of key type EC2, ES256, P-256 and the point. */
  #coseKey(): Buffer {
    const { x = '', y = '' } = this.#publicKey.export({ format: 'jwk' });
    return Buffer.concat([
      Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21]),
      cborBytes(Buffer.from(x, 'base64url')),
      Buffer.from([0x22]),
      cborBytes(Buffer.from(y, 'base64url')),
    ]);
  }
}

function cborText(text: string): Buffer {
  return Buffer.concat([Buffer.from([0x60 + text.length]), Buffer.from(text)]);
}

function cborBytes(bytes: Buffer): Buffer {
  const head =
    bytes.length < 24
      ? [0x40 + bytes.length]
      : bytes.length < 256
        ? [0x58, bytes.length]
        : [0x59, bytes.length >> 8, bytes.length & 255];
  return Buffer.concat([Buffer.from(head), bytes]);
}

function sha256(bytes: Buffer): Buffer {
  return createHash('sha256').update(bytes).digest();
}
