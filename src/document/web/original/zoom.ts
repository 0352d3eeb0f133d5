/** The zoom of an original: fit to width, or a factor. */
export type Zoom = 'width' | number;

const steps: readonly number[] = [0.25, 0.5, 0.67, 0.75, 0.9, 1, 1.1, 1.25, 1.5, 1.75, 2, 2.5, 3, 4];

/** The next larger or smaller step. */
export function steppedZoom(shown: number, direction: 1 | -1): number {
  const larger = steps.filter((step) => (direction === 1 ? step > shown + 0.005 : step < shown - 0.005));
  return (direction === 1 ? larger[0] : larger.at(-1)) ?? shown;
}

/** The maximum number of canvas pixels in browsers. */
const maxPixels = 16_777_216;

/** Canvas pixels per page pixel: the screen's full resolution, within the canvas limit. */
export function sharpness(width: number, height: number, ratio: number): number {
  return Math.min(ratio, Math.sqrt(maxPixels / Math.max(1, width * height)));
}
