/** The ways in which something comes in (REC-13). */
export const arrivalWays = ['upload', 'api', 'mailbox', 'address', 'scanner'] as const;
export type ArrivalWay = (typeof arrivalWays)[number];

/** What became of it: `open` waits for a person. */
export const arrivalFates = ['invoice', 'document', 'duplicate', 'open'] as const;
export type ArrivalFate = (typeof arrivalFates)[number];

/** Why something that came in is no invoice; a text of each stands in `invoice.inbox.reason`. */
export const arrivalReasons = [
  'no_invoice',
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
