export interface Point {
  readonly x: number;
  readonly y: number;
}

/** Four corners in their order around the page: top left, top right, bottom right, bottom left. */
export type Quadrangle = readonly [Point, Point, Point, Point];

export const corners = ['top_left', 'top_right', 'bottom_right', 'bottom_left'] as const;
export type Corner = (typeof corners)[number];

/** The whole picture, in fractions of its width and height. */
export const wholePicture: Quadrangle = [
  { x: 0, y: 0 },
  { x: 1, y: 0 },
  { x: 1, y: 1 },
  { x: 0, y: 1 },
];

export function distance(a: Point, b: Point): number {
  return Math.hypot(b.x - a.x, b.y - a.y);
}

/** Twice the signed area of the triangle; positive if it turns clockwise on the screen. */
export function turnOf(a: Point, b: Point, c: Point): number {
  return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}

/** The signed area of a polygon; positive if its points go clockwise on the screen. */
export function areaOf(points: readonly Point[]): number {
  const [first] = points;
  if (!first) return 0;
  return points.reduce((sum, point, at) => sum + turnOf(first, point, points[at + 1] ?? first) / 2, 0);
}

/** Whether the corners can be those of a page: each lies outside of the triangle of the others, in clockwise order. */
export function isPage([a, b, c, d]: Quadrangle): boolean {
  return turnOf(a, b, c) > 0 && turnOf(b, c, d) > 0 && turnOf(c, d, a) > 0 && turnOf(d, a, b) > 0;
}

/** The same corners for a page that is shown a quarter further, clockwise. */
export function turned([a, b, c, d]: Quadrangle): Quadrangle {
  return [d, a, b, c];
}

/** Moves one corner, within the picture. */
export function withCorner(quadrangle: Quadrangle, corner: Corner, { x, y }: Point): Quadrangle {
  const [a, b, c, d] = quadrangle;
  const moved = { x: Math.min(1, Math.max(0, x)), y: Math.min(1, Math.max(0, y)) };
  return {
    top_left: [moved, b, c, d] as const,
    top_right: [a, moved, c, d] as const,
    bottom_right: [a, b, moved, d] as const,
    bottom_left: [a, b, c, moved] as const,
  }[corner];
}

/** The corners of fractions in pixels of a picture. */
export function inPixels(quadrangle: Quadrangle, width: number, height: number): Quadrangle {
  const [a, b, c, d] = quadrangle;
  const scaled = ({ x, y }: Point): Point => ({ x: x * width, y: y * height });
  return [scaled(a), scaled(b), scaled(c), scaled(d)];
}
