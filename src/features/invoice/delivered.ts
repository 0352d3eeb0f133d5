/** A file as it came, by its media type; what it is its bytes have said. */
export interface DeliveredFile {
  readonly name: string;
  readonly mime: string;
  readonly bytes: Uint8Array;
  /** The file of the mail out of which it was unpacked (MBX-07). */
  readonly unpackedFrom?: string;
}

/** The mail in which something came. */
export interface DeliveringMail {
  /** Of its note. */
  readonly id: number;
  readonly sender: string | null;
  readonly subject: string | null;
}

/** An invoice that no person has brought (MBX-05, MBX-06). */
export interface DeliveredInvoice {
  /** The file that is read. */
  readonly file: DeliveredFile;
  /** What came with it and is kept among its documents. */
  readonly documents: readonly DeliveredFile[];
  /** The company that it is for, where whoever set up the way knows. */
  readonly clientId: number | null;
  readonly mailboxId: number | null;
  readonly way: 'mailbox' | 'scanner';
  readonly mail?: DeliveringMail;
}
