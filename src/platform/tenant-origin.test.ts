import { expect, test } from 'vitest';
import { isTenantHost, originOfTenant, passkeyDomain, passkeyOrigins } from './tenant-origin.ts';

const cell = { publicUrl: 'https://cell2.kontor.example.com', tenantDomain: 'kontor.example.com' };
const alone = { publicUrl: 'https://kontor.example.com', tenantDomain: null };

test.each([
  [cell, 'Muster', 'https://muster.kontor.example.com'],
  [cell, 'Muster GmbH', 'https://cell2.kontor.example.com'],
  [cell, 'muster.evil', 'https://cell2.kontor.example.com'],
  [cell, '-muster', 'https://cell2.kontor.example.com'],
  [alone, 'muster', 'https://kontor.example.com'],
  [
    { publicUrl: 'http://localhost:8080', tenantDomain: 'localhost' },
    'muster',
    'http://muster.localhost:8080',
  ],
])('TECH-18 links to a tenant: %j, %s: %s', (address, name, origin) => {
  expect(originOfTenant(address, name)).toBe(origin);
});

test.each([
  [cell, 'muster.kontor.example.com', true],
  [cell, 'MUSTER.kontor.example.com', true],
  [cell, 'kontor.example.com', false],
  [cell, 'a.muster.kontor.example.com', false],
  [cell, 'musterkontor.example.com', false],
  [cell, 'muster.kontor.example.com.evil.example', false],
  [alone, 'muster.kontor.example.com', false],
])('TECH-18 a host name of a tenant: %j, %s: %s', (address, host, isOne) => {
  expect(isTenantHost(address, host)).toBe(isOne);
});

test('TECH-18 AUTH-11 passkeys belong to the domain of all host names, and answers come from these alone', () => {
  expect([passkeyDomain(cell), passkeyDomain(alone)]).toEqual(['kontor.example.com', 'kontor.example.com']);
  const muster = 'https://muster.kontor.example.com';
  expect(passkeyOrigins(cell, muster)).toEqual([cell.publicUrl, muster]);
  for (const other of [
    'http://muster.kontor.example.com',
    'https://muster.kontor.example.com:8443',
    'https://muster.evil.example',
    'nonsense',
  ])
    expect(passkeyOrigins(cell, other)).toEqual([cell.publicUrl]);
  expect(passkeyOrigins(alone, muster)).toEqual([alone.publicUrl]);
});
