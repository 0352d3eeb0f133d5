import { describe, expect, test } from 'vitest';
import { placedOf } from './placed.ts';

describe('PUN-10 what a shop answers to an order', () => {
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

  test('its words are what a person reads', () => {
    expect(placedOf({ code: '401', text: 'Unauthorized' })).toEqual({
      state: 'failed',
      reason: '401 Unauthorized',
    });
  });
});
