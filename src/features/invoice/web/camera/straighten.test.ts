import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { improveContrast } from './improve-contrast.ts';
import { inPixels, isPage, type Point, type Quadrangle, wholePicture } from './quadrangle.ts';
import { type Pixels, projectionOnto, sizeOfPage, straighten } from './straighten.ts';

/** The eight factors of the map from the equations of its four corners, by elimination with pivots. */
function solvedFactors(corners: Quadrangle): readonly number[] {
  const places = [
    [0, 0],
    [1, 0],
    [1, 1],
    [0, 1],
  ] as const;
  const rows = corners.flatMap(({ x, y }, at) => {
    const [u, v] = places[at] ?? [0, 0];
    return [
      [u, v, 1, 0, 0, 0, -u * x, -v * x, x],
      [0, 0, 0, u, v, 1, -u * y, -v * y, y],
    ];
  });
  for (let column = 0; column < 8; column += 1) {
    const rest = rows.slice(column);
    const pivot = rest.reduce((best, row) =>
      Math.abs(row[column] ?? 0) > Math.abs(best[column] ?? 0) ? row : best,
    );
    const at = rows.indexOf(pivot);
    [rows[at], rows[column]] = [rows[column] ?? [], pivot];
    for (const row of rows) {
      if (row === pivot) continue;
      const factor = (row[column] ?? 0) / (pivot[column] ?? 1);
      for (let place = column; place < 9; place += 1)
        row[place] = (row[place] ?? 0) - factor * (pivot[place] ?? 0);
    }
  }
  return rows.map((row, at) => (row[8] ?? 0) / (row[at] ?? 1));
}

/** Where eight factors in their order take a point. */
function placeBy(factors: readonly number[], u: number, v: number): Point {
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = factors;
  const depth = g * u + h * v + 1;
  return { x: (a * u + b * v + c) / depth, y: (d * u + e * v + f) / depth };
}

const within = (min: number, max: number) => fc.double({ min, max, noNaN: true });
const point = (x: number, y: number) =>
  fc.record({ x: within(x - 300, x + 300), y: within(y - 300, y + 300) });
/** Pages as they are photographed: no corner is nearly on the line of its neighbors. */
const pages = fc
  .tuple(point(400, 400), point(1600, 400), point(1600, 2000), point(400, 2000))
  .filter((corners): corners is [Point, Point, Point, Point] => isPage(corners));

describe('MOB-02 a page is straightened', () => {
  test('the map onto any page agrees with the solution of its eight equations', () => {
    fc.assert(
      fc.property(pages, within(0, 1), within(0, 1), (corners, u, v) => {
        const { a, b, c, d, e, f, g, h } = projectionOnto(corners);
        const place = placeBy([a, b, c, d, e, f, g, h], u, v);
        const solved = placeBy(solvedFactors(corners), u, v);
        expect(place.x).toBeCloseTo(solved.x, 5);
        expect(place.y).toBeCloseTo(solved.y, 5);
      }),
    );
  });

  test('a photographed pattern is seen from the front again', () => {
    const size = { width: 120, height: 160 };
    // Bright in the fields of a chessboard with six by eight fields.
    const shade = (u: number, v: number): number =>
      (Math.floor(u * 6) + Math.floor(v * 8)) % 2 === 0 ? 220 : 40;
    const corners: Quadrangle = [
      { x: 60, y: 40 },
      { x: 330, y: 90 },
      { x: 360, y: 470 },
      { x: 20, y: 420 },
    ];
    const photo = photographed(corners, shade);
    const page = straighten(photo, corners, size);
    for (let row = 0; row < 8; row += 1) {
      for (let column = 0; column < 6; column += 1) {
        const at = (Math.round((row + 0.5) * 20) * size.width + Math.round((column + 0.5) * 20)) * 4;
        expect(Math.abs((page.data[at] ?? 0) - shade((column + 0.5) / 6, (row + 0.5) / 8))).toBeLessThan(8);
      }
    }
  });

  test('the whole picture in its own size stays as it is', () => {
    const picture = photographed(wholePicture, (u, v) => Math.floor(u * 100 + v * 100));
    const { width, height } = picture;
    const same = straighten(picture, inPixels(wholePicture, width, height), { width, height });
    expect(same.data).toEqual(picture.data);
  });
});

/** A picture of 400 by 500 pixels of a page with these corners, on black. */
function photographed(corners: Quadrangle, shade: (u: number, v: number) => number): Pixels {
  const [width, height] = [400, 500];
  const data = new Uint8ClampedArray(width * height * 4).fill(255);
  // The page is finer than the picture, so that every pixel of it is met.
  const factors = solvedFactors(corners);
  for (let row = 0; row < 1500; row += 1) {
    for (let column = 0; column < 1200; column += 1) {
      const [u, v] = [column / 1200, row / 1500];
      const { x, y } = placeBy(factors, u, v);
      const at = (Math.floor(y) * width + Math.floor(x)) * 4;
      if (x >= 0 && y >= 0 && x < width && y < height) data.fill(shade(u, v), at, at + 3);
    }
  }
  return { width, height, data };
}

const rectangle = (width: number, height: number): Quadrangle => inPixels(wholePicture, width, height);

describe('MOB-02 the size of a page', () => {
  test.each([
    ['A4 upright', 2100, 2970, { width: 1654, height: 2339 }],
    ['A4 across', 2970, 2100, { width: 2339, height: 1654 }],
    ['A4, foreshortened', 2100, 2700, { width: 1654, height: 2339 }],
    ['a receipt of the till', 800, 2400, { width: 780, height: 2339 }],
    ['a square', 1000, 1000, { width: 1654, height: 1654 }],
  ])('%s', (_, width, height, size) => {
    expect(sizeOfPage(rectangle(width, height))).toEqual(size);
  });
});

describe('MOB-02 contrast', () => {
  const levels = (paper: number, ink: number): Pixels => {
    const data = new Uint8ClampedArray(100 * 100 * 4).fill(255);
    for (let at = 0; at < 10_000; at += 1) data.fill(at % 10 === 0 ? ink : paper, at * 4, at * 4 + 3);
    return { width: 100, height: 100, data };
  };

  test('gray paper becomes light and its print dark', () => {
    const page = levels(160, 60);
    improveContrast(page);
    expect([page.data[0], page.data[4]]).toEqual([0, 180]);
  });

  test('a page with good contrast hardly changes', () => {
    const page = levels(245, 0);
    improveContrast(page);
    expect([page.data[0], page.data[4]]).toEqual([0, 245]);
  });
});
