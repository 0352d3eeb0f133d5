/** A received file; its media type is detected from its bytes. */
export interface DeliveredFile {
  readonly name: string;
  readonly mime: string;
  readonly bytes: Uint8Array;
  /** The file of the mail that it was unpacked from (MBX-07). */
  readonly unpackedFrom?: string;
}

/** The mail that delivered a file. */
export interface DeliveringMail {
  /** The id of its stored record. */
  readonly id: number;
  readonly sender: string | null;
  readonly subject: string | null;
}

/** An invoice received without an upload by a person (MBX-05, MBX-06). */
export interface DeliveredInvoice {
  /** The file to read. */
  readonly file: DeliveredFile;
  /** Files received with it, kept among its documents. */
  readonly documents: readonly DeliveredFile[];
  /** The company of the invoice, if the set-up of the channel names one. */
  readonly clientId: number | null;
  readonly mailboxId: number | null;
  /** The supplier, where the channel knows it. */
  readonly supplierId?: number;
  readonly way: 'mailbox' | 'scanner' | 'marketplace';
  /** The name of a sender that writes no mail. */
  readonly sender?: string;
  readonly mail?: DeliveringMail;
}
