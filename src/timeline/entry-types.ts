/** Entry types by document (ENUM-09 to ENUM-11), with what each one is. */
const kinds = {
  // The first entry, done by whoever made the document.
  start: 'start',
  'invoice-upload': 'start',
  'contract-start': 'start',
  // Steps: somebody has to do them.
  'select-product': 'step',
  approval: 'step',
  clearing: 'step',
  'send-order': 'step',
  delivery: 'step',
  'invoice-recognition': 'step',
  'invoice-manual-check': 'step',
  'invoice-financial-approval': 'step',
  'invoice-clearing': 'step',
  'invoice-accounting': 'step',
  'invoice-export': 'step',
  'contract-check': 'step',
  'contract-approval': 'step',
  'contract-signing': 'step',
  'contract-clearing': 'step',
  // Remarks: written down as done, nobody has to do them (TL-05).
  comment: 'remark',
  reassignment: 'remark',
  skip: 'remark',
  'order-sent-internal': 'remark',
  'order-sent-punchout': 'remark',
  'product-received': 'remark',
  // The end before its time.
  cancellation: 'end',
} as const satisfies Record<string, EntryKind>;

type EntryKind = 'start' | 'step' | 'remark' | 'end';

export type EntryType = keyof typeof kinds;
export const entryTypes = Object.keys(kinds) as readonly EntryType[];

export type DocumentKind = 'procurement' | 'invoice' | 'contract';

const everywhere = [
  'comment',
  'reassignment',
  'cancellation',
  'skip',
] as const satisfies readonly EntryType[];

/** Which entry types the timeline of a document may hold (ENUM-09 to ENUM-11). */
export const entryTypesOf: Readonly<Record<DocumentKind, readonly EntryType[]>> = {
  procurement: [
    'start',
    'select-product',
    'approval',
    'clearing',
    'send-order',
    'order-sent-internal',
    'order-sent-punchout',
    'delivery',
    'product-received',
    ...everywhere,
  ],
  invoice: [
    'invoice-upload',
    'invoice-recognition',
    'invoice-manual-check',
    'invoice-financial-approval',
    'invoice-clearing',
    'invoice-accounting',
    'invoice-export',
    ...everywhere,
  ],
  contract: [
    'contract-start',
    'contract-check',
    'contract-approval',
    'contract-signing',
    'contract-clearing',
    ...everywhere,
  ],
};

/** ENUM-07. Null stands for "not done yet", `reassigned` for a group's task that a person accepted (TL-21). */
export const entryStatuses = [
  'approved',
  'declined',
  'reassigned',
  'comment',
  'upload',
  'reassignment',
  'skip',
  'repeat',
  'system',
  'auditLog',
  'canceled',
] as const;
export type EntryStatus = (typeof entryStatuses)[number];

/** ENUM-08. */
export const entrySizes = ['size-s', 'size-m', 'size-l'] as const;
export type EntrySize = (typeof entrySizes)[number];

/** ENUM-12, as stored. */
export const textTypes = [
  'present',
  'past',
  'past-unsuccessful',
  'future',
  'finished-unsuccessful',
  'assignment',
] as const;
export type TextType = (typeof textTypes)[number];

/** Somebody has to do this entry before the document moves on. */
export function isStep(type: EntryType): boolean {
  return kinds[type] === 'step';
}

/** The entry is work of a person: a step, or the start while the document is a draft. */
export function isWork(type: EntryType): boolean {
  return kinds[type] === 'step' || kinds[type] === 'start';
}

/** The entry only reports something; it never moves the document. */
export function isRemark(type: EntryType): boolean {
  return kinds[type] === 'remark';
}
