import { describe, expect, test } from 'vitest';
import { outgoingHosts } from './outgoing.ts';

describe('MBX-03 host names entered by people', () => {
  test.each([
    '127.0.0.1',
    '10.1.2.3',
    '172.31.255.255',
    '192.168.0.9',
    '169.254.169.254',
    '100.64.0.1',
    '0.0.0.0',
    '255.255.255.255',
    '::1',
    'fe80::1',
    'fd00::1',
    '::ffff:127.0.0.1',
    '::ffff:a00:1',
    '::10.0.0.1',
    '::ffff:0:10.0.0.1',
    '64:ff9b::10.0.0.1',
    '64:ff9b:1::a00:1',
    '100:0:0:1::1',
    '2001:2::1',
    '2001:1ff::1',
    '2620:4f:8000::1',
    '3fff:fff::1',
    '5f00::1',
    '192.31.196.1',
    '192.52.193.1',
    '192.175.48.1',
    'localhost',
  ])('%s is refused, since it is a local or internal address', async (host) => {
    await expect(outgoingHosts([]).addressOf(host)).rejects.toMatchObject({ reason: 'private' });
  });

  test('an internet address is used unchanged', async () => {
    expect(await outgoingHosts([]).addressOf('9.9.9.9')).toBe('9.9.9.9');
    expect(await outgoingHosts([]).addressOf('2620:fe::fe')).toBe('2620:fe::fe');
    expect(await outgoingHosts([]).addressOf('2001:4860:4860::8888')).toBe('2001:4860:4860::8888');
  });

  test('an allowed network may be reached, its neighbour not', async () => {
    const hosts = outgoingHosts(['10.1.0.0/16', '127.0.0.1']);
    expect(await hosts.addressOf('10.1.2.3')).toBe('10.1.2.3');
    expect(await hosts.addressOf('127.0.0.1')).toBe('127.0.0.1');
    await expect(hosts.addressOf('10.2.0.1')).rejects.toMatchObject({ reason: 'private' });
    await expect(hosts.addressOf('127.0.0.2')).rejects.toMatchObject({ reason: 'private' });
  });

  test('a name without an address is reported as such', async () => {
    await expect(outgoingHosts([]).addressOf('nowhere.invalid')).rejects.toMatchObject({
      reason: 'not_found',
    });
  });
});
