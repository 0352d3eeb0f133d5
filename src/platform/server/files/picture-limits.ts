/** Limit of unpacked pixels: a page in 300 dpi has nine million. */
export const maxPixels = 40_000_000;
/** The longest side of a stored picture, in pixels; printed over a whole page it still has 190 dpi. */
export const longestSide = 1600;

/** A picture from outside, and its claimed type. */
export interface PictureTask {
  readonly bytes: Uint8Array;
  readonly type: 'png' | 'jpeg';
}

export type PictureAnswer =
  | { readonly picture: Uint8Array }
  | { readonly failure: 'picture_too_large' | 'unsupported_media_type' };
