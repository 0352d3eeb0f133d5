import { describe, expect, test } from 'vitest';
import { skewOf } from './skew.ts';

/** Gray rows of text that fall by this angle. */
function page(degrees: number): { gray: Uint8Array; width: number; height: number } {
  const [width, height] = [700, 900];
  const gray = new Uint8Array(width * height).fill(255);
  const slope = Math.tan((degrees * Math.PI) / 180);
  for (let row = 80; row < 800; row += 30) {
    for (let x = 60; x < 640; x += 1) {
      for (let thick = 0; thick < 6; thick += 1) {
        const y = Math.round(row + x * slope) + thick;
        if (x % 9 > 2 && y < height) gray[y * width + x] = 0;
      }
    }
  }
  return { gray, width, height };
}

describe('REC-05 crooked scans', () => {
  test.each([-3, -0.5, 0, 1.2, 4])('%d degrees', (degrees) => {
    const { gray, width, height } = page(degrees);
    expect(Math.abs(skewOf(gray, width, height) - degrees)).toBeLessThan(0.2);
  });

  test('an empty and a black page have no skew', () => {
    expect(skewOf(new Uint8Array(10_000).fill(255), 100, 100)).toBe(0);
    expect(skewOf(new Uint8Array(10_000), 100, 100)).toBe(0);
  });
});
