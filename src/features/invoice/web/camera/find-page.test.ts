import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { findPage, type Grays } from './find-page.ts';
import { areaOf, distance, isPage, type Point, type Quadrangle, turnOf } from './quadrangle.ts';

const [width, height] = [240, 320];

/** The corners of a page in pixels, each in its quarter of the picture. */
const within = (from: number, to: number) => fc.integer({ min: from, max: to });
const point = (x: number, y: number) => fc.record({ x: within(x - 22, x + 22), y: within(y - 22, y + 22) });
const pages = fc
  .tuple(point(45, 50), point(195, 50), point(195, 270), point(45, 270))
  .filter((corners): corners is [Point, Point, Point, Point] => isPage(corners));

function isInside([a, b, c, d]: Quadrangle, place: Point): boolean {
  return [turnOf(a, b, place), turnOf(b, c, place), turnOf(c, d, place), turnOf(d, a, place)].every(
    (turn) => turn >= 0,
  );
}

interface Scene {
  readonly page: number;
  readonly table: number;
  /** Largest change of a pixel. */
  readonly noise: number;
  readonly seed: number;
}

/** A page with lines of print, as photographed on a table, with noise. */
function photographed(corners: Quadrangle, { page, table, noise, seed }: Scene): Grays {
  let state = seed;
  // The generator of Park and Miller (1988): the same noise for the same seed.
  const random = (): number => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
  const data = Uint8Array.from({ length: width * height }, (_, at) => {
    const place = { x: at % width, y: Math.floor(at / width) };
    const isPrint = place.y % 12 < 3 && place.x % 40 < 30 && place.x > 80 && place.x < 160;
    const level = isInside(corners, place) ? (isPrint ? 60 : page) : table;
    return Math.min(255, Math.max(0, level + (random() - 0.5) * 2 * noise));
  });
  return { width, height, data };
}

describe('MOB-02 the edges of a page are proposed', () => {
  test('a white page on a dark table is found within two hundredths of the picture, despite print and noise', () => {
    fc.assert(
      fc.property(pages, within(1, 1_000_000), within(0, 40), (corners, seed, noise) => {
        const found = findPage(photographed(corners, { page: 215, table: 70, noise, seed }));
        expect(found).not.toBeNull();
        const shift = corners.map((corner, at) => {
          const { x, y } = found?.[at] ?? { x: 0, y: 0 };
          return distance({ x: x * width, y: y * height }, { x: corner.x + 0.5, y: corner.y + 0.5 });
        });
        expect(Math.max(...shift)).toBeLessThan(0.02 * height);
      }),
      { numRuns: 40 },
    );
  });

  test('a page that is partly outside of the picture ends at its border', () => {
    const corners: Quadrangle = [
      { x: -60, y: 40 },
      { x: 180, y: 30 },
      { x: 190, y: 290 },
      { x: -60, y: 280 },
    ];
    const found = findPage(photographed(corners, { page: 220, table: 60, noise: 10, seed: 7 }));
    expect(found?.[0].x).toBeLessThan(0.02);
    expect(found?.[1].x).toBeCloseTo(180 / width, 1);
  });

  test.each([
    ['nothing but a table', 70],
    ['a page as dark as its table', 85],
  ])('%s has no page', (_, page) => {
    const corners: Quadrangle = [
      { x: 40, y: 40 },
      { x: 200, y: 40 },
      { x: 200, y: 280 },
      { x: 40, y: 280 },
    ];
    expect(findPage(photographed(corners, { page, table: 70, noise: 0, seed: 3 }))).toBeNull();
  });

  test('small bright things are no page', () => {
    const corners: Quadrangle = [
      { x: 100, y: 100 },
      { x: 150, y: 100 },
      { x: 150, y: 150 },
      { x: 100, y: 150 },
    ];
    expect(areaOf(corners)).toBe(2500);
    expect(findPage(photographed(corners, { page: 220, table: 60, noise: 5, seed: 5 }))).toBeNull();
  });
});
