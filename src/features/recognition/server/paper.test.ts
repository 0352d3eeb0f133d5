import { describe, expect, test } from 'vitest';
import { evenly, onWhitePaper } from './paper.ts';

/** An even background with a thin stroke. */
function stroke(background: number, ink: number): Uint8Array {
  const gray = new Uint8Array(40 * 40).fill(background);
  gray.fill(ink, 40 * 20, 40 * 22);
  return gray;
}

describe('REC-05 tinted paper', () => {
  test.each([
    ['white', 255, 0],
    ['tinted', 200, 20],
  ])('%s', (_, background, ink) => {
    const white = onWhitePaper(stroke(background, ink), 40, 40);
    expect(white[0]).toBe(255);
    expect(white[40 * 21]).toBeLessThan(40);
  });
});

describe('REC-05 pale pictures', () => {
  /** Noisy paper with this share of gray ink. */
  function pale(ink: number): Uint8Array {
    return Uint8Array.from({ length: 10_000 }, (_, place) => (place < ink * 10_000 ? 60 : 190 + (place % 5)));
  }

  test.each([
    ['much ink', 0.05],
    ['little ink', 0.004],
  ])('%s becomes black on light paper', (_, ink) => {
    const even = evenly(pale(ink));
    expect(even[0]).toBe(0);
    expect(Math.min(...even.slice(600))).toBeGreaterThan(230);
  });
});
