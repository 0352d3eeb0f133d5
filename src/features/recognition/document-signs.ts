/** What a file among several looks like, so that those that belong together are found. */
export interface DocumentSigns {
  /** `unread`: only recognising its pages could tell, as of a scan. */
  readonly sign: 'invoice' | 'other' | 'unread';
  /** It is, or carries, the data of an e-invoice. */
  readonly isEInvoice: boolean;
  /** The number that it has itself. */
  readonly number: string | null;
  /** The places of the other files whose number stands in it. */
  readonly names: readonly number[];
}

/** Looks at the PDF and XML files of one delivery to a tenant together, in the reading cell; answers them in their order. */
export type DocumentSigner = (
  tenantId: number,
  files: readonly Uint8Array[],
) => Promise<readonly DocumentSigns[]>;
