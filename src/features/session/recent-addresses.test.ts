import { describe, expect, it } from 'vitest';
import { parseRecentAddresses, withoutRecentAddress, withRecentAddress } from './recent-addresses.ts';

const anna = { email: 'anna@demo.test', tenant: 'Demo' };
const berta = { email: 'berta@demo.test', tenant: 'Demo' };

describe('AUTH-02 recently used addresses', () => {
  it('puts the newest first and keeps each once', () => {
    const list = [anna, berta, anna].reduce(withRecentAddress, []);
    expect(list).toEqual([anna, berta]);
  });

  it('keeps the same address of two tenants apart', () => {
    const elsewhere = { ...anna, tenant: 'Other' };
    expect(withRecentAddress([anna], elsewhere)).toEqual([elsewhere, anna]);
    expect(withoutRecentAddress([elsewhere, anna], anna)).toEqual([elsewhere]);
  });

  it('keeps five at most', () => {
    const many = Array.from({ length: 8 }, (_, index) => ({ email: `p${index}@demo.test`, tenant: 'Demo' }));
    expect(many.reduce(withRecentAddress, []).map(({ email }) => email)).toEqual(
      ['p7', 'p6', 'p5', 'p4', 'p3'].map((name) => `${name}@demo.test`),
    );
  });

  it.each([null, '', 'nonsense', '{}', '[1, {"email": 5}]'])('reads %j as none', (stored) => {
    expect(parseRecentAddresses(stored)).toEqual([]);
  });
});
