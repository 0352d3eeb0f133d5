import { areaOf, distance, isPage, type Point, type Quadrangle, turnOf } from './quadrangle.ts';

/** Brightness of a reduced picture, a byte a pixel, row by row. */
export interface Grays {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8Array;
}

/** Least share of the picture that a page takes; smaller bright things are something else. */
const leastShare = 0.12;
/** Least share of its quadrangle that a page fills; print makes holes. */
const leastFilling = 0.75;
/** Least difference in brightness of page and table, of 255. */
const leastDifference = 24;

/**
 * Proposes the corners of a page that is lighter than its surroundings, in fractions of the picture; null if nothing
 * looks like a page. Meant for pictures of about 300 pixels: noise and print disappear there.
 *
 * Otsu's threshold separates light from dark; the hull of the largest light area is reduced to the four corners of the
 * largest area, and its sides are fitted as lines.
 */
export function findPage(picture: Grays): Quadrangle | null {
  const { width, height } = picture;
  const smooth = blurred(picture);
  const threshold = thresholdOf(smooth.data);
  if (threshold === null) return null;
  const area = largestLightArea(smooth, threshold);
  if (area.length < width * height * leastShare) return null;
  const hull = hullOf(area.map((at) => ({ x: at % width, y: Math.floor(at / width) })));
  const rough = largestQuadrangle(hull);
  if (rough === null) return null;
  const fine = fitted(rough, borderOf(area, picture));
  const chosen = fine && isPage(fine) ? fine : rough;
  if (!isPage(chosen) || area.length < areaOf(chosen) * leastFilling) return null;
  const fraction = ({ x, y }: Point): Point => ({
    x: Math.min(1, Math.max(0, (x + 0.5) / width)),
    y: Math.min(1, Math.max(0, (y + 0.5) / height)),
  });
  return startingTopLeft([
    fraction(chosen[0]),
    fraction(chosen[1]),
    fraction(chosen[2]),
    fraction(chosen[3]),
  ]);
}

/** The mean of each pixel and its 24 neighbors. */
function blurred({ width, height, data }: Grays): Grays {
  const reach = 2;
  const result = new Uint8Array(data.length);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      let sum = 0;
      let count = 0;
      for (let row = Math.max(0, y - reach); row <= Math.min(height - 1, y + reach); row += 1) {
        for (let column = Math.max(0, x - reach); column <= Math.min(width - 1, x + reach); column += 1) {
          sum += data[row * width + column] ?? 0;
          count += 1;
        }
      }
      result[y * width + x] = sum / count;
    }
  }
  return { width, height, data: result };
}

/** The level that separates light and dark best (Otsu, 1979); null if they hardly differ. */
function thresholdOf(data: Uint8Array): number | null {
  const counts = new Uint32Array(256);
  for (const level of data) counts[level] = (counts[level] ?? 0) + 1;
  const total = data.length;
  const sumOfAll = counts.reduce((sum, count, level) => sum + count * level, 0);
  let dark = 0;
  let sumOfDark = 0;
  let best = { between: 0, level: 0, difference: 0 };
  for (const [level, count] of counts.entries()) {
    dark += count;
    sumOfDark += count * level;
    if (dark === 0 || dark === total) continue;
    const difference = (sumOfAll - sumOfDark) / (total - dark) - sumOfDark / dark;
    const between = dark * (total - dark) * difference ** 2;
    if (between > best.between) best = { between, level, difference };
  }
  return best.difference < leastDifference ? null : best.level;
}

/** The pixels of the largest connected area lighter than the threshold. */
function largestLightArea({ width, height, data }: Grays, threshold: number): readonly number[] {
  const isSeen = new Uint8Array(data.length);
  let largest: readonly number[] = [];
  for (let start = 0; start < data.length; start += 1) {
    if (isSeen[start] === 1 || (data[start] ?? 0) <= threshold) continue;
    const area = [start];
    isSeen[start] = 1;
    for (const at of area) {
      const x = at % width;
      for (const next of [
        x > 0 ? at - 1 : -1,
        x < width - 1 ? at + 1 : -1,
        at - width,
        at + width < width * height ? at + width : -1,
      ]) {
        if (next < 0 || isSeen[next] === 1 || (data[next] ?? 0) <= threshold) continue;
        isSeen[next] = 1;
        area.push(next);
      }
    }
    if (area.length > largest.length) largest = area;
  }
  return largest;
}

/** The pixels of an area beside something else, except where the picture ends. */
function borderOf(area: readonly number[], { width, height }: Grays): readonly Point[] {
  const isInside = new Set(area);
  return area
    .filter((at) => ![at - 1, at + 1, at - width, at + width].every((next) => isInside.has(next)))
    .map((at) => ({ x: at % width, y: Math.floor(at / width) }))
    .filter(({ x, y }) => x > 0 && y > 0 && x < width - 1 && y < height - 1);
}

/** The convex hull, clockwise on the screen (Andrew, 1979). */
function hullOf(points: readonly Point[]): readonly Point[] {
  const sorted = [...points].sort((a, b) => a.x - b.x || a.y - b.y);
  const half = (ordered: readonly Point[]): Point[] => {
    const kept: Point[] = [];
    for (const point of ordered) {
      for (;;) {
        const [before, last] = [kept.at(-2), kept.at(-1)];
        if (!before || !last || turnOf(before, last, point) > 0) break;
        kept.pop();
      }
      kept.push(point);
    }
    return kept.slice(0, -1);
  };
  return [...half(sorted), ...half(sorted.toReversed())];
}

/** The four points of a hull that enclose the largest area. */
function largestQuadrangle(hull: readonly Point[]): Quadrangle | null {
  let best: { readonly area: number; readonly corners: Quadrangle } | null = null;
  for (const [at, first] of hull.entries()) {
    for (let opposite = at + 2; opposite < hull.length; opposite += 1) {
      const third = hull[opposite];
      const second = third && farthest(hull.slice(at + 1, opposite), first, third);
      const fourth = third && farthest([...hull.slice(opposite + 1), ...hull.slice(0, at)], third, first);
      if (!third || !second || !fourth) continue;
      const corners: Quadrangle = [first, second, third, fourth];
      const area = areaOf(corners);
      if (best === null || area > best.area) best = { area, corners };
    }
  }
  return best?.corners ?? null;
}

function farthest(points: readonly Point[], from: Point, to: Point): Point | null {
  let best: { readonly point: Point; readonly away: number } | null = null;
  for (const point of points) {
    const away = Math.abs(turnOf(from, to, point));
    if (best === null || away > best.away) best = { point, away };
  }
  return best?.point ?? null;
}

/** A line as a point on it and its direction. */
interface Line {
  readonly point: Point;
  readonly direction: Point;
}

/** The corners where the lines through the border's pixels meet; null if a side has too few. */
function fitted(rough: Quadrangle, border: readonly Point[]): Quadrangle | null {
  const [a, b, c, d] = rough;
  const [top, right, bottom, left] = [side(a, b), side(b, c), side(c, d), side(d, a)];
  const [ab, bc, cd, da] = [
    crossing(left, top),
    crossing(top, right),
    crossing(right, bottom),
    crossing(bottom, left),
  ];
  return ab && bc && cd && da ? [ab, bc, cd, da] : null;

  function side(from: Point, to: Point): Line {
    const length = distance(from, to);
    const near = border.filter((point) => {
      const along =
        ((point.x - from.x) * (to.x - from.x) + (point.y - from.y) * (to.y - from.y)) / length ** 2;
      return (
        along > 0.1 && along < 0.9 && Math.abs(turnOf(from, to, point)) / length < Math.max(3, length * 0.02)
      );
    });
    const direction = { x: to.x - from.x, y: to.y - from.y };
    // A side along the end of the picture has no border.
    return near.length < length / 4 ? { point: from, direction } : lineThrough(near);
  }
}

/** The line with the smallest squared distances. */
function lineThrough(points: readonly Point[]): Line {
  const mean = (of: (point: Point) => number) =>
    points.reduce((sum, point) => sum + of(point), 0) / points.length;
  const point = { x: mean(({ x }) => x), y: mean(({ y }) => y) };
  const xx = mean(({ x }) => (x - point.x) ** 2);
  const yy = mean(({ y }) => (y - point.y) ** 2);
  const xy = mean(({ x, y }) => (x - point.x) * (y - point.y));
  const angle = Math.atan2(2 * xy, xx - yy) / 2;
  return { point, direction: { x: Math.cos(angle), y: Math.sin(angle) } };
}

function crossing(one: Line, other: Line): Point | null {
  const across = one.direction.x * other.direction.y - one.direction.y * other.direction.x;
  if (Math.abs(across) < 1e-6) return null;
  const dx = other.point.x - one.point.x;
  const dy = other.point.y - one.point.y;
  const along = (dx * other.direction.y - dy * other.direction.x) / across;
  return { x: one.point.x + along * one.direction.x, y: one.point.y + along * one.direction.y };
}

/** The same corners, beginning with the one nearest to the top left of the picture. */
function startingTopLeft([a, b, c, d]: Quadrangle): Quadrangle {
  const turns: readonly Quadrangle[] = [
    [a, b, c, d],
    [b, c, d, a],
    [c, d, a, b],
    [d, a, b, c],
  ];
  return turns.reduce((best, each) => (each[0].x + each[0].y < best[0].x + best[0].y ? each : best));
}
