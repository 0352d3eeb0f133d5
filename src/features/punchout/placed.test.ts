import { describe, expect, test } from 'vitest';
import { placedByHttp, placedOf } from './placed.ts';

describe('PUN-10 a shop’s answer to an order', () => {
  test.each([
    ['200', 'sent'],
    ['201', 'sent'],
    ['280', 'sent'],
    ['400', 'failed'],
    ['401', 'failed'],
    ['409', 'failed'],
    ['475', 'failed'],
    ['550', 'failed'],
    ['560', 'failed'],
    ['500', 'uncertain'],
    ['599', 'uncertain'],
    ['', 'uncertain'],
    ['2', 'uncertain'],
    ['2000', 'uncertain'],
    ['OK', 'uncertain'],
  ])('%s: %s', (code, state) => {
    expect(placedOf({ code, text: 'so' }).state).toBe(state);
  });

  test('its message is shown to people', () => {
    expect(placedOf({ code: '401', text: 'Unauthorized' })).toEqual({
      state: 'failed',
      reason: '401 Unauthorized',
    });
  });

  // A 302 may lead to a login or follow an accepted order; a 408 or 429 may come from a proxy.
  test.each([
    [401, 'failed'],
    [403, 'failed'],
    [404, 'failed'],
    [407, 'failed'],
    [413, 'failed'],
    [415, 'failed'],
    [200, 'uncertain'],
    [302, 'uncertain'],
    [400, 'uncertain'],
    [408, 'uncertain'],
    [429, 'uncertain'],
    [500, 'uncertain'],
    [503, 'uncertain'],
  ])('no cXML with HTTP status %i: %s', (status, state) => {
    expect(placedByHttp(status)).toEqual({ state, reason: String(status) });
  });
});
