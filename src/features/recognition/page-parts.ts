/** A page of a file, and how far it is turned to the right, in degrees. */
export interface PartPage {
  /** Place of the file in the list, from 0. */
  readonly file: number;
  /** From 1. */
  readonly page: number;
  readonly turn: 0 | 90 | 180 | 270;
}

/** Why no PDF can be made of the pages of a file. */
export type PartsFailure =
  | 'encrypted'
  | 'damaged'
  | 'e_invoice'
  | 'too_many_pages'
  | 'too_large'
  | 'too_slow'
  | 'not_safe'
  | 'page_missing';

/** No PDF is made, and which of the files is to blame; null where it is all of them together. */
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
  /** Pages that a file may have. */
  readonly mostPages: number;
}

export interface MadeParts {
  /** How many pages each file has. */
  readonly pages: readonly number[];
  /** A PDF per part. */
  readonly parts: readonly Uint8Array[];
}
