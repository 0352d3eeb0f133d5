/** A file within another; `bytes` is null beyond the size limit. */
export interface PackedFile {
  readonly name: string;
  readonly bytes: Buffer | null;
}
