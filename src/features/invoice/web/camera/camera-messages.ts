import type { PhotoPage } from './photo-pdf.ts';
import type { Quadrangle } from './quadrangle.ts';

/** Why a photo gives no page: it is no picture the browser can open, or the work failed. */
export const cameraFailures = ['unreadable', 'failed'] as const;
export type CameraFailure = (typeof cameraFailures)[number];

/** Work on a photo: propose the corners of its page, or straighten the page between its corners. */
export type CameraTask =
  | { readonly task: 'find'; readonly photo: Blob }
  | { readonly task: 'straighten'; readonly photo: Blob; readonly corners: Quadrangle };

/** The result of each task; corners in fractions of the picture, null if no page was found. */
export interface CameraResults {
  readonly find: Quadrangle | null;
  readonly straighten: PhotoPage;
}

export type CameraRequest = CameraTask & { readonly id: number };

export type CameraAnswer =
  | { readonly id: number; readonly result: CameraResults[keyof CameraResults] }
  | { readonly id: number; readonly failure: CameraFailure };
