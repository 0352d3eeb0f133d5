import { distance, type Quadrangle } from './quadrangle.ts';

/** A picture as a canvas gives it: four bytes a pixel (red, green, blue, opacity), row by row. */
export interface Pixels {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8ClampedArray<ArrayBuffer>;
}

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** A4 in pixels at 200 dpi. */
const a4 = { width: 1654, height: 2339 } as const;
/**
 * A photo taken from aside distorts the ratio of the sides. Within this share it is taken for A4, whose ratio is that
 * of nearly all invoices.
 */
const a4Tolerance = 0.12;

/** The size of the straightened page in pixels: A4 at 200 dpi, or within it where the ratio of its sides differs. */
export function sizeOfPage([a, b, c, d]: Quadrangle): Size {
  const width = Math.max(distance(a, b), distance(d, c));
  const height = Math.max(distance(a, d), distance(b, c));
  const isWide = width > height;
  const long = isWide ? width : height;
  const short = isWide ? height : width;
  const isA4 = Math.abs(long / short / (a4.height / a4.width) - 1) < a4Tolerance;
  const scale = Math.min(a4.height / long, a4.width / short);
  const page = isA4
    ? a4
    : {
        width: Math.max(1, Math.round(short * scale)),
        height: Math.max(1, Math.round(long * scale)),
      };
  return isWide ? { width: page.height, height: page.width } : page;
}

/** The factors of a perspective map from (u, v) to ((a u + b v + c) / w, (d u + e v + f) / w), w = g u + h v + 1. */
interface Projection {
  readonly a: number;
  readonly b: number;
  readonly c: number;
  readonly d: number;
  readonly e: number;
  readonly f: number;
  readonly g: number;
  readonly h: number;
}

/**
 * The perspective map from the unit square onto a quadrangle: (0, 0) to its first corner, (1, 0) to its second, and so
 * on (Heckbert, Fundamentals of Texture Mapping and Image Warping, 1989, section 2.2.3).
 */
export function projectionOnto([first, second, third, fourth]: Quadrangle): Projection {
  const sumX = first.x - second.x + third.x - fourth.x;
  const sumY = first.y - second.y + third.y - fourth.y;
  const right = { x: second.x - third.x, y: second.y - third.y };
  const below = { x: fourth.x - third.x, y: fourth.y - third.y };
  const scale = right.x * below.y - below.x * right.y;
  const g = (sumX * below.y - below.x * sumY) / scale;
  const h = (right.x * sumY - sumX * right.y) / scale;
  return {
    ...{ a: second.x - first.x + g * second.x, b: fourth.x - first.x + h * fourth.x, c: first.x },
    ...{ d: second.y - first.y + g * second.y, e: fourth.y - first.y + h * fourth.y, f: first.y },
    ...{ g, h },
  };
}

/** The page inside of `quadrangle`, seen from the front. Points between pixels are interpolated. */
export function straighten(source: Pixels, quadrangle: Quadrangle, { width, height }: Size): Pixels {
  const { a, b, c, d, e, f, g, h } = projectionOnto(quadrangle);
  const data = new Uint8ClampedArray(width * height * 4);
  for (let row = 0; row < height; row += 1) {
    const v = (row + 0.5) / height;
    for (let column = 0; column < width; column += 1) {
      const u = (column + 0.5) / width;
      const depth = g * u + h * v + 1;
      const x = (a * u + b * v + c) / depth - 0.5;
      const y = (d * u + e * v + f) / depth - 0.5;
      copyPoint(source, x, y, data, (row * width + column) * 4);
    }
  }
  return { width, height, data };
}

/** Writes the color at a point of the source, which may lie between four pixels. */
function copyPoint(
  { width, height, data }: Pixels,
  x: number,
  y: number,
  target: Uint8ClampedArray,
  at: number,
): void {
  const insideX = Math.min(width - 1, Math.max(0, x));
  const insideY = Math.min(height - 1, Math.max(0, y));
  const left = Math.floor(insideX);
  const top = Math.floor(insideY);
  const partX = insideX - left;
  const partY = insideY - top;
  const first = (top * width + left) * 4;
  const toRight = left + 1 < width ? 4 : 0;
  const toBelow = top + 1 < height ? width * 4 : 0;
  for (let color = 0; color < 3; color += 1) {
    const here = first + color;
    const above = (data[here] ?? 0) * (1 - partX) + (data[here + toRight] ?? 0) * partX;
    const under = (data[here + toBelow] ?? 0) * (1 - partX) + (data[here + toBelow + toRight] ?? 0) * partX;
    target[at + color] = above * (1 - partY) + under * partY;
  }
  target[at + 3] = 255;
}
