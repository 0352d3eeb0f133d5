/** What the timeline knows of the kinds of documents: their entries (ENUM-09 to ENUM-11) and statuses (ENUM-01 to ENUM-04). */

/** Every entry type (ENUM-09 to ENUM-11), with what each one is. */
const natures = {
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
} as const satisfies Record<string, Nature>;

type Nature = 'start' | 'step' | 'remark' | 'end';

export type EntryType = keyof typeof natures;
export const entryTypes = Object.keys(natures) as readonly EntryType[];
/** The entries with which documents begin; nobody has to do them once a document is on its way. */
export const startTypes: readonly EntryType[] = entryTypes.filter((type) => natures[type] === 'start');
/** What somebody has to do. */
export const stepTypes: readonly EntryType[] = entryTypes.filter((type) => natures[type] === 'step');

/** Steps that are nobody's in particular: everybody with the right may do them (TL-16). */
export const unassignedTypes: readonly EntryType[] = ['invoice-export'];

/** The kinds of documents; their tables, and the columns that point to them (`<kind>_id`), are called the same. */
export const documentKinds = ['procurement', 'invoice', 'contract'] as const;
export type DocumentKind = (typeof documentKinds)[number];

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
  return natures[type] === 'step';
}

/** The entry is work of a person: a step, or the start while the document is a draft. */
export function isWork(type: EntryType): boolean {
  return natures[type] === 'step' || natures[type] === 'start';
}

/** The product itself passed the entry on: nobody has done it, whoever's task it would have been (INV-24, TL-27). */
export function isPassedOn({
  type,
  status,
}: {
  readonly type: EntryType;
  readonly status: EntryStatus | null;
}): boolean {
  return type === 'invoice-manual-check' && status === 'skip';
}

/** The entry may be what a cancellation leaves to do: what had left is taken back (EXP-24). */
export function mayFollowCancellation(type: EntryType): boolean {
  return type === 'invoice-export';
}

/** The entry only reports something; it never moves the document. */
export function isRemark(type: EntryType): boolean {
  return natures[type] === 'remark';
}

/** ENUM-01. */
export const procurementStatuses = [
  'draft',
  'open',
  'approval',
  'approved',
  'ordered',
  'clearing',
  'declined',
  'completed',
] as const;
export type ProcurementStatus = (typeof procurementStatuses)[number];

/** ENUM-02. */
export const invoiceStatuses = [
  'open',
  'approval',
  'financial-approval',
  'clearing',
  'accounting',
  'export',
  'completed',
  'declined',
  'declined-exported',
] as const;
export type InvoiceStatus = (typeof invoiceStatuses)[number];

/** ENUM-03, ENUM-04; an amendment that was signed is incorporated (CON-38). */
export const contractStatuses = [
  'active',
  'inactive',
  'cancelled',
  'expired',
  'pending',
  'completed',
  'check',
  'clearing',
  'signature',
  'contract-approval',
  'incorporated',
] as const;
export type ContractStatus = (typeof contractStatuses)[number];

/** The statuses of each kind. */
export interface StatusOf {
  procurement: ProcurementStatus;
  invoice: InvoiceStatus;
  contract: ContractStatus;
}

export const statusesOf: { readonly [Kind in DocumentKind]: readonly StatusOf[Kind][] } = {
  procurement: procurementStatuses,
  invoice: invoiceStatuses,
  contract: contractStatuses,
};

/** How the status follows from the timeline. */
export interface StatusRule<Status> {
  /** The status while an entry of this type is the current one. */
  readonly at: Readonly<Partial<Record<EntryType, Status>>>;
  readonly done: Status;
  readonly cancelled: Status;
  /** The status after a cancellation once this entry was done (TASK-09), where that is another one. */
  readonly late?: { readonly after: EntryType; readonly cancelled: Status };
}

/** TL-18, with `draft` of TL-24. */
export const statusRules: { readonly [Kind in DocumentKind]: StatusRule<StatusOf[Kind]> } = {
  procurement: {
    at: {
      start: 'draft',
      'select-product': 'open',
      approval: 'approval',
      'send-order': 'approved',
      delivery: 'ordered',
      clearing: 'clearing',
    },
    done: 'completed',
    cancelled: 'declined',
  },
  invoice: {
    at: {
      'invoice-recognition': 'open',
      'invoice-manual-check': 'approval',
      'invoice-financial-approval': 'financial-approval',
      'invoice-clearing': 'clearing',
      'invoice-accounting': 'accounting',
      'invoice-export': 'export',
    },
    done: 'completed',
    cancelled: 'declined',
    late: { after: 'invoice-export', cancelled: 'declined-exported' },
  },
  contract: {
    at: {
      'contract-start': 'pending',
      'contract-check': 'check',
      'contract-approval': 'contract-approval',
      'contract-signing': 'signature',
      'contract-clearing': 'clearing',
    },
    done: 'completed',
    cancelled: 'cancelled',
  },
};

/** The statuses of what was cancelled of a kind, early or late (TL-18, TASK-09). */
export function cancelledStatuses<Kind extends DocumentKind>(kind: Kind): readonly StatusOf[Kind][] {
  const { cancelled, late } = statusRules[kind];
  return late === undefined ? [cancelled] : [cancelled, late.cancelled];
}

/** What a status tells the person; each meaning has one colour. */
export type StatusMeaning = 'waiting' | 'progress' | 'done' | 'declined' | 'clearing' | 'draft';

const statusMeanings: { readonly [Kind in DocumentKind]: Readonly<Record<StatusOf[Kind], StatusMeaning>> } = {
  procurement: {
    draft: 'draft',
    open: 'progress',
    approval: 'waiting',
    approved: 'progress',
    ordered: 'waiting',
    clearing: 'clearing',
    declined: 'declined',
    completed: 'done',
  },
  invoice: {
    open: 'progress',
    approval: 'progress',
    'financial-approval': 'waiting',
    clearing: 'clearing',
    accounting: 'progress',
    export: 'progress',
    completed: 'done',
    declined: 'declined',
    'declined-exported': 'declined',
  },
  contract: {
    pending: 'draft',
    check: 'progress',
    'contract-approval': 'waiting',
    signature: 'waiting',
    clearing: 'clearing',
    completed: 'done',
    active: 'done',
    inactive: 'draft',
    cancelled: 'declined',
    expired: 'draft',
    incorporated: 'draft',
  },
};

/** The meaning of a document status (ENUM-01 to ENUM-04); an unknown one counts as draft. */
export function statusMeaning(kind: DocumentKind, status: string): StatusMeaning {
  const known: Readonly<Record<string, StatusMeaning>> = statusMeanings[kind];
  return known[status] ?? 'draft';
}
