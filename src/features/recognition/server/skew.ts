/** Maximum skew that is corrected, in degrees. */
const maxDegrees = 5;
const coarseStep = 0.5;
const fineStep = 0.1;
/** Sampled width, enough to detect the rows of a page. */
const sampleWidth = 700;
/** Values (0 to 255) below this are ink. */
const ink = 140;

/**
 * The angle by which the rows of a gray picture fall to the right, in degrees: the one at which ink gathers in the
 * fewest rows.
 */
export function skewOf(gray: Uint8Array, width: number, height: number): number {
  const step = Math.max(1, Math.floor(width / sampleWidth));
  const points: [x: number, y: number][] = [];
  for (let y = 0; y < height; y += step) {
    for (let x = 0; x < width; x += step) {
      if ((gray[y * width + x] ?? 255) < ink) points.push([x / step, y / step]);
    }
  }
  // Mostly dark pages show no rows.
  const isPage = points.length > 200 && points.length < (width * height) / (step * step) / 2;
  if (!isPage) return 0;
  const rows = Math.ceil(height / step);
  const coarse = best(points, rows, range(-maxDegrees, maxDegrees, coarseStep));
  return best(points, rows, range(coarse - coarseStep, coarse + coarseStep, fineStep));
}

function range(from: number, to: number, step: number): number[] {
  return Array.from({ length: Math.round((to - from) / step) + 1 }, (_, place) => from + place * step);
}

function best(
  points: readonly (readonly [number, number])[],
  rows: number,
  angles: readonly number[],
): number {
  const scored = angles.map((angle) => ({ angle, score: sharpness(points, rows, angle) }));
  return scored.reduce((top, one) => (one.score > top.score ? one : top)).angle;
}

/** The sum of squares of ink per row; it grows with the separation of the rows. */
function sharpness(points: readonly (readonly [number, number])[], rows: number, angle: number): number {
  const slope = Math.tan((angle * Math.PI) / 180);
  const counts = new Float64Array(rows * 2);
  for (const [x, y] of points) {
    const row = Math.round(y - x * slope + rows / 2);
    if (row >= 0 && row < counts.length) counts[row] = (counts[row] ?? 0) + 1;
  }
  return counts.reduce((sum, count) => sum + count * count, 0);
}
