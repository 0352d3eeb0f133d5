import type { FastifyRequest } from 'fastify';
import { describe, expect, test } from 'vitest';
import { testClock } from '../../../../tests/support/web.ts';
import { seconds } from '../clock.ts';
import { clientNetwork, createRateLimit } from './http-rate-limit.ts';

describe('rate limit', () => {
  const from = (ip: string) => ({ ip }) as FastifyRequest;

  test('lets a burst pass, then single requests, per client', async () => {
    const clock = testClock();
    const limit = createRateLimit(clock, { burst: 3, perSecond: 1 });
    for (let n = 0; n < 3; n += 1) await limit(from('10.0.0.1'));
    await expect(limit(from('10.0.0.1'))).rejects.toMatchObject({
      refusal: { code: 'too_many_requests' },
      retryAfterSeconds: 1,
    });
    await limit(from('10.0.0.2'));
    clock.forward(seconds(1));
    await limit(from('10.0.0.1'));
    await expect(limit(from('10.0.0.1'))).rejects.toMatchObject({ refusal: { code: 'too_many_requests' } });
  });
});

describe('client networks', () => {
  test.each([
    ['192.0.2.7', '192.0.2.7'],
    ['::ffff:192.0.2.7', '192.0.2.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:0db8:0001:0002::1', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ])('AUTH-05 %s counts as %s', (address, network) => {
    expect(clientNetwork(address)).toBe(network);
  });
});
