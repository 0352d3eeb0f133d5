/** What a finished job of an export answers: a file of the person. */
export interface ExportResult {
  readonly file_id: string;
  readonly rows: number;
}
