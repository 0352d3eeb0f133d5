/** How large an original is shown: as wide as its place, or by a factor of its own size. */
export type Zoom = 'width' | number;

const steps: readonly number[] = [0.25, 0.5, 0.67, 0.75, 0.9, 1, 1.1, 1.25, 1.5, 1.75, 2, 2.5, 3, 4];

/** The next larger or smaller step from what is shown now. */
export function steppedZoom(shown: number, direction: 1 | -1): number {
  const larger = steps.filter((step) => (direction === 1 ? step > shown + 0.005 : step < shown - 0.005));
  return (direction === 1 ? larger[0] : larger.at(-1)) ?? shown;
}

/** Pixels that a browser can hold of one page. */
const mostPixels = 16_777_216;

/** How many pixels of the screen a pixel of the page is drawn with: all it has, as far as they can be held. */
export function sharpness(width: number, height: number, ratio: number): number {
  return Math.min(ratio, Math.sqrt(mostPixels / Math.max(1, width * height)));
}
