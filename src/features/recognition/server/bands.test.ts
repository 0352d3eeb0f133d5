import { describe, expect, test } from 'vitest';
import { invertBands } from './bands.ts';

const [width, height] = [400, 200];

/** White paper with a dark rectangle, in which a light stroke represents letters. */
function page(rectangle: { left: number; right: number; top: number; bottom: number }): Uint8Array {
  const gray = new Uint8Array(width * height).fill(255);
  for (let y = rectangle.top; y < rectangle.bottom; y += 1) {
    gray.fill(30, y * width + rectangle.left, y * width + rectangle.right);
  }
  gray.fill(250, 100 * width + rectangle.left + 20, 100 * width + rectangle.left + 60);
  return gray;
}

describe('REC-05 dark bands with light letters', () => {
  test('the head of a table becomes light and its letters dark', () => {
    const gray = page({ left: 20, right: 380, top: 80, bottom: 120 });
    invertBands(gray, width, height);
    expect(gray[90 * width + 200]).toBeGreaterThan(240);
    expect(gray[100 * width + 60]).toBeLessThan(40);
    expect(gray[10 * width + 200]).toBe(255);
  });

  test.each([
    ['a rule', { left: 20, right: 380, top: 98, bottom: 104 }],
    ['a thick letter', { left: 20, right: 120, top: 80, bottom: 120 }],
  ])('%s stays dark', (_, rectangle) => {
    const gray = page(rectangle);
    const before = gray.slice();
    invertBands(gray, width, height);
    expect(gray).toEqual(before);
  });
});
