/** A file within another; `bytes` is null where it is larger than any that is kept. */
export interface PackedFile {
  readonly name: string;
  readonly bytes: Buffer | null;
}
