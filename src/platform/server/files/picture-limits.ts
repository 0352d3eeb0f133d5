/** A small file may unpack to this many pixels and no more: a page in 300 dpi has nine million. */
export const mostPixels = 40_000_000;
/** The longest side of a picture that is kept, in pixels; printed over a whole page it still has 190 dpi. */
export const longestSide = 1600;

/** A picture that came from outside, and what it is said to be. */
export interface PictureTask {
  readonly bytes: Uint8Array;
  readonly type: 'png' | 'jpeg';
}

export type PictureAnswer =
  | { readonly picture: Uint8Array }
  | { readonly failure: 'picture_too_large' | 'unsupported_media_type' };
