/** A page of a file and its clockwise rotation in degrees. */
export interface PartPage {
  /** Index of the file, from 0. */
  readonly file: number;
  /** From 1. */
  readonly page: number;
  readonly turn: 0 | 90 | 180 | 270;
}

/** Why no PDF can be made from the pages of a file. */
export type PartsFailure =
  | 'encrypted'
  | 'damaged'
  | 'e_invoice'
  | 'too_many_pages'
  | 'too_large'
  | 'too_slow'
  | 'not_safe'
  | 'page_missing';

/** Thrown when no PDF can be made; `file` is the index of the file at fault, null for all files together. */
export class NoParts extends Error {
  readonly failure: PartsFailure;
  readonly file: number | null;

  constructor(failure: PartsFailure, file: number | null) {
    super(failure);
    this.name = 'NoParts';
    this.failure = failure;
    this.file = file;
  }
}

export interface PartsTask {
  /** PDF, JPEG or PNG; a picture is one page. */
  readonly files: readonly Uint8Array[];
  readonly parts: readonly (readonly PartPage[])[];
  /** The most pages of a file. */
  readonly maxPages: number;
}

export interface MadeParts {
  /** The number of pages of each file. */
  readonly pages: readonly number[];
  /** One PDF per part. */
  readonly parts: readonly Uint8Array[];
}
