import { decodePicture, greyOf } from './decode.ts';

/** A picture of the camera, as a canvas holds it. */
export interface SentPicture {
  readonly pixels: ArrayBuffer;
  readonly width: number;
  readonly height: number;
}

/** Reads pictures outside of the page, which stays fluid; answers each with its text, or null. */
self.addEventListener('message', ({ data }: MessageEvent<SentPicture>) => {
  const { pixels, width, height } = data;
  self.postMessage(decodePicture({ grey: greyOf(new Uint8ClampedArray(pixels)), width, height }));
});
