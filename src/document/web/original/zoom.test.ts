import { expect, test } from 'vitest';
import { sharpness, steppedZoom } from './zoom.ts';

test('INV-01 zooming moves one step at a time and stops at the ends', () => {
  expect([steppedZoom(0.7, 1), steppedZoom(0.7, -1)]).toEqual([0.75, 0.67]);
  expect([steppedZoom(1, 1), steppedZoom(1, -1)]).toEqual([1.1, 0.9]);
  expect([steppedZoom(4, 1), steppedZoom(0.25, -1)]).toEqual([4, 0.25]);
});

test('INV-01 a page is as sharp as the screen, up to the largest canvas', () => {
  expect(sharpness(800, 1100, 2)).toBe(2);
  const held = sharpness(6000, 8000, 3);
  expect(6000 * 8000 * held * held).toBeCloseTo(16_777_216, 0);
});
