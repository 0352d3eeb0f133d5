import type { DeliveredFile, DeliveredInvoice } from './delivered.ts';

/** The channels through which files arrive (REC-13). */
export const arrivalWays = ['upload', 'api', 'mailbox', 'address', 'scanner', 'marketplace'] as const;
export type ArrivalWay = (typeof arrivalWays)[number];

/** The result of an arrival: `open` waits for a person. */
export const arrivalFates = ['invoice', 'document', 'duplicate', 'open'] as const;
export type ArrivalFate = (typeof arrivalFates)[number];

/** Why an arrival became no invoice; `invoice.inbox.reason` has a text for each. */
export const arrivalReasons = [
  'no_invoice',
  'reminder',
  'further_invoice',
  'unsupported_media_type',
  'payload_too_large',
  'scan_of_no_company',
  'scan_of_two_companies',
  'too_large',
  'too_many_parts',
  'too_slow',
  'unreadable',
  'part_too_large',
  'not_safe',
  'unexpected',
] as const;
export type ArrivalReason = (typeof arrivalReasons)[number];

/** An entry of the list of all arrivals (REC-13). */
export interface NewArrival {
  readonly way: ArrivalWay;
  readonly name: string;
  readonly fate: ArrivalFate;
  readonly reason?: ArrivalReason;
  readonly sender?: string | null;
  readonly subject?: string | null;
  readonly unpacked_from?: string | null;
  readonly mailbox_id?: number | null;
  readonly mailbox_mail_id?: number | null;
  readonly client_id?: number | null;
  /** The person who uploaded it. */
  readonly brought_by_id?: number;
  readonly invoice_id?: number | null;
  readonly file_id?: string | null;
}

/** The origin of a file, for the list of all arrivals (REC-13). */
export function originOf(
  { clientId, mailboxId, way, mail, sender }: Omit<DeliveredInvoice, 'file' | 'documents'>,
  file: Pick<DeliveredFile, 'name' | 'unpackedFrom'>,
): Omit<NewArrival, 'fate'> {
  return {
    way: way === 'mailbox' && mailboxId === null ? 'address' : way,
    name: file.name,
    unpacked_from: file.unpackedFrom ?? null,
    client_id: clientId,
    mailbox_id: mailboxId,
    ...(sender !== undefined && { sender }),
    ...(mail && { sender: mail.sender, subject: mail.subject, mailbox_mail_id: mail.id }),
  };
}
