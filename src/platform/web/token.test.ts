import { describe, expect, it } from 'vitest';
import { unsignedToken } from '../../../tests/support/unsigned-token.ts';
import { expiresWithin, readClaims } from './token.ts';

const hasura = 'https://hasura.io/jwt/claims';

const claims = {
  sub: '7',
  iat: 1_000,
  exp: 1_900,
  email: 'jürgen@demo.test',
  tenant_name: 'Möbel & Söhne',
  lang: 'de',
  [hasura]: {
    'x-hasura-user-id': '7',
    'x-hasura-tenant-id': '3',
    'x-hasura-allowed-roles': ['user', 'user-price'],
  },
};

describe('AUTH-18 claims of a token', () => {
  it('are read with non-ASCII names, and with the person as actor', () => {
    expect(readClaims(unsignedToken(claims))).toEqual({
      userId: 7,
      tenantId: 3,
      actorId: 7,
      email: 'jürgen@demo.test',
      tenantName: 'Möbel & Söhne',
      language: 'de',
      roles: ['user', 'user-price'],
      sessionId: null,
      issuedAt: 1_000,
      expiresAt: 1_900,
    });
  });

  it('name the actor', () => {
    const acting = { ...claims, [hasura]: { ...claims[hasura], 'x-hasura-actor-id': '1' } };
    expect(readClaims(unsignedToken(acting))?.actorId).toBe(1);
  });

  it.each(['', 'no token', 'a.b.c', `e30.${Buffer.from('[]').toString('base64url')}.x`])(
    '%j has none',
    (text) => {
      expect(readClaims(text)).toBeNull();
    },
  );
});

describe('AUTH-14 early refresh', () => {
  it.each([
    [1_867_000, false],
    [1_869_000, true],
    [2_000_000, true],
  ])('at %d ms', (now, isDue) => {
    expect(expiresWithin(unsignedToken(claims), 32, now)).toBe(isDue);
  });

  it('treats an unreadable token as expired', () => {
    expect(expiresWithin('broken', 32, 0)).toBe(true);
  });
});
