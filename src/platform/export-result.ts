/** Result of a finished export job: a file owned by the person. */
export interface ExportResult {
  readonly file_id: string;
  readonly rows: number;
}
