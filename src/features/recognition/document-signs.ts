/** Properties of one file of a delivery, used to find files that belong together. */
export interface DocumentSigns {
  /** `unread`: only OCR could tell, as for a scan. */
  readonly sign: 'invoice' | 'other' | 'unread';
  /** Whether the file is or contains an e-invoice. */
  readonly isEInvoice: boolean;
  /** Whether it reminds of invoices that were sent before. */
  readonly isReminder: boolean;
  /** Its own document number. */
  readonly number: string | null;
  /** The indexes of the other files whose numbers it contains. */
  readonly names: readonly number[];
}

/** Examines the PDF and XML files of one delivery to a tenant in the reading cell; returns them in order. */
export type DocumentSigner = (
  tenantId: number,
  files: readonly Uint8Array[],
) => Promise<readonly DocumentSigns[]>;
