import { createPublicKey, generateKeyPairSync } from 'node:crypto';
import { SignJWT, UnsecuredJWT } from 'jose';
import { beforeEach, describe, expect, test } from 'vitest';
import { type TestClock, testClock } from '../../../tests/support/web.ts';
import { minutes, seconds } from './clock.ts';
import { deriveSecrets } from './secrets.ts';
import { createTokens, type TokenSubject } from './tokens.ts';

const secrets = deriveSecrets('the secret key of this installation');
const subject: TokenSubject = {
  tenantId: 7,
  tenantName: 'demo',
  userId: 12,
  actorId: 12,
  means: 'passkey',
  tokenVersion: 3,
  email: 'ina@demo.test',
  language: 'de',
  roles: ['user-price'],
  permissions: '3',
};
let clock: TestClock;
let tokens: ReturnType<typeof createTokens>;

beforeEach(() => {
  clock = testClock();
  tokens = createTokens(secrets, clock);
});

const refused = { refusal: { code: 'unauthenticated' } };
const payloadOf = (token: string) =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());

describe('access tokens', () => {
  test('AUTH-18 a verified token has its original content', async () => {
    expect(await tokens.verifyAccess(await tokens.issueAccess(subject))).toEqual({
      tenantId: 7,
      userId: 12,
      actorId: 12,
      means: 'passkey',
      tokenVersion: 3,
      language: 'de',
      roles: ['user-price'],
    });
    const acting = await tokens.issueAccess({ ...subject, actorId: 4 });
    expect((await tokens.verifyAccess(acting)).actorId).toBe(4);
    const sessionId = '00000000-0000-4000-8000-000000000001';
    const ofSession = await tokens.issueAccess({ ...subject, sessionId });
    expect((await tokens.verifyAccess(ofSession)).sessionId).toBe(sessionId);
  });

  test("AUTH-18 only nodes with the same secret key accept each other's tokens", async () => {
    const token = await tokens.issueAccess(subject);
    const sameKey = createTokens(deriveSecrets('the secret key of this installation'), clock);
    const otherKey = createTokens(deriveSecrets('the secret key of another installation'), clock);
    expect((await sameKey.verifyAccess(token)).userId).toBe(12);
    await expect(otherKey.verifyAccess(token)).rejects.toMatchObject(refused);
  });

  test('AUTH-15 expires exactly after its lifetime', async () => {
    const token = await tokens.issueAccess(subject);
    clock.forward(minutes(15) - seconds(1));
    expect((await tokens.verifyAccess(token)).userId).toBe(12);
    clock.forward(seconds(1));
    await expect(tokens.verifyAccess(token)).rejects.toMatchObject(refused);
  });

  test('AUTH-18 a token without signature (alg none) is refused', async () => {
    const payload = payloadOf(await tokens.issueAccess(subject));
    await expect(tokens.verifyAccess(new UnsecuredJWT(payload).encode())).rejects.toMatchObject(refused);
    const [header, body] = (await tokens.issueAccess(subject)).split('.');
    await expect(tokens.verifyAccess(`${header}.${body}.`)).rejects.toMatchObject(refused);
  });

  test('AUTH-18 our public key used as an HMAC secret is refused', async () => {
    const payload = payloadOf(await tokens.issueAccess(subject));
    const publicKey = createPublicKey(secrets.signingKey).export({ type: 'spki', format: 'pem' });
    const forged = await new SignJWT(payload)
      .setProtectedHeader({ alg: 'HS256' })
      .sign(Buffer.from(publicKey));
    await expect(tokens.verifyAccess(forged)).rejects.toMatchObject(refused);
  });

  test('AUTH-18 a key embedded in the token is not trusted', async () => {
    const payload = payloadOf(await tokens.issueAccess(subject));
    const { privateKey, publicKey } = generateKeyPairSync('ed25519');
    const jwk = publicKey.export({ format: 'jwk' });
    const forged = await new SignJWT(payload).setProtectedHeader({ alg: 'EdDSA', jwk }).sign(privateKey);
    await expect(tokens.verifyAccess(forged)).rejects.toMatchObject(refused);
  });

  test('AUTH-18 changed claims are refused', async () => {
    const [header, , signature] = (await tokens.issueAccess(subject)).split('.');
    const other = await tokens.issueAccess({ ...subject, tenantId: 8, roles: ['user-admin'] });
    await expect(tokens.verifyAccess(`${header}.${other.split('.')[1]}.${signature}`)).rejects.toMatchObject(
      refused,
    );
  });

  test.each(['', 'a.b.c', '..', 'null', 'eyJhbGciOiJFZERTQSJ9.e30.AAAA', 'ä.ö.ü'])(
    '"%s" is refused',
    async (token) => {
      await expect(tokens.verifyAccess(token)).rejects.toMatchObject(refused);
    },
  );
});

describe('tickets', () => {
  const fileId = '01890000-0000-7000-8000-000000000001';
  const ticketSubject = {
    tenantId: 7,
    userId: 12,
    actorId: 12,
    means: 'link',
    tokenVersion: 3,
    language: 'de',
    roles: [],
    fileId,
  } as const;

  test('AUTH-19 a ticket is valid for 60 seconds', async () => {
    const ticket = await tokens.issueTicket(ticketSubject);
    clock.forward(seconds(59));
    expect(await tokens.verifyTicket(ticket)).toEqual(ticketSubject);
    clock.forward(seconds(1));
    await expect(tokens.verifyTicket(ticket)).rejects.toMatchObject(refused);
  });

  test('AUTH-19 tickets and access tokens cannot replace each other', async () => {
    await expect(tokens.verifyAccess(await tokens.issueTicket(ticketSubject))).rejects.toMatchObject(refused);
    await expect(tokens.verifyTicket(await tokens.issueAccess(subject))).rejects.toMatchObject(refused);
  });
});
